import HTTPCacheEngine
import HTTPCacheRules
import Synchronization
import Testing

/// What the origin does with one request.
enum OriginTurn: Sendable {
    /// Answers: a status, field lines, a body in pieces, and how the body ends.
    case answer(Int, [String], [String], bodyFailure: Int?)
    /// Fails before any head is there, with this error number of curl.
    case fail(Int)
}

extension OriginTurn {
    static func answer(_ status: Int, _ lines: String..., body: String = "") -> OriginTurn {
        .answer(status, lines, body.isEmpty ? [] : [body], bodyFailure: nil)
    }

    /// A body that breaks off after these bytes.
    static func broken(_ status: Int, _ lines: String..., body: String) -> OriginTurn {
        .answer(status, lines, [body], bodyFailure: 18)
    }
}

/// An origin that plays what it is told and remembers what it was asked.
final class RecordedSender: RequestSending {
    private struct State {
        var turns: [OriginTurn] = []
        var sent: [OutgoingRequest] = []
        var bodies: [ScriptedBody] = []
    }

    /// Protects what is left to play and what was recorded.
    private let state = Mutex(State())
    /// Moved by so many seconds between a request and its answer.
    private let delay: @Sendable () -> Void

    init(delay: @escaping @Sendable () -> Void = {}) { self.delay = delay }

    func play(_ turns: [OriginTurn]) { state.withLock { $0.turns += turns } }

    /// The requests since the last time this was asked.
    func takeSent() -> [OutgoingRequest] {
        state.withLock { state in
            defer { state.sent = [] }
            return state.sent
        }
    }

    /// How many turns have not been played.
    var turnsLeft: Int { state.withLock { $0.turns.count } }

    /// The bodies handed out so far.
    var bodies: [ScriptedBody] { state.withLock { $0.bodies } }

    func send(_ request: OutgoingRequest) async throws -> OriginResponse {
        let turn: OriginTurn? = state.withLock { state in
            state.sent.append(request)
            return state.turns.isEmpty ? nil : state.turns.removeFirst()
        }
        delay()
        switch turn {
        case nil:
            Issue.record("a request that nobody expects: \(request.head.summary)")
            throw TransferFailure(curlCode: -1, message: "nothing left to play")
        case .fail(let code):
            throw TransferFailure(curlCode: code, message: "failure \(code)")
        case .answer(let status, let lines, let pieces, let failure):
            let body = ScriptedBody(pieces.map { Array($0.utf8) }, failure: failure)
            state.withLock { $0.bodies.append(body) }
            return OriginResponse(
                head: ResponseHead(status: status, reason: "", fields: fields(lines)),
                body: body
            )
        }
    }
}

/// A body out of pieces.
final class ScriptedBody: BodyReading {
    private struct State {
        var pieces: [[UInt8]]
        var isCancelled = false
    }

    /// Protects the pieces that are left.
    private let state: Mutex<State>
    private let failure: Int?

    init(_ pieces: [[UInt8]], failure: Int? = nil) {
        state = Mutex(State(pieces: pieces))
        self.failure = failure
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func next() async throws -> [UInt8]? {
        let piece: [UInt8]? = state.withLock { $0.pieces.isEmpty ? nil : $0.pieces.removeFirst() }
        if let piece { return piece }
        if let failure { throw TransferFailure(curlCode: failure, message: "failure \(failure)") }
        return nil
    }

    func cancel() { state.withLock { $0.isCancelled = true } }

    var transferReport: TransferReport { TransferReport() }
}
