internal import CURLTapInterface
internal import Foundation
internal import HTTPCacheEngine
internal import HTTPCacheRules

/// The tap between URLSession and libcurl, where the program links it.
///
/// Sendable, because it points to a constant table of functions, each of which may be called from any thread.
struct Tap: @unchecked Sendable {
    fileprivate let functions: curltap

    static let linked: Tap? = {
        guard let table = curltap_find() else { return nil }
        return Tap(functions: table.pointee)
    }()

    /// Why libcurl cannot be loaded, or nil.
    var loadingFailure: String? {
        functions.load().map { String(cString: $0) }
    }

    /// Whether URLSession's calls come by the tap.
    var isInUse: Bool { functions.is_in_use() != 0 }
}

/// A request in the hands of the tap.
///
/// Sendable, because the tap protects what changes with a lock of its own.
final class TapTransfer: @unchecked Sendable {
    private let functions: curltap
    private let transfer: OpaquePointer

    init(_ request: OutgoingRequest, through tap: Tap) throws(TransferFailure) {
        functions = tap.functions
        var code: Int32 = 0
        let created = request.withTapRequest { request in
            withUnsafePointer(to: request) { tap.functions.create($0, &code) }
        }
        guard let created else {
            throw TransferFailure(curlCode: Int(code), message: request.creationFailure(code))
        }
        transfer = created
    }

    deinit {
        functions.release(transfer)
    }

    /// The URL that stands for the request in URLSession.
    var placeholder: String { functions.placeholder(transfer).map { String(cString: $0) } ?? "" }

    func consume(_ count: Int) { functions.consume(transfer, count) }

    var quietTime: Int { Int(functions.quiet_time(transfer)) }

    private func parts(_ kind: curltap_part_kind) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var part = curltap_part()
        var index = 0
        while functions.part(transfer, index, &part) != 0 {
            if part.kind == Int32(kind.rawValue) {
                found.append(Array(UnsafeBufferPointer(start: part.bytes, count: part.length)))
            }
            index += 1
        }
        return found
    }

    /// The heads received so far, once the final one is there.
    func answer() throws -> (interimHeads: [ResponseHead], head: ResponseHead) {
        guard let bytes = parts(CURLTAP_FINAL_HEAD).first, let head = parseResponseHead(bytes)
        else {
            throw TransferFailure(curlCode: 8, message: "the response head is malformed")
        }
        return (parts(CURLTAP_INTERIM_HEAD).compactMap { parseResponseHead($0) }, head)
    }

    private var rawReport: curltap_report {
        var report = curltap_report()
        functions.report(transfer, &report)
        return report
    }

    /// How libcurl ended the transfer, or nil as long as it has not.
    var outcome: (failure: TransferFailure?, delivered: UInt64)? {
        var report = rawReport
        guard report.is_finished != 0 else { return nil }
        guard report.code != 0 else { return (nil, report.delivered) }
        let message = text(&report.message)
        return (TransferFailure(curlCode: Int(report.code), message: message), report.delivered)
    }

    var report: TransferReport {
        var raw = rawReport
        var report = TransferReport()
        let trailers = parts(CURLTAP_TRAILER_LINE).joined()
        if !trailers.isEmpty {
            let head = Array("HTTP/1.1 200 OK\r\n".utf8) + trailers + Array("\r\n".utf8)
            report.trailers = parseResponseHead(head)?.fields ?? []
        }
        report.proxyHeads = parts(CURLTAP_PROXY_HEAD).compactMap { parseResponseHead($0) }
        report.isDelimited = raw.is_delimited != 0
        let address = text(&raw.peer_address)
        report.peerAddress = address.isEmpty ? nil : address
        report.peerPort = known(raw.peer_port)
        report.nameLookupTime = known(Int(raw.name_lookup_time))
        report.connectTime = known(Int(raw.connect_time))
        report.handshakeTime = known(Int(raw.handshake_time))
        report.preTransferTime = known(Int(raw.pre_transfer_time))
        report.startTransferTime = known(Int(raw.start_transfer_time))
        report.totalTime = known(Int(raw.total_time))
        report.requestSize = known(raw.request_size)
        return report
    }
}

private func known(_ value: Int) -> Int? { value < 0 ? nil : value }

/// The text in an array of characters that C has closed with a NUL.
private func text<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
