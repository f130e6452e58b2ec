import HTTPCacheRules
import Testing

@Suite struct VaryTests {
    /// A Vary value, the fields of the first request, those of the second.
    struct Case: Sendable {
        var vary: [String]
        var first: [String]
        var second: [String]

        init(_ vary: String..., first: [String], second: [String]) {
            self.vary = vary
            self.first = first
            self.second = second
        }
    }

    private static let section = "RFC 9111 §4.1"

    static let rows: [Row<Case, Bool>] = [
        Row("no Vary", section, Case(first: ["A: 1"], second: ["A: 2"]), true),
        Row("equal", section, Case("A", first: ["A: 1"], second: ["a: 1"]), true),
        Row("unequal", section, Case("A", first: ["A: 1"], second: ["A: 2"]), false),
        Row("absent in the first", section, Case("A", first: [], second: ["A: 1"]), false),
        Row("absent in the second", section, Case("A", first: ["A: 1"], second: []), false),
        Row("absent in both", section, Case("A", first: ["B: 1"], second: ["B: 2"]), true),
        Row("empty is not absent", section, Case("A", first: ["A:"], second: []), false),
        Row(
            "two fields, one unequal",
            section,
            Case("A, B", first: ["A: 1", "B: 1"], second: ["A: 1", "B: 2"]),
            false
        ),
        Row("two lines of Vary", section, Case("A", "B", first: ["B: 1"], second: ["B: 2"]), false),
        Row("case of the name", section, Case("fOO", first: ["Foo: 1"], second: ["FOO: 2"]), false),
        Row("an asterisk", section, Case("*", first: ["A: 1"], second: ["A: 1"]), false),
        Row(
            "an asterisk among others",
            section,
            Case("A, *", first: ["A: 1"], second: ["A: 1"]),
            false
        ),
        Row(
            "an asterisk on a second line",
            section,
            Case("A", "*", first: ["A: 1"], second: ["A: 1"]),
            false
        ),
        Row(
            "an asterisk behind an empty member",
            section,
            Case(", *", first: [], second: []),
            false
        ),
        Row(
            "lines combined",
            section,
            Case("A", first: ["A: 1, 2"], second: ["A: 1", "A: 2"]),
            true
        ),
        Row(
            "blanks around members",
            section,
            Case("A", first: ["A: 1,2"], second: ["A:  1, 2 "]),
            true
        ),
        Row(
            "blanks inside a member",
            section,
            Case("A", first: ["A: a b"], second: ["A: ab"]),
            false
        ),
        Row(
            "order in an unknown field",
            section,
            Case("A", first: ["A: 1, 2"], second: ["A: 2, 1"]),
            false
        ),
        Row(
            "case in an unknown field",
            section,
            Case("A", first: ["A: a"], second: ["A: A"]),
            false
        ),
        Row(
            "order of languages",
            "RFC 9110 §12.5.4",
            Case(
                "Accept-Language",
                first: ["Accept-Language: en, de"],
                second: ["Accept-Language: de, en"]
            ),
            true
        ),
        Row(
            "case of languages",
            "RFC 9110 §12.5.4",
            Case(
                "Accept-Language",
                first: ["Accept-Language: en"],
                second: ["Accept-Language: EN"]
            ),
            true
        ),
        Row(
            "weights of languages",
            "RFC 9110 §12.4.2",
            Case(
                "Accept-Language",
                first: ["Accept-Language: en;q=0.5, de"],
                second: ["Accept-Language: de;q=1.000, en; q=0.50"]
            ),
            true
        ),
        Row(
            "other weights",
            "RFC 9110 §12.4.2",
            Case(
                "Accept-Language",
                first: ["Accept-Language: en;q=0.5, de"],
                second: ["Accept-Language: en, de;q=0.5"]
            ),
            false
        ),
        Row(
            "codings",
            "RFC 9110 §12.5.3",
            Case(
                "Accept-Encoding",
                first: ["Accept-Encoding: gzip, br"],
                second: ["Accept-Encoding: br,GZIP"]
            ),
            true
        ),
        Row(
            "another coding",
            "RFC 9110 §12.5.3",
            Case(
                "Accept-Encoding",
                first: ["Accept-Encoding: gzip, br"],
                second: ["Accept-Encoding: gzip"]
            ),
            false
        ),
    ]

    @Test(arguments: rows) func matches(_ row: Row<Case, Bool>) {
        let lines = row.input.vary.map { "Vary: \($0)" }
        let head = stored(
            ResponseHead(status: 200, fields: fields(lines)),
            askedBy: row.input.first
        )
        let presented = RequestHead(target: head.target, fields: fields(row.input.second))
        #expect(nominatedFieldsMatch(head, presented) == row.expected)
    }

    static let languages: [Row<String, Bool>] = [
        Row("the one liked best", "RFC 9110 §12.5.4", "fr;q=0.5, de;q=1.0", true),
        Row("liked less", "RFC 9110 §12.5.4", "fr, de;q=0.5", false),
        Row("liked as much as another", "RFC 9110 §12.5.4", "fr, de", false),
        Row("not acceptable", "RFC 9110 §12.4.2", "de;q=0", false),
        Row("a malformed weight", "RFC 9110 §12.4.2", "de;q=2", false),
        Row("nothing", "RFC 9110 §12.5.4", "", false),
    ]

    @Test(arguments: languages) func storedLanguage(_ row: Row<String, Bool>) {
        let head = stored(
            response(200, "Vary: Accept-Language", "Content-Language: de"),
            askedBy: ["Accept-Language: en, de"]
        )
        #expect(nominatedFieldsMatch(head, asking("Accept-Language: \(row.input)")) == row.expected)
    }

    @Test("only what Vary names is kept of the request (RFC 9111 §4.1)") func nominated() {
        let presented = asking("A: 1", "Authorization: secret", "a: 2")
        #expect(
            nominatedFields(by: response(200, "Vary: a"), in: presented).lines.map(\.value) == [
                "1", "2",
            ]
        )
        #expect(nominatedFields(by: response(200, "Vary: *"), in: presented).lines.isEmpty)
        #expect(nominatedFields(by: response(200), in: presented).lines.isEmpty)
    }

    @Test("an answer for anybody serves a request with cookies (RFC 9111 §4.1)") func cookies() {
        let presented = asking("Cookie: a=b")
        #expect(servesDespiteCookies(stored(response(200)), presented))
        #expect(!servesDespiteCookies(stored(response(200, "Vary: Cookie")), presented))
        #expect(!servesDespiteCookies(stored(response(200, "Cache-Control: private")), presented))
        #expect(!servesDespiteCookies(stored(response(200)), asking("Authorization: x")))
    }
}
