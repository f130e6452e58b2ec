internal import HTTPCacheEngine

/// The body of a response; when nobody holds it any longer the transfer is given up.
final class TransferBody: BodyReading {
    private let transfer: Transfer

    init(_ transfer: Transfer) {
        self.transfer = transfer
    }

    deinit {
        transfer.cancel()
    }

    func next() async throws -> [UInt8]? {
        let bytes = try await transfer.nextBytes()
        return bytes.isEmpty ? nil : bytes
    }

    func cancel() { transfer.cancel() }

    var transferReport: TransferReport { transfer.report }
}
