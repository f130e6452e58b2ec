import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An HTTP/1.1 server on a loopback port that answers by a script and records what it was asked.
///
/// It lives until `stop()` or the end of the process, not merely as long as it is referred to:
/// a test that only keeps a URL does not lose its server.
package final class ScriptedOrigin: Sendable {
    package typealias Script = @Sendable (RecordedRequest) -> Answer

    /// What is done with `Expect: 100-continue`.
    package enum Expectation: Sendable {
        /// Sends 100 and reads the content.
        case `continue`
        /// Sends nothing and waits for the content.
        case silent
        /// Answers without reading the content, and closes.
        case refuse(Answer)
    }

    package let address: LoopbackAddress
    package let port: UInt16
    private let listener: Int32
    private let wake: (read: Int32, write: Int32)
    private let state = OriginState()

    package init(
        on address: LoopbackAddress = .ipv4,
        expectation: Expectation = .continue,
        script: @escaping Script
    ) throws {
        self.address = address
        (listener, port) = try Socket.listen(on: address)
        wake = try Self.pipePair()
        let (listener, wake, state) = (listener, wake, state)
        Thread.detachNewThread {
            var connections = 0
            while !state.isStopped {
                _ = Socket.waitReadable([listener, wake.read], milliseconds: -1)
                guard let descriptor = Socket.accept(on: listener) else { continue }
                guard state.open(descriptor) else { break }
                let connection = OriginConnection(
                    descriptor: descriptor,
                    number: connections,
                    state: state,
                    expectation: expectation,
                    script: script
                )
                connections += 1
                Thread.detachNewThread { connection.serve() }
            }
            close(listener)
            close(wake.read)
        }
    }

    /// Answers the n-th request for a path with its n-th answer, the last one from then on.
    ///
    /// Any other path is answered with 404.
    package convenience init(
        on address: LoopbackAddress = .ipv4,
        _ answers: [String: [Answer]]
    ) throws {
        try self.init(on: address) { request in
            guard let list = answers[request.path], let last = list.last else {
                return Answer(404, body: "no such path in the script\n")
            }
            return request.ordinal < list.count ? list[request.ordinal] : last
        }
    }

    /// `http://HOST:PORT` followed by the path.
    package func url(_ path: String = "/") -> String { "http://\(address.host):\(port)\(path)" }

    /// What was asked so far, in the order in which the requests were complete.
    package var requests: [RecordedRequest] { state.requests }

    package func requests(to path: String) -> [RecordedRequest] {
        requests.filter { $0.path == path }
    }

    /// How many connections were accepted.
    package var connectionCount: Int { state.connectionCount }

    /// Waits until so many requests have come; false after the time-out.
    package func waitForRequests(_ count: Int, milliseconds: Int = 10_000) async -> Bool {
        let limit = ContinuousClock.now + .milliseconds(milliseconds)
        while requests.count < count {
            guard ContinuousClock.now < limit else { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    /// Ends all connections and stops listening, whatever the script is waiting for.
    package func stop() {
        guard state.stop() else { return }
        close(wake.write)
    }

    private static func pipePair() throws -> (read: Int32, write: Int32) {
        descriptorLock.lock()
        defer { descriptorLock.unlock() }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemCallError("pipe") }
        ends.forEach(Socket.closeOnExec)
        return (ends[0], ends[1])
    }
}

/// What an origin's threads share.
///
/// `@unchecked Sendable`: every stored property is read and written under `lock`. A descriptor is
/// closed only after it left `open`, so that `stop()` never touches a number used anew.
final class OriginState: @unchecked Sendable {
    private let lock = NSLock()
    private var stopped = false
    private var open: Set<Int32> = []
    private var recorded: [RecordedRequest] = []
    private var accepted = 0
    private var countByPath: [String: Int] = [:]

    var isStopped: Bool { lock.withLock { stopped } }
    var requests: [RecordedRequest] { lock.withLock { recorded } }
    var connectionCount: Int { lock.withLock { accepted } }

    /// Takes a connection on; closes it and returns false after the stop.
    func open(_ descriptor: Int32) -> Bool {
        let taken = lock.withLock {
            guard !stopped else { return false }
            open.insert(descriptor)
            accepted += 1
            return true
        }
        if !taken { close(descriptor) }
        return taken
    }

    func closeConnection(_ descriptor: Int32) {
        lock.withLock { _ = open.remove(descriptor) }
        close(descriptor)
    }

    /// Records the request and returns it with its numbers.
    func record(_ request: RecordedRequest) -> RecordedRequest {
        lock.withLock {
            var request = request
            request.number = recorded.count
            request.ordinal = countByPath[request.path, default: 0]
            countByPath[request.path] = request.ordinal + 1
            recorded.append(request)
            return request
        }
    }

    /// Wakes every thread that waits for a peer; false when already stopped.
    func stop() -> Bool {
        lock.withLock {
            guard !stopped else { return false }
            stopped = true
            open.forEach(Socket.endBothWays)
            return true
        }
    }
}
