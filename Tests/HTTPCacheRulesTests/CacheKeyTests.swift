import HTTPCacheRules
import Testing

@Suite struct CacheKeyTests {
    private static func key(
        _ text: String,
        method: String = "GET",
        partition: String? = nil,
        _ rule: NoVarySearch? = nil,
        content: String? = nil
    ) -> String {
        cacheKeyText(
            method: method,
            target: uri(text),
            partition: partition,
            noVarySearch: rule,
            contentDigest: content
        )
    }

    @Test("equivalent spellings share a key (RFC 3986 §6.2)") func equivalent() {
        #expect(Self.key("HTTP://EX.test:80#f") == Self.key("http://ex.test/"))
        #expect(Self.key("http://u:p@ex.test/%7Ea") == Self.key("http://ex.test/~a"))
        #expect(Self.key("http://ex.test/", method: "HEAD") == Self.key("http://ex.test/"))
    }

    @Test("different requests don't (RFC 9111 §2)") func different() {
        let rule = NoVarySearch(of: response(200, "No-Vary-Search: key-order"))
        let texts = [
            Self.key("http://ex.test/"), Self.key("http://ex.test/?"),
            Self.key("http://ex.test/?a"), Self.key("http://ex.test/?a="),
            Self.key("http://ex.test/a"), Self.key("https://ex.test/"),
            Self.key("http://ex.test/", method: "QUERY"),
            Self.key("http://ex.test/", method: "QUERY", content: "1"),
            Self.key("http://ex.test/", method: "QUERY", content: "2"),
            Self.key("http://ex.test/", partition: "user a"),
            Self.key("http://ex.test/", partition: "user b"),
            Self.key("http://ex.test/?a=", rule), Self.key("http://ex.test/", rule),
            searchRuleKeyText(target: uri("http://ex.test/"), partition: nil),
        ]
        #expect(Set(texts).count == texts.count)
    }

    @Test("credentials make a partition (semantics)") func partitions() {
        #expect(partitionText(for: fields(["Accept: a"])) == nil)
        let one = partitionText(for: fields(["Authorization: x"]))
        #expect(one != nil && one == partitionText(for: fields(["authorization: x", "A: b"])))
        #expect(one != partitionText(for: fields(["Authorization: y"])))
        #expect(one != partitionText(for: fields(["Cookie: x"])))
        #expect(
            partitionText(for: fields(["Cookie: x", "Authorization: y"]))
                == partitionText(for: fields(["Authorization: y", "Cookie: x"]))
        )
    }

    @Test("no text is ambiguous") func contentFields() {
        #expect(
            contentKeyText(for: fields(["Content-Type: a"]))
                != contentKeyText(for: fields(["Content-Encoding: a"]))
        )
        #expect(contentKeyText(for: fields(["Accept: a"])).isEmpty)
    }

    /// A No-Vary-Search value and two queries.
    struct Case: Sendable {
        var rule: String
        var left: String?
        var right: String?
    }

    private static let section = "No-Vary-Search"

    static let rows: [Row<Case, Bool>] = [
        Row(
            "order ignored",
            section,
            Case(rule: "key-order", left: "a=1&b=2", right: "b=2&a=1"),
            true
        ),
        Row(
            "order of one name counts",
            section,
            Case(rule: "key-order", left: "a=1&a=2", right: "a=2&a=1"),
            false
        ),
        Row("all ignored", section, Case(rule: "params", left: "a=1", right: "b=2"), true),
        Row("all ignored, no query", section, Case(rule: "params", left: nil, right: "b=2"), true),
        Row(
            "one ignored",
            section,
            Case(rule: "params=(\"utm\")", left: "a=1&utm=x", right: "a=1"),
            true
        ),
        Row(
            "another counts",
            section,
            Case(rule: "params=(\"utm\")", left: "a=1", right: "a=2"),
            false
        ),
        Row(
            "its order counts",
            section,
            Case(rule: "params=(\"utm\")", left: "a=1&b=2", right: "b=2&a=1"),
            false
        ),
        Row(
            "all but one",
            section,
            Case(rule: "params, except=(\"id\")", left: "id=1&a=1", right: "b=1&id=1"),
            true
        ),
        Row(
            "that one counts",
            section,
            Case(rule: "params, except=(\"id\")", left: "id=1", right: "id=2"),
            false
        ),
        Row(
            "encoded names",
            section,
            Case(rule: "params=(\"a%20b\")", left: "a+b=1", right: ""),
            true
        ),
        Row(
            "spelling of values",
            section,
            Case(rule: "key-order", left: "a=%7e+", right: "a=~%20"),
            true
        ),
        Row("empty pairs", section, Case(rule: "key-order", left: "&&a=1&", right: "a=1"), true),
    ]

    @Test(arguments: rows) func queries(_ row: Row<Case, Bool>) throws {
        let rule = try #require(
            NoVarySearch(of: response(200, "No-Vary-Search: \(row.input.rule)"))
        )
        #expect(
            (rule.normalized(row.input.left) == rule.normalized(row.input.right)) == row.expected
        )
    }

    @Test(
        "without effect (No-Vary-Search)",
        arguments: [
            "", "x", "key-order=?0", "params=?0", "params=()", "key-order=1", "params=(a)",
            "except=(\"a\")", "params=(\"a\"), except=(\"b\")", "params=\"a\"", "params, except=a",
            "params,",
        ]
    )
    func withoutEffect(_ value: String) {
        #expect(NoVarySearch(of: response(200, "No-Vary-Search: \(value)")) == nil)
    }
}
