import HTTPCacheRules
import Testing

@Suite struct PartialResponsesTests {
    private static func part(_ range: String, _ lines: String...) -> StoredHead {
        stored(
            ResponseHead(
                status: 206,
                fields: fields(
                    ["Cache-Control: max-age=60", "Content-Range: bytes \(range)"] + lines
                )
            )
        )
    }

    struct Case: Sendable {
        var stored: StoredHead
        var asked: [String]

        init(_ stored: StoredHead, _ asked: String...) {
            self.stored = stored
            self.asked = asked
        }
    }

    private static let section = "RFC 9111 §3.3"

    static let sufficient: [Row<Case, Bool>] = [
        Row("the whole from a part", section, Case(part("4-8/10")), false),
        Row("the whole from a beginning", section, Case(part("0-8/10")), false),
        Row("the whole from a part that is all", section, Case(part("0-9/10")), true),
        Row("inside", section, Case(part("4-8/10"), "Range: bytes=5-7"), true),
        Row("all of it", section, Case(part("4-8/10"), "Range: bytes=4-8"), true),
        Row("a byte before", section, Case(part("4-8/10"), "Range: bytes=3-8"), false),
        Row("a byte behind", section, Case(part("4-8/10"), "Range: bytes=4-9"), false),
        Row(
            "open, and the end is missing",
            section,
            Case(part("4-8/10"), "Range: bytes=5-"),
            false
        ),
        Row("open, and the end is there", section, Case(part("4-9/10"), "Range: bytes=6-"), true),
        Row("a suffix that is there", section, Case(part("4-9/10"), "Range: bytes=-6"), true),
        Row("a suffix that is not", section, Case(part("4-9/10"), "Range: bytes=-7"), false),
        Row("behind the end", section, Case(part("4-9/10"), "Range: bytes=10-"), true),
        Row("of unknown length, both ends", section, Case(part("4-8/*"), "Range: bytes=5-7"), true),
        Row("of unknown length, open", section, Case(part("4-8/*"), "Range: bytes=5-"), false),
        Row("of unknown length, a suffix", section, Case(part("4-8/*"), "Range: bytes=-1"), false),
        Row("several ranges", section, Case(part("4-8/10"), "Range: bytes=5-5,7-7"), false),
        Row(
            "a condition that fails",
            "RFC 9110 §13.1.5",
            Case(part("4-8/10", "ETag: \"a\""), "Range: bytes=5-7", "If-Range: \"b\""),
            false
        ),
        Row("no Content-Range", section, Case(stored(response(206)), "Range: bytes=5-7"), false),
        Row("a 200", section, Case(stored(response(200, "Cache-Control: max-age=60"))), true),
    ]

    @Test(arguments: sufficient) func holds(_ row: Row<Case, Bool>) {
        let presented = RequestHead(target: uri("http://a.test/"), fields: fields(row.input.asked))
        #expect(suffices(row.input.stored, for: presented) == row.expected)
        let outcome = reuseDecision(
            for: presented,
            among: [row.input.stored],
            under: settings(),
            at: now
        ).outcome
        #expect((Verdict(outcome) == .reuse) == row.expected)
    }

    static let completions: [Row<Case, [String]?>] = [
        Row(
            "a strong tag",
            section,
            Case(part("0-4/10", "ETag: \"a\"")),
            ["Range: bytes=5-", "If-Range: \"a\""]
        ),
        Row(
            "a weak tag, but fresh",
            section,
            Case(part("0-4/10", "ETag: W/\"a\"")),
            ["Range: bytes=5-"]
        ),
        Row("no validator, but fresh", section, Case(part("0-4/10")), ["Range: bytes=5-"]),
        Row(
            "a strong date",
            "RFC 9110 §8.8.2.2",
            Case(part("0-4/10", "Last-Modified: \(date(-60))", "Date: \(date(0))")),
            ["Range: bytes=5-", "If-Range: \(date(-60))"]
        ),
        Row("the beginning is missing", section, Case(part("1-4/10", "ETag: \"a\"")), nil),
        Row(
            "the caller has a condition",
            section,
            Case(part("0-4/10", "ETag: \"a\""), "If-None-Match: \"b\""),
            nil
        ),
        Row(
            "the caller wants a range",
            section,
            Case(part("0-4/10", "ETag: \"a\""), "Range: bytes=7-8"),
            nil
        ),
        Row(
            "no validator, and validation is demanded",
            section,
            Case(part("0-4/10"), "Cache-Control: no-cache"),
            nil
        ),
    ]

    @Test(arguments: completions) func completes(_ row: Row<Case, [String]?>) {
        let presented = RequestHead(target: uri("http://a.test/"), fields: fields(row.input.asked))
        let outcome = reuseDecision(
            for: presented,
            among: [row.input.stored],
            under: settings(),
            at: now
        ).outcome
        var expected = presented
        for line in fields(row.expected ?? []).lines {
            expected.fields.append(line.name, line.value)
        }
        #expect(outcome == .forward(expected, .partial))
    }

    @Test("a broken transfer is continued by its strong validator (RFC 9110 §14.2)")
    func resuming() {
        let head = stored(response(200, "ETag: \"a\"", "Content-Length: 10"))
        let resumed = resumingRequest(
            for: asking(),
            from: head,
            receivedLength: 4,
            isFresh: false
        )
        #expect(resumed?.fields == fields(["Range: bytes=4-", "If-Range: \"a\""]))
        #expect(
            resumingRequest(for: asking(), from: head, receivedLength: 0, isFresh: false) == nil
        )
        let weak = stored(response(200, "ETag: W/\"a\""))
        #expect(
            resumingRequest(for: asking(), from: weak, receivedLength: 4, isFresh: false) == nil
        )
    }
}
