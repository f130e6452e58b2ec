import Foundation
import TestSupport

/// How a case came out.
enum Verdict: Equatable, Sendable {
    case passed
    case failed(String)
    case notJudged(String)
}

/// A case's outcome and the story that led to it.
struct CaseResult: Sendable {
    var verdict: Verdict
    var transcript: String
}

/// Runs one case: each request through a client process, then the checks.
struct CaseRunner: Sendable {
    let origin: CaseOrigin
    let client: ConformanceClient

    func run(_ test: ConformanceCase) async throws -> CaseResult {
        let id = UUID().uuidString.lowercased()
        origin.begin(id, test.requests)
        let command = try client.command()
        defer { command.place.remove() }
        var transcript = Transcript()
        var lastModified: String?
        for (index, script) in test.requests.enumerated() {
            let before = origin.exchanges(of: id).count
            let arguments =
                client.arguments + self.arguments(for: script, id: id, after: lastModified)
            transcript.begin(index + 1, [command.program.path] + arguments)
            let result = try await command.run(arguments)
            let exchanges = origin.exchanges(of: id)
            let response = ClientResponse(result.outputBytes)
            lastModified = response?.head.value(of: "last-modified") ?? lastModified
            transcript.add(Array(exchanges[before...]))
            transcript.add(result)
            let judgement = Judgement(
                script: script,
                id: id,
                response: response,
                result: result,
                seen: Array(exchanges[before...]),
                all: exchanges
            )
            if let fault = judgement.firstFault() {
                let reason = "request \(index + 1): \(fault.reason)"
                return CaseResult(
                    verdict: fault.isSetup ? .notJudged(reason) : .failed(reason),
                    transcript: transcript.text
                )
            }
            if script.pausesAfter {
                transcript.note("three seconds pass")
                try await Task.sleep(for: .seconds(3))
            }
        }
        return CaseResult(verdict: .passed, transcript: transcript.text)
    }

    private func arguments(
        for script: RequestScript,
        id: String,
        after lastModified: String?
    ) -> [String] {
        var arguments = script.method == "HEAD" ? ["-I"] : ["-X", script.method]
        for field in script.requestFields {
            var value = field.text(at: HTTPDateText.now)
            let isMagic =
                script.countsFromLastModified && field.name.lowercased() == "if-modified-since"
            if isMagic, let offset = field.value.integer, let lastModified {
                value = HTTPDateText.shift(lastModified, by: offset) ?? value
            }
            arguments += ["-H", value.isEmpty ? "\(field.name);" : "\(field.name): \(value)"]
        }
        if script.sendsNoCache { arguments += ["-H", "Cache-Control: max-age=0"] }
        if let body = script.requestBody { arguments += ["-d", body] }
        return arguments + [origin.url(of: id) + script.urlSuffix]
    }
}

/// The program that plays the client.
///
/// `CONFORMANCE_CLIENT` in the environment names another than the built `httpcache`, with its first
/// arguments: `curl -i -s`, for example.
struct ConformanceClient: Sendable {
    var path: String?
    var arguments: [String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        let words = (environment["CONFORMANCE_CLIENT"] ?? "").split(separator: " ").map(String.init)
        if let first = words.first {
            path = first.contains("/") ? first : "/usr/bin/\(first)"
            arguments = Array(words.dropFirst())
        } else {
            arguments = ["fetch", "-i", "-s", "--default-max-age", "0"]
        }
    }

    /// The client with a home and cache of its own.
    func command() throws -> BuiltCommand {
        var command = try path.map { try BuiltCommand(at: $0) } ?? BuiltCommand("httpcache")
        command.program.timeLimit = .seconds(30)
        return command
    }
}
