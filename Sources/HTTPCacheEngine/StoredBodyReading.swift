import HTTPCacheStore
import Synchronization

extension AnswerBody {
    /// The body to be read piece by piece, wherever it comes from; nil where there is none.
    package var reading: (any BodyReading)? {
        switch self {
        case .none: nil
        case .stored(let body, let range): StoredBodyReading(body, range: range)
        case .origin(let body): body
        }
    }
}

/// A range of a stored body, read in pieces.
private final class StoredBodyReading: BodyReading {
    private static let pieceSize = 256 << 10

    private let body: StoredBody
    /// Protects what is left to be read.
    private let rest: Mutex<Range<Int64>>

    init(_ body: StoredBody, range: Range<Int64>) {
        self.body = body
        rest = Mutex(range)
    }

    var transferReport: TransferReport { TransferReport() }

    func next() async throws -> [UInt8]? {
        try rest.withLock { rest in
            let size = min(Int64(Self.pieceSize), Int64(rest.count))
            if size == 0 { return nil }
            var count = 0
            let piece = try [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, initialized in
                count = try body.read(
                    at: rest.lowerBound,
                    into: UnsafeMutableRawBufferPointer(buffer)
                )
                initialized = count
            }
            // A file of the store is never cut short; one that was, is a body that ended early.
            if count == 0 {
                throw TransferFailure(curlCode: 18, message: "the stored body is cut short")
            }
            rest = (rest.lowerBound + Int64(count))..<rest.upperBound
            return piece
        }
    }

    func cancel() { rest.withLock { $0 = $0.upperBound..<$0.upperBound } }
}
