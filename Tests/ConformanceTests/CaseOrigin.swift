import Foundation
import Synchronization
import TestSupport

/// The origin's side of all cases: answers the n-th request for a case's id as its script says.
///
/// `@unchecked Sendable`: `cases` is read and written under `lock`.
final class CaseOrigin: @unchecked Sendable {
    /// One request that reached the origin and what it was answered.
    struct Exchange: Sendable {
        var request: RecordedRequest
        var status: Int?
        /// What was sent, with whether the client must see it too.
        var fields: [(name: String, value: String, isChecked: Bool)] = []
        /// The moment that dates in the answer count from, in seconds since 1970.
        var sentAt: Int
    }

    private struct Progress {
        var scripts: [RequestScript]
        var exchanges: [Exchange] = []
    }

    private let lock = NSLock()
    private var cases: [String: Progress] = [:]
    private let listening = Mutex<ScriptedOrigin?>(nil)

    init() throws {
        let server = try ScriptedOrigin { [weak self] request in
            self?.answer(request) ?? .nothing
        }
        listening.withLock { $0 = server }
    }

    func stop() { listening.withLock { $0?.stop() } }

    func begin(_ id: String, _ scripts: [RequestScript]) {
        lock.withLock { cases[id] = Progress(scripts: scripts) }
    }

    func exchanges(of id: String) -> [Exchange] { lock.withLock { cases[id]?.exchanges ?? [] } }

    func url(of id: String) -> String { listening.withLock { $0?.url("/case/\(id)") ?? "" } }

    private func answer(_ request: RecordedRequest) -> Answer {
        let parts = request.path.split(separator: "/")
        guard parts.count >= 2, parts[0] == "case" else { return Answer(404) }
        let id = String(parts[1])
        return lock.withLock {
            guard var progress = cases[id] else { return Answer(404) }
            let count = progress.exchanges.count
            guard count < progress.scripts.count else {
                progress.exchanges.append(
                    Exchange(request: request, status: 409, sentAt: HTTPDateText.now)
                )
                cases[id] = progress
                return Answer(409, body: "more requests than the case has\n")
            }
            let script = progress.scripts[count]
            let (exchange, answer) = carryOut(
                script,
                for: request,
                id: id,
                earlier: progress.exchanges
            )
            progress.exchanges.append(exchange)
            cases[id] = progress
            return answer
        }
    }

    private func carryOut(
        _ script: RequestScript,
        for request: RecordedRequest,
        id: String,
        earlier: [Exchange]
    ) -> (Exchange, Answer) {
        let now = HTTPDateText.now
        var exchange = Exchange(request: request, sentAt: now)
        guard !script.disconnects else { return (exchange, .nothing) }
        let base = url(of: id)
        for field in script.responseFields {
            var value = field.text(at: now, rfc850Fields: script.rfc850Fields)
            let isLocation = ["location", "content-location"].contains(field.name.lowercased())
            if script.expandsLocations && isLocation {
                value = value.isEmpty ? base : "\(base)/\(value)"
            }
            exchange.fields.append((field.name, value, field.isChecked))
        }
        exchange.fields.append(("Server-Request-Count", "\(earlier.count + 1)", false))
        let status = script.responseStatus ?? defaultStatus(script, request, earlier)
        exchange.status = status
        let phrase = status == 999 ? "Condition Missing" : script.responsePhrase
        var answer = Answer(
            status,
            reason: phrase,
            fields: exchange.fields.map { ($0.name, $0.value) },
            body: script.responseBody ?? id,
            dated: false,
            keepsConnection: false
        )
        for interim in script.interimResponses.reversed() {
            let fields = interim.fields.map { ($0.name, $0.text(at: now)) }
            answer = answer.after(interim: interim.status, fields: fields)
        }
        if script.pauseBeforeAnswer > 0 {
            answer = answer.after(milliseconds: script.pauseBeforeAnswer * 1000)
        }
        return (exchange, answer)
    }

    private func defaultStatus(
        _ script: RequestScript,
        _ request: RecordedRequest,
        _ earlier: [Exchange]
    ) -> Int {
        guard script.expectsValidation else { return 200 }
        let (condition, validator) =
            script.expectedType == "etag_validated"
            ? ("if-none-match", "etag") : ("if-modified-since", "last-modified")
        guard let given = request.value(of: condition) else { return 999 }
        let sent = earlier.flatMap(\.fields).filter { $0.name.lowercased() == validator }
        let matches = sent.contains { field in
            condition == "if-none-match" ? given.contains(field.value) : given == field.value
        }
        return matches ? 304 : 999
    }
}
