// Short ways to write the heads that the tables speak of.

import HTTPCacheRules
import Testing

/// A row of a table: what is claimed, where it is written, what goes in and what is to come out.
struct Row<Input: Sendable, Expected: Sendable>: CustomTestStringConvertible, Sendable {
    var name: String
    var section: String
    var input: Input
    var expected: Expected

    init(_ name: String, _ section: String, _ input: Input, _ expected: Expected) {
        self.name = name
        self.section = section
        self.input = input
        self.expected = expected
    }

    var testDescription: String { "\(name) (\(section))" }
}

/// The moment that all tables call now: 2026-01-01T00:00:00Z, a Thursday.
let now = Timestamp(secondsSinceEpoch: 1_767_225_600)

/// An HTTP date that lies seconds from now.
func date(_ offset: Int64) -> String {
    HTTPDate.format(Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + offset))
}

func uri(_ text: String) -> TargetURI {
    switch TargetURI.parse(text) {
    case .success(let parsed): return parsed.target
    case .failure(let malformation):
        Issue.record("\(text): \(malformation)")
        return uri("http://malformed.invalid/")
    }
}

/// Fields from lines such as `Cache-Control: max-age=60`.
func fields(_ lines: [String]) -> Fields {
    var fields = Fields()
    for line in lines {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        fields.append(FieldName(String(parts[0])), String(value))
    }
    return fields
}

func response(_ status: Int = 200, _ lines: String...) -> ResponseHead {
    ResponseHead(status: status, reason: "", fields: fields(lines))
}

func request(
    _ method: String = "GET",
    _ target: String = "http://a.test/",
    _ lines: String...
) -> RequestHead {
    RequestHead(method: method, target: uri(target), fields: fields(lines))
}

/// A request for the usual target with these fields.
func asking(_ lines: String...) -> RequestHead {
    RequestHead(target: uri("http://a.test/"), fields: fields(lines))
}

/// A response stored some seconds ago.
func stored(
    _ response: ResponseHead,
    ago: Int64 = 0,
    delay: Int64 = 0,
    askedBy lines: [String] = []
) -> StoredHead {
    let received = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - ago)
    return StoredHead(
        target: uri("http://a.test/"),
        nominatedFields: nominatedFields(
            by: response,
            in: RequestHead(target: uri("http://a.test/"), fields: fields(lines))
        ),
        response: response,
        requestTime: received - Seconds(saturating: delay),
        responseTime: received
    )
}

/// Settings with some knobs turned.
func settings(_ change: (inout CacheSettings) -> Void = { _ in }) -> CacheSettings {
    var settings = CacheSettings()
    settings.defaultMaxAge = 0
    change(&settings)
    return settings
}

/// A decision in one word, so that rows stay short.
enum Verdict: Hashable, Sendable {
    case reuse, reuseWhileValidating, validate(ForwardReason), forward(ForwardReason), unsatisfiable

    init(_ decision: ReuseDecision) {
        switch decision {
        case .reuse: self = .reuse
        case .reuseWhileValidating: self = .reuseWhileValidating
        case .validate(_, let reason): self = .validate(reason)
        case .forward(_, let reason): self = .forward(reason)
        case .unsatisfiable: self = .unsatisfiable
        }
    }
}
