// Short ways to write requests, and to say in a line what was sent or is stored.

import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// The moment at which every flow begins: 2026-01-01T00:00:00Z, a Thursday.
let start = Timestamp(secondsSinceEpoch: 1_767_225_600)

/// An HTTP date that lies seconds from the beginning.
func date(_ offset: Int64) -> String {
    HTTPDate.format(Timestamp(secondsSinceEpoch: start.secondsSinceEpoch + offset))
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

/// A request for `http://a.test` and a path; a lifetime is never guessed unless `change` says so.
func request(
    _ method: String = "GET",
    _ path: String = "/",
    _ lines: [String] = [],
    _ change: (inout CacheRequest) -> Void = { _ in }
) -> CacheRequest {
    var request = CacheRequest(
        head: RequestHead(
            method: method,
            target: uri("http://a.test\(path)"),
            fields: fields(lines)
        )
    )
    request.settings.defaultMaxAge = 0
    change(&request)
    return request
}

/// A GET for the usual target with these fields.
func get(_ lines: String..., with change: (inout CacheRequest) -> Void = { _ in }) -> CacheRequest {
    request("GET", "/", lines, change)
}

extension RequestHead {
    /// One line: method, path, and the fields in brackets.
    var summary: String {
        let lines = fields.lines.map { "\($0.name): \($0.value)" }
        let place = target.path + (target.query.map { "?\($0)" } ?? "")
        return "\(method) \(place)" + (lines.isEmpty ? "" : " [\(lines.joined(separator: "; "))]")
    }
}
