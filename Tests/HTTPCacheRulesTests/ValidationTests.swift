import HTTPCacheRules
import Testing

@Suite struct ValidationTests {
    private static let section = "RFC 9111 §4.3.1"

    @Test("entity tag and date, to the letter (RFC 9111 §4.3.1)") func bothValidators() {
        let head = stored(response(200, "ETag: W/\"a\"", "Last-Modified: not a date"))
        let conditional = conditionalRequest(
            for: asking("A: b"),
            validating: [head],
            selected: head
        )
        #expect(
            conditional?.fields
                == fields(["A: b", "If-None-Match: W/\"a\"", "If-Modified-Since: not a date"])
        )
    }

    @Test("a bare tag stays bare (RFC 9110 §8.8.3)") func bareTag() {
        let head = stored(response(200, "ETag: abc"))
        let conditional = conditionalRequest(for: asking(), validating: [head], selected: head)
        #expect(conditional?.fields == fields(["If-None-Match: abc"]))
    }

    @Test("all variants' tags once, the selected one's date (RFC 9111 §4.3.1)") func allVariants() {
        let all = ["1", "2", "1"].map {
            stored(response(200, "ETag: \"\($0)\"", "Last-Modified: \($0)"))
        }
        let conditional = conditionalRequest(for: asking(), validating: all, selected: all[1])
        #expect(
            conditional?.fields
                == fields(["If-None-Match: \"1\", \"2\"", "If-Modified-Since: 2"])
        )
    }

    @Test("without validator there is no condition (RFC 9111 §4.3.1)") func noValidator() {
        let head = stored(response(200, "Last-Modified:"))
        #expect(conditionalRequest(for: asking(), validating: [head], selected: head) == nil)
        #expect(conditionalRequest(for: asking(), validating: [], selected: nil) == nil)
    }

    @Test("the caller's precondition never doubles (RFC 9111 §4.3.2)") func ownPreconditions() {
        let head = stored(response(200, "ETag: \"a\"", "Last-Modified: \(date(-60))"))
        let presented = asking("If-None-Match: \"b\", \"a\"", "If-Modified-Since: \(date(-90))")
        let conditional = conditionalRequest(for: presented, validating: [head], selected: head)
        #expect(
            conditional?.fields
                == fields(["If-None-Match: \"a\", \"b\"", "If-Modified-Since: \(date(-60))"])
        )
    }

    @Test("a part's tag only where its range suffices (RFC 9111 §4.3.1)") func partialTag() {
        let part = stored(
            ResponseHead(
                status: 206,
                fields: fields(["ETag: \"a\"", "Content-Range: bytes 0-4/10"])
            )
        )
        #expect(conditionalRequest(for: asking(), validating: [part], selected: part) == nil)
        let inside = asking("Range: bytes=1-2")
        #expect(
            conditionalRequest(for: inside, validating: [part], selected: part)?.fields
                == fields(["Range: bytes=1-2", "If-None-Match: \"a\""])
        )
    }

    /// The stored validators, and the caller's precondition.
    struct Condition: Sendable {
        var stored: [String]
        var asked: [String]
    }

    private static let modified = "Last-Modified: \(date(-60))"

    static let conditions: [Row<Condition, Bool>] = [
        Row(
            "the tag",
            "RFC 9110 §13.1.2",
            Condition(stored: ["ETag: \"a\""], asked: ["If-None-Match: \"a\""]),
            true
        ),
        Row(
            "another tag",
            "RFC 9110 §13.1.2",
            Condition(stored: ["ETag: \"a\""], asked: ["If-None-Match: \"b\""]),
            false
        ),
        Row(
            "one of several",
            "RFC 9110 §13.1.2",
            Condition(stored: ["ETag: \"a\""], asked: ["If-None-Match: \"b\", \"a\""]),
            true
        ),
        Row(
            "on a second line",
            "RFC 9110 §13.1.2",
            Condition(
                stored: ["ETag: \"a\""],
                asked: ["If-None-Match: \"b\"", "If-None-Match: \"a\""]
            ),
            true
        ),
        Row(
            "weak against strong",
            "RFC 9110 §13.1.2",
            Condition(stored: ["ETag: \"a\""], asked: ["If-None-Match: W/\"a\""]),
            true
        ),
        Row("any", "RFC 9110 §13.1.2", Condition(stored: [], asked: ["If-None-Match: *"]), true),
        Row(
            "nothing stored to compare",
            "RFC 9110 §13.1.2",
            Condition(stored: [], asked: ["If-None-Match: \"a\""]),
            false
        ),
        Row(
            "the tag counts alone",
            "RFC 9110 §13.1.3",
            Condition(
                stored: ["ETag: \"a\"", modified],
                asked: ["If-None-Match: \"b\"", "If-Modified-Since: \(date(0))"]
            ),
            false
        ),
        Row(
            "modified just then",
            "RFC 9110 §13.1.3",
            Condition(stored: [modified], asked: ["If-Modified-Since: \(date(-60))"]),
            true
        ),
        Row(
            "modified a second later",
            "RFC 9110 §13.1.3",
            Condition(stored: [modified], asked: ["If-Modified-Since: \(date(-61))"]),
            false
        ),
        Row(
            "modified before",
            "RFC 9110 §13.1.3",
            Condition(stored: [modified], asked: ["If-Modified-Since: \(date(-59))"]),
            true
        ),
        Row(
            "in RFC 850 form",
            "RFC 9110 §5.6.7",
            Condition(
                stored: ["Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"],
                asked: ["If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT"]
            ),
            true
        ),
        Row(
            "no date",
            "RFC 9110 §13.1.3",
            Condition(stored: [modified], asked: ["If-Modified-Since: x"]),
            false
        ),
        Row(
            "Date stands in",
            "RFC 9111 §4.3.2",
            Condition(stored: ["Date: \(date(-30))"], asked: ["If-Modified-Since: \(date(-30))"]),
            true
        ),
        Row(
            "Date is later",
            "RFC 9111 §4.3.2",
            Condition(stored: ["Date: \(date(-30))"], asked: ["If-Modified-Since: \(date(-31))"]),
            false
        ),
        Row(
            "reception stands in",
            "RFC 9111 §4.3.2",
            Condition(stored: [], asked: ["If-Modified-Since: \(date(0))"]),
            true
        ),
    ]

    @Test(arguments: conditions) func evaluates(_ row: Row<Condition, Bool>) {
        let head = stored(ResponseHead(status: 200, fields: fields(row.input.stored)))
        let presented = RequestHead(target: head.target, fields: fields(row.input.asked))
        #expect(isNotModified(head, for: presented) == row.expected)
    }
}
