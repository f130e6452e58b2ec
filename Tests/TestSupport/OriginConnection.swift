import Foundation

/// One connection of a scripted origin: reads requests, carries out answers.
struct OriginConnection: Sendable {
    let descriptor: Int32
    let number: Int
    let state: OriginState
    let expectation: ScriptedOrigin.Expectation
    let script: ScriptedOrigin.Script

    /// Serves requests until one side ends the connection.
    func serve() {
        defer { state.closeConnection(descriptor) }
        var reader = RequestReader(descriptor: descriptor)
        while !state.isStopped, let head = reader.readHead() {
            guard var request = RecordedRequest(head: head) else {
                _ = carryOut(.raw("HTTP/1.1 400 Bad Request\r\n\r\n"), for: "GET")
                return
            }
            request.connection = number
            if request.value(of: "expect")?.lowercased() == "100-continue" {
                switch expectation {
                case .continue:
                    guard send("HTTP/1.1 100 Continue\r\n\r\n".latin1Bytes) else { return }
                case .silent:
                    break
                case .refuse(let answer):
                    _ = carryOut(answer.closing(), for: state.record(request).method)
                    return
                }
            }
            guard let body = reader.readBody(of: request) else { return }
            request.body = body
            request.receivedAt = .now
            request = state.record(request)
            guard carryOut(script(request), for: request.method) else { return }
        }
    }

    /// Does the steps; true when the connection is to be kept.
    private func carryOut(_ answer: Answer, for method: String) -> Bool {
        for step in answer.steps {
            switch step {
            case .send(let bytes):
                guard send(bytes) else { return false }
            case .sendBody(let bytes):
                guard method == "HEAD" || send(bytes) else { return false }
            case .pause(let milliseconds):
                guard wait(for: Gate(), milliseconds: milliseconds) || !state.isStopped else {
                    return false
                }
            case .wait(let gate):
                guard wait(for: gate, milliseconds: 60_000) else { return false }
            case .close:
                endInOrder()
                return false
            case .reset:
                Socket.resetOnClose(descriptor)
                return false
            }
        }
        if !answer.keepsConnection { endInOrder() }
        return answer.keepsConnection
    }

    private func send(_ bytes: [UInt8]) -> Bool { Socket.send(bytes[...], to: descriptor) }

    /// Waits for the gate in short turns, so that a stop is noticed.
    private func wait(for gate: Gate, milliseconds: Int) -> Bool {
        let limit = ContinuousClock.now + .milliseconds(milliseconds)
        while !state.isStopped {
            let left = (limit - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            if gate.wait(milliseconds: min(50, Int(left.rounded(.up)))) { return true }
        }
        return false
    }

    // Why: closing while the peer's bytes lie unread sends a reset, which is another answer.
    private func endInOrder() {
        Socket.endSending(descriptor)
        let limit = ContinuousClock.now + .milliseconds(500)
        while ContinuousClock.now < limit, Socket.waitReadable([descriptor], milliseconds: 100) {
            guard Socket.receive(from: descriptor) != nil else { return }
        }
    }
}

/// Takes requests off a connection's bytes.
struct RequestReader {
    let descriptor: Int32
    private var buffer: [UInt8] = []

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// The next head with its empty line; nil when the peer ended before.
    mutating func readHead() -> [UInt8]? {
        var head: [UInt8] = []
        while let line = readLine() {
            let isEmpty = line == [13, 10] || line == [10]
            if head.isEmpty && isEmpty { continue }
            head += line
            if isEmpty { return head }
        }
        return nil
    }

    /// The request's content; nil when the peer ended before it was complete.
    mutating func readBody(of request: RecordedRequest) -> [UInt8]? {
        if request.value(of: "transfer-encoding")?.lowercased().hasSuffix("chunked") == true {
            return readChunks()
        }
        guard let length = request.values(of: "content-length").first.flatMap({ Int($0) }) else {
            return []
        }
        return read(length)
    }

    private mutating func readChunks() -> [UInt8]? {
        var body: [UInt8] = []
        while let line = readLine() {
            let digits = String(latin1: line).prefix { $0.isHexDigit }
            guard let size = Int(digits, radix: 16) else { return nil }
            guard size > 0 else { break }
            guard let chunk = read(size), readLine() != nil else { return nil }
            body += chunk
        }
        while let line = readLine() {
            if line == [13, 10] || line == [10] { return body }
        }
        return nil
    }

    private mutating func readLine() -> [UInt8]? {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: 10) {
                let line = Array(buffer[...end])
                buffer.removeFirst(line.count)
                return line
            }
            searched = buffer.count
            guard let more = Socket.receive(from: descriptor) else { return nil }
            buffer += more
        }
    }

    private mutating func read(_ count: Int) -> [UInt8]? {
        while buffer.count < count {
            guard let more = Socket.receive(from: descriptor) else { return nil }
            buffer += more
        }
        let taken = Array(buffer[..<count])
        buffer.removeFirst(count)
        return taken
    }
}
