import HTTPCacheRules
import Testing

@Suite struct FresheningTests {
    /// The stored responses' fields and those of the 304.
    struct Case: Sendable {
        var stored: [[String]]
        var notModified: [String]
        var asked: [String] = []
    }

    private static let section = "RFC 9111 §4.3.4"

    static let rows: [Row<Case, NotModifiedOutcome>] = [
        Row(
            "the strong tag",
            section,
            Case(stored: [["ETag: \"a\""]], notModified: ["ETag: \"a\""]),
            .freshen(index: 0)
        ),
        Row(
            "another strong tag",
            section,
            Case(stored: [["ETag: \"a\""]], notModified: ["ETag: \"b\""]),
            .askAgain
        ),
        Row(
            "a strong tag and a stored weak one",
            section,
            Case(stored: [["ETag: W/\"a\""]], notModified: ["ETag: \"a\""]),
            .askAgain
        ),
        Row(
            "a weak tag and a stored strong one",
            "RFC 9110 §8.8.3.2",
            Case(stored: [["ETag: \"a\""]], notModified: ["ETag: W/\"a\""]),
            .freshen(index: 0)
        ),
        Row(
            "both weak",
            "RFC 9110 §8.8.3.2",
            Case(stored: [["ETag: W/\"a\""]], notModified: ["ETag: W/\"a\""]),
            .freshen(index: 0)
        ),
        Row(
            "another weak tag",
            section,
            Case(stored: [["ETag: W/\"a\""]], notModified: ["ETag: W/\"b\""]),
            .askAgain
        ),
        Row(
            "a tag where none is stored",
            section,
            Case(stored: [["Last-Modified: x"]], notModified: ["ETag: \"a\"", "Last-Modified: x"]),
            .askAgain
        ),
        Row(
            "the second variant's tag",
            section,
            Case(stored: [["ETag: \"a\""], ["ETag: \"b\""]], notModified: ["ETag: \"b\""]),
            .freshen(index: 1)
        ),
        Row(
            "the same date",
            section,
            Case(stored: [["Last-Modified: x"]], notModified: ["Last-Modified: x"]),
            .freshen(index: 0)
        ),
        Row(
            "another date",
            section,
            Case(stored: [["Last-Modified: x"]], notModified: ["Last-Modified: y"]),
            .askAgain
        ),
        Row(
            "no validator, one stored without",
            section,
            Case(stored: [[]], notModified: []),
            .freshen(index: 0)
        ),
        Row(
            "no validator, one was asked about",
            section,
            Case(stored: [["ETag: \"a\""]], notModified: []),
            .freshen(index: 0)
        ),
        Row(
            "no validator, two were asked about",
            section,
            Case(stored: [["ETag: \"a\""], ["ETag: \"b\""]], notModified: []),
            .askAgain
        ),
        Row("nothing stored", section, Case(stored: [], notModified: ["ETag: \"a\""]), .askAgain),
        Row(
            "the caller's own tag",
            "RFC 9111 §4.3.2",
            Case(
                stored: [["ETag: \"a\""]],
                notModified: ["ETag: \"b\""],
                asked: ["If-None-Match: \"b\""]
            ),
            .passOn
        ),
        Row(
            "the weak one is the most recent",
            section,
            Case(
                stored: [
                    ["ETag: W/\"a\"", "Date: \(date(-9))"], ["ETag: W/\"a\"", "Date: \(date(-5))"],
                ],
                notModified: ["ETag: W/\"a\""]
            ),
            .freshen(index: 1)
        ),
    ]

    @Test(arguments: rows) func outcome(_ row: Row<Case, NotModifiedOutcome>) {
        let heads = row.input.stored.map {
            stored(ResponseHead(status: 200, fields: fields($0)))
        }
        let notModified = ResponseHead(status: 304, fields: fields(row.input.notModified))
        let presented = RequestHead(target: uri("http://a.test/"), fields: fields(row.input.asked))
        #expect(
            notModifiedOutcome(among: heads, with: notModified, answering: presented)
                == row.expected
        )
    }

    @Test("all with the strong tag are freshened (RFC 9111 §4.3.4)") func allWithTheTag() {
        let heads = ["\"a\"", "\"b\"", "\"a\"", "W/\"a\""].map {
            stored(response(200, "ETag: \($0)"))
        }
        let strong = response(304, "ETag: \"a\"")
        #expect(alsoFreshened(among: heads, with: strong, selected: 0) == [2])
        let weak = response(304, "ETag: W/\"a\"")
        #expect(alsoFreshened(among: heads, with: weak, selected: 0).isEmpty)
    }

    @Test("the age counts from the confirmation (RFC 9111 §4.3.4)") func age() {
        let old = stored(
            response(200, "Cache-Control: max-age=10", "Age: 7", "Date: \(date(-99))"),
            ago: 90
        )
        for lines in [["Date: \(date(0))"], []] {
            let new = freshen(
                old,
                with: ResponseHead(status: 304, fields: fields(lines)),
                under: settings(),
                requestTime: now,
                responseTime: now
            )
            #expect(currentAge(of: new, at: now).seconds == 0)
            #expect(freshness(of: new, under: settings(), at: now).isFresh)
        }
        let aged = freshen(
            old,
            with: response(304, "Age: 4", "Date: \(date(0))"),
            under: settings(),
            requestTime: now,
            responseTime: now
        )
        #expect(currentAge(of: aged, at: now).seconds == 4)
    }

    /// The stored fields, the answer to HEAD.
    struct Head: Sendable {
        var stored: [String] = []
        var status = 200
        var lines: [String] = []
    }

    static let heads: [Row<Head, HeadOutcome>] = [
        Row("nothing contradicts", "RFC 9111 §4.3.5", Head(), .freshen),
        Row("the same length", "RFC 9111 §4.3.5", Head(lines: ["Content-Length: 10"]), .freshen),
        Row("another length", "RFC 9111 §4.3.5", Head(lines: ["Content-Length: 11"]), .invalidate),
        Row(
            "a malformed length",
            "RFC 9111 §4.3.5",
            Head(lines: ["Content-Length: x"]),
            .invalidate
        ),
        Row(
            "the same tag",
            "RFC 9111 §4.3.5",
            Head(stored: ["ETag: \"a\""], lines: ["ETag: \"a\""]),
            .freshen
        ),
        Row(
            "another tag",
            "RFC 9111 §4.3.5",
            Head(stored: ["ETag: \"a\""], lines: ["ETag: \"b\""]),
            .invalidate
        ),
        Row(
            "a tag where none is stored",
            "RFC 9111 §4.3.5",
            Head(lines: ["ETag: \"b\""]),
            .invalidate
        ),
        Row(
            "the same date",
            "RFC 9111 §4.3.5",
            Head(stored: ["Last-Modified: x"], lines: ["Last-Modified: x"]),
            .freshen
        ),
        Row(
            "another date",
            "RFC 9111 §4.3.5",
            Head(stored: ["Last-Modified: x"], lines: ["Last-Modified: y"]),
            .invalidate
        ),
        Row("gone", "RFC 9111 §4.3.5", Head(status: 410), .invalidate),
        Row("not found", "RFC 9111 §4.3.5", Head(status: 404), .invalidate),
        Row("an error", "RFC 9111 §4.3.5", Head(status: 503), .leave),
        Row("a redirect", "RFC 9111 §4.3.5", Head(status: 302), .leave),
        Row("not modified", "RFC 9111 §4.3.5", Head(status: 304), .leave),
    ]

    @Test(arguments: heads) func headAnswer(_ row: Row<Head, HeadOutcome>) {
        let head = stored(ResponseHead(status: 200, fields: fields(row.input.stored)))
        let answer = ResponseHead(status: row.input.status, fields: fields(row.input.lines))
        #expect(headOutcome(for: head, bodyLength: 10, given: answer) == row.expected)
    }
}
