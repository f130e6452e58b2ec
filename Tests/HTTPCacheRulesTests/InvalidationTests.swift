import HTTPCacheRules
import Testing

@Suite struct InvalidationTests {
    struct Case: Sendable {
        var method = "POST"
        var status = 200
        var lines: [String] = []
    }

    private static let section = "RFC 9111 §4.4"
    private static let this = "http://a.test/x"

    static let rows: [Row<Case, [String]>] = [
        Row("POST", section, Case(), [this]),
        Row("PUT", section, Case(method: "PUT"), [this]),
        Row("DELETE", section, Case(method: "DELETE"), [this]),
        Row("PATCH", section, Case(method: "PATCH"), [this]),
        Row("an unknown method", section, Case(method: "M-SEARCH"), [this]),
        Row("GET", section, Case(method: "GET"), []),
        Row("HEAD", section, Case(method: "HEAD"), []),
        Row("OPTIONS", section, Case(method: "OPTIONS"), []),
        Row("TRACE", section, Case(method: "TRACE"), []),
        Row("QUERY is safe", section, Case(method: "QUERY"), []),
        Row("a redirect", section, Case(status: 399), [this]),
        Row("an error", section, Case(status: 400), []),
        Row("a server's error", section, Case(status: 500), []),
        Row("an interim answer", section, Case(status: 199), []),
        Row("Location", section, Case(lines: ["Location: y"]), [this, "http://a.test/y"]),
        Row(
            "Content-Location",
            section,
            Case(lines: ["Content-Location: /y"]),
            [this, "http://a.test/y"]
        ),
        Row(
            "both, and equal",
            section,
            Case(lines: ["Location: y", "Content-Location: /y"]),
            [this, "http://a.test/y"]
        ),
        Row("the target itself", section, Case(lines: ["Location: x"]), [this]),
        Row("another host", section, Case(lines: ["Location: http://b.test/x"]), [this]),
        Row("another port", section, Case(lines: ["Location: http://a.test:81/x"]), [this]),
        Row("another scheme", section, Case(lines: ["Location: https://a.test/x"]), [this]),
        Row("what is no URI", section, Case(lines: ["Location: http://[x"]), [this]),
    ]

    @Test(arguments: rows) func targets(_ row: Row<Case, [String]>) {
        let head = ResponseHead(status: row.input.status, fields: fields(row.input.lines))
        let targets = invalidatedTargets(
            request: request(row.input.method, Self.this),
            response: head
        )
        #expect(targets.map(\.description) == row.expected)
    }

    @Test("groups of a response (RFC 9875 §2)") func groups() {
        #expect(
            cacheGroups(of: response(200, "Cache-Groups: \"a\", \"b\";x", "Cache-Groups: \"a\""))
                == ["a", "b"]
        )
        #expect(cacheGroups(of: response(200, "Cache-Groups: a")).isEmpty)
        #expect(cacheGroups(of: response(200, "Cache-Groups: \"a")).isEmpty)
        #expect(cacheGroups(of: response(200)).isEmpty)
    }

    @Test("groups that an unsafe request invalidates (RFC 9875 §3)") func invalidatedGroup() {
        let answer = response(200, "Cache-Group-Invalidation: \"a\"")
        #expect(invalidatedGroups(request: request("POST"), response: answer) == ["a"])
        #expect(invalidatedGroups(request: request("GET"), response: answer).isEmpty)
        let error = response(500, "Cache-Group-Invalidation: \"a\"")
        #expect(invalidatedGroups(request: request("POST"), response: error).isEmpty)
    }

    @Test("a group ends at its origin (RFC 9875 §2.1)") func groupsAndOrigins() {
        let head = stored(response(200, "Cache-Groups: \"a\""))
        #expect(belongs(head, toAnyOf: ["b", "a"], of: uri("http://a.test/y")))
        #expect(!belongs(head, toAnyOf: ["A"], of: uri("http://a.test/y")))
        #expect(!belongs(head, toAnyOf: ["a"], of: uri("https://a.test/y")))
        #expect(!belongs(head, toAnyOf: [], of: uri("http://a.test/y")))
    }
}
