import Foundation
import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules

/// A server that answers each connection with bytes from a script, right or wrong.
///
/// Sendable, because the lock protects what its threads change.
final class RawOrigin: @unchecked Sendable {
    enum Step {
        /// Reads a request: its head, and content as Content-Length says.
        case request
        case send([UInt8])
        /// Sends this many bytes, counting them in `sentCount`.
        case flood(Int)
        /// Ends the connection with a reset.
        case reset
        /// Keeps the connection open until the client ends it.
        case hold
    }

    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var scripts: [[Step]]
    private var received: [[UInt8]] = []
    private var sent = 0
    private var accepted = 0

    /// Takes a script for each connection; the last one serves all further ones.
    init(isIPv6: Bool = false, backlog: Int32 = 128, isAccepting: Bool = true, _ scripts: [Step]...)
    {
        self.scripts = scripts
        let listener = socket(isIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var length: socklen_t
        var port: in_port_t = 0
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            length = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, length)
                    _ = getsockname(listener, $0, &length)
                }
            }
            port = address.sin6_port
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            length = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, length)
                    _ = getsockname(listener, $0, &length)
                }
            }
            port = address.sin_port
        }
        self.port = UInt16(bigEndian: port)
        listen(listener, backlog)
        if isAccepting { Thread.detachNewThread { [self] in acceptAll() } }
    }

    /// Answers every request with the same bytes and closes.
    convenience init(answer: [UInt8]) {
        self.init([.request, .send(answer)])
    }

    convenience init(answer: String) {
        self.init(answer: answer.isomorphicBytes)
    }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var requests: [String] { lock.withLock { received.map { String(isomorphic: $0) } } }
    var sentCount: Int { lock.withLock { sent } }
    var connectionCount: Int { lock.withLock { accepted } }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            let script = lock.withLock {
                accepted += 1
                return scripts.count > 1 ? scripts.removeFirst() : scripts.first ?? []
            }
            Thread.detachNewThread { [self] in
                run(script, on: connection)
                close(connection)
            }
        }
        close(listener)
    }

    private func run(_ script: [Step], on connection: Int32) {
        for step in script {
            switch step {
            case .request:
                guard let request = read(from: connection) else { return }
                lock.withLock { received.append(request) }
            case .send(let bytes):
                guard send(bytes, on: connection) else { return }
            case .flood(let count):
                let piece = [UInt8](repeating: 0x61, count: 65536)
                var left = count
                while left > 0 {
                    guard send(Array(piece.prefix(left)), on: connection) else { return }
                    let amount = min(left, piece.count)
                    left -= amount
                    lock.withLock { sent += amount }
                }
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                let size = socklen_t(MemoryLayout.size(ofValue: linger))
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, size)
            case .hold:
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
            }
        }
    }

    private func send(_ bytes: [UInt8], on connection: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    connection,
                    $0.baseAddress.map { $0 + position },
                    bytes.count - position,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { return false }
            position += count
        }
        return true
    }

    private func read(from connection: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        var expected: Int?
        while expected.map({ bytes.count < $0 }) ?? true {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
            if expected == nil, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(isomorphic: bytes[..<end.lowerBound]).split(separator: "\r\n")
                let length = head.first { $0.lowercased().hasPrefix("content-length:") }
                let content = length.flatMap {
                    Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces))
                }
                expected = end.upperBound + (content ?? 0)
            }
        }
        return bytes
    }
}

extension TargetURI {
    /// A target on this machine; `target` is path and query as they are sent.
    static func local(
        _ port: UInt16,
        _ target: String = "/",
        scheme: String = "http",
        host: String = "127.0.0.1"
    ) -> TargetURI {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = String(parts[0])
        return TargetURI(
            scheme: scheme,
            host: host,
            port: port,
            path: path,
            query: parts.count > 1 ? String(parts[1]) : nil,
            sentPath: path,
            fragment: nil
        )
    }
}

/// A response read to its end.
struct Fetched {
    var response: OriginResponse
    var body: [UInt8]
    var report: TransferReport { response.body.transferReport }
    var text: String { String(isomorphic: body) }
}

extension URLSessionOrigin {
    func fetch(_ request: OutgoingRequest) async throws -> Fetched {
        let response = try await send(request)
        var body: [UInt8] = []
        while let bytes = try await response.body.next() { body += bytes }
        return Fetched(response: response, body: body)
    }

    func fetch(_ target: TargetURI, method: String = "GET") async throws -> Fetched {
        try await fetch(OutgoingRequest(head: RequestHead(method: method, target: target)))
    }

    /// The failure with which a request ends, or nil.
    func failure(_ request: OutgoingRequest) async -> TransferFailure? {
        do {
            _ = try await fetch(request)
            return nil
        } catch {
            return error as? TransferFailure
        }
    }
}
