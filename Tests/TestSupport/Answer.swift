/// What a scripted origin does with a request: a list of steps, and whether the connection stays.
package struct Answer: Sendable {
    package enum Step: Sendable {
        /// Sends the bytes exactly.
        case send([UInt8])
        /// Sends the bytes, but nothing in answer to HEAD.
        case sendBody([UInt8])
        case pause(milliseconds: Int)
        /// Goes on when the test opens the gate.
        case wait(Gate)
        /// Ends the connection in order.
        case close
        /// Ends the connection with a reset.
        case reset
    }

    package var steps: [Step]
    /// Whether the connection waits for another request after the last step.
    package var keepsConnection: Bool

    package init(steps: [Step], keepsConnection: Bool = false) {
        self.steps = steps
        self.keepsConnection = keepsConnection
    }

    /// An ordinary response with right framing, unless the fields say otherwise.
    ///
    /// `Date` and `Content-Length` are added where the fields lack them; a `Content-Length` or
    /// `Transfer-Encoding` of the caller's is sent as it is, true or not.
    package init(
        _ status: Int = 200,
        reason: String? = nil,
        fields: [(String, String)] = [],
        body: String = "",
        dated: Bool = true,
        keepsConnection: Bool = true
    ) {
        let content = body.latin1Bytes
        var fields = fields
        let names = Set(fields.map { $0.0.lowercased() })
        if dated && !names.contains("date") { fields.append(("Date", HTTPDateText.fromNow(0))) }
        let bodiless = status == 204 || status == 304 || status < 200
        if !bodiless && names.isDisjoint(with: ["content-length", "transfer-encoding"]) {
            fields.append(("Content-Length", "\(content.count)"))
        }
        let phrase = reason ?? Self.reasons[status] ?? "Reason"
        let head = Self.head("HTTP/1.1 \(status) \(phrase)", fields)
        self.init(
            steps: [.send(head), .sendBody(bodiless ? [] : content)],
            keepsConnection: keepsConnection
        )
    }

    /// Exactly these bytes, one a scalar, then the end of the connection.
    package static func raw(_ text: String, keepsConnection: Bool = false) -> Answer {
        Answer(steps: [.send(text.latin1Bytes)], keepsConnection: keepsConnection)
    }

    /// The connection ends without a byte.
    package static let nothing = Answer(steps: [.close])

    /// A response in the chunked coding, one chunk a piece.
    ///
    /// Not `terminated`, it lacks the last chunk and the connection ends.
    package static func chunked(
        _ status: Int = 200,
        fields: [(String, String)] = [],
        pieces: [String],
        trailers: [(String, String)] = [],
        terminated: Bool = true
    ) -> Answer {
        var answer = Answer(status, fields: fields + [("Transfer-Encoding", "chunked")])
        answer.steps.removeLast()
        for piece in pieces {
            let bytes = piece.latin1Bytes
            let size = "\(String(bytes.count, radix: 16))\r\n".latin1Bytes
            answer.steps.append(.sendBody(size + bytes + [13, 10]))
        }
        if terminated {
            let lines = trailers.map { "\($0.0): \($0.1)\r\n" }.joined()
            answer.steps.append(.sendBody("0\r\n\(lines)\r\n".latin1Bytes))
        } else {
            answer.keepsConnection = false
        }
        return answer
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found", 304: "Not Modified", 401: "Unauthorized", 404: "Not Found",
        500: "Internal Server Error", 503: "Service Unavailable",
    ]

    static func head(_ statusLine: String, _ fields: [(String, String)]) -> [UInt8] {
        let lines = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        return "\(statusLine)\r\n\(lines)\r\n".latin1Bytes
    }
}

extension Answer {
    /// The same with an interim response first.
    package func after(interim status: Int, fields: [(String, String)] = []) -> Answer {
        preceded(by: .send(Self.head("HTTP/1.1 \(status) Interim", fields)))
    }

    /// The same after a pause.
    package func after(milliseconds: Int) -> Answer {
        preceded(by: .pause(milliseconds: milliseconds))
    }

    /// The same once the test has opened the gate.
    package func after(_ gate: Gate) -> Answer { preceded(by: .wait(gate)) }

    /// The same, with the connection's end after it.
    package func closing() -> Answer {
        Answer(steps: steps + [.close], keepsConnection: false)
    }

    /// The same up to so many bytes, counted from the first of the head, then the given end.
    package func cut(after count: Int, by end: Step = .close) -> Answer {
        var left = count
        var kept: [Step] = []
        for step in steps {
            switch step {
            case .send(let bytes):
                kept.append(.send(Array(bytes.prefix(left))))
                left -= min(left, bytes.count)
            case .sendBody(let bytes):
                kept.append(.sendBody(Array(bytes.prefix(left))))
                left -= min(left, bytes.count)
            default:
                kept.append(step)
            }
            guard left > 0 else { break }
        }
        return Answer(steps: kept + [end])
    }

    /// The same with only the first bytes of the body, then the given step and the connection's end.
    package func cuttingBody(after count: Int, by end: Step = .close) -> Answer {
        let head = steps.reduce(0) { sum, step in
            if case .send(let bytes) = step { sum + bytes.count } else { sum }
        }
        return cut(after: head + count, by: end)
    }

    /// The same in small pieces with pauses between them.
    package func trickling(pieces size: Int, milliseconds: Int) -> Answer {
        var slow = self
        slow.steps = steps.flatMap { step -> [Step] in
            switch step {
            case .send(let bytes):
                Self.pieces(of: bytes, size, milliseconds, Step.send)
            case .sendBody(let bytes):
                Self.pieces(of: bytes, size, milliseconds, Step.sendBody)
            default:
                [step]
            }
        }
        return slow
    }

    private func preceded(by step: Step) -> Answer {
        Answer(steps: [step] + steps, keepsConnection: keepsConnection)
    }

    private static func pieces(
        of bytes: [UInt8],
        _ size: Int,
        _ milliseconds: Int,
        _ step: ([UInt8]) -> Step
    ) -> [Step] {
        stride(from: 0, to: bytes.count, by: size).flatMap { start in
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            return [step(piece), .pause(milliseconds: milliseconds)]
        }
    }
}
