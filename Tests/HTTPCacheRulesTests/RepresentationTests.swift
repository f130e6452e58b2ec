import HTTPCacheRules
import Testing

@Suite struct RepresentationTests {
    private static func whole(_ lines: String...) -> StoredHead {
        stored(ResponseHead(status: 200, fields: fields(["Content-Length: 10"] + lines)))
    }

    private static let part = stored(
        ResponseHead(
            status: 206,
            fields: fields(["Content-Range: bytes 4-8/10", "Content-Length: 5", "ETag: \"a\""])
        )
    )

    private static let etag = "ETag: \"a\""

    /// What a request gets: status, bytes of the stored body, Content-Range.
    struct Expected: Sendable, Equatable {
        var status: Int
        var range: Range<Int64>?
        var contentRange: String?
    }

    struct Case: Sendable {
        var stored: StoredHead
        var length: Int64
        var asked: [String]
        var method = "GET"

        init(_ stored: StoredHead, length: Int64 = 10, method: String = "GET", _ asked: String...) {
            self.stored = stored
            self.length = length
            self.method = method
            self.asked = asked
        }
    }

    static let wholes: [Row<Case, Expected>] = [
        Row("all", "RFC 9111 §4", Case(whole()), .init(status: 200, range: 0..<10)),
        Row(
            "an empty body",
            "RFC 9111 §4",
            Case(whole(), length: 0),
            .init(status: 200, range: 0..<0)
        ),
        Row(
            "a range",
            "RFC 9110 §15.3.7",
            Case(whole(), "Range: bytes=1-3"),
            .init(status: 206, range: 1..<4, contentRange: "bytes 1-3/10")
        ),
        Row(
            "an open range",
            "RFC 9110 §14.1.2",
            Case(whole(), "Range: bytes=1-"),
            .init(status: 206, range: 1..<10, contentRange: "bytes 1-9/10")
        ),
        Row(
            "a suffix",
            "RFC 9110 §14.1.2",
            Case(whole(), "Range: bytes=-1"),
            .init(status: 206, range: 9..<10, contentRange: "bytes 9-9/10")
        ),
        Row(
            "behind the end",
            "RFC 9110 §15.5.17",
            Case(whole(), "Range: bytes=10-"),
            .init(status: 416, contentRange: "bytes */10")
        ),
        Row(
            "several ranges",
            "RFC 9110 §14.2",
            Case(whole(), "Range: bytes=1-2,4-5"),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "a malformed range",
            "RFC 9110 §14.2",
            Case(whole(), "Range: bytes=3-1"),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "with HEAD",
            "RFC 9110 §14.2",
            Case(whole(), method: "HEAD", "Range: bytes=1-3"),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "If-Range by the tag",
            "RFC 9110 §13.1.5",
            Case(whole(etag), "Range: bytes=1-3", "If-Range: \"a\""),
            .init(status: 206, range: 1..<4, contentRange: "bytes 1-3/10")
        ),
        Row(
            "If-Range by another tag",
            "RFC 9110 §13.1.5",
            Case(whole(etag), "Range: bytes=1-3", "If-Range: \"b\""),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "If-Range by a weak tag",
            "RFC 9110 §13.1.5",
            Case(whole("ETag: W/\"a\""), "Range: bytes=1-3", "If-Range: W/\"a\""),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "If-Range by the date",
            "RFC 9110 §13.1.5",
            Case(
                whole("Last-Modified: \(date(-60))", "Date: \(date(0))"),
                "Range: bytes=1-3",
                "If-Range: \(date(-60))"
            ),
            .init(status: 206, range: 1..<4, contentRange: "bytes 1-3/10")
        ),
        Row(
            "If-Range by a date that is too near",
            "RFC 9110 §8.8.2.2",
            Case(
                whole("Last-Modified: \(date(-59))", "Date: \(date(0))"),
                "Range: bytes=1-3",
                "If-Range: \(date(-59))"
            ),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "If-Range by another date",
            "RFC 9110 §13.1.5",
            Case(
                whole("Last-Modified: \(date(-60))", "Date: \(date(0))"),
                "Range: bytes=1-3",
                "If-Range: \(date(-50))"
            ),
            .init(status: 200, range: 0..<10)
        ),
        Row(
            "the caller's tag",
            "RFC 9111 §4.3.2",
            Case(whole(etag), "If-None-Match: \"a\""),
            .init(status: 304)
        ),
        Row(
            "the tag before the range",
            "RFC 9110 §13.2.2",
            Case(whole(etag), "If-None-Match: \"a\"", "Range: bytes=1-3"),
            .init(status: 304)
        ),
        Row(
            "another tag and a range",
            "RFC 9110 §13.2.2",
            Case(whole(etag), "If-None-Match: \"b\"", "Range: bytes=1-3"),
            .init(status: 206, range: 1..<4, contentRange: "bytes 1-3/10")
        ),
        Row(
            "of a 404",
            "RFC 9110 §14.2",
            Case(stored(response(404, etag)), "Range: bytes=1-3", "If-None-Match: \"a\""),
            .init(status: 404, range: 0..<10)
        ),
    ]

    static let parts: [Row<Case, Expected>] = [
        Row(
            "inside a part",
            "RFC 9111 §3.3",
            Case(part, length: 5, "Range: bytes=5-6"),
            .init(status: 206, range: 1..<3, contentRange: "bytes 5-6/10")
        ),
        Row(
            "the part itself",
            "RFC 9111 §3.3",
            Case(part, length: 5, "Range: bytes=4-8"),
            .init(status: 206, range: 0..<5, contentRange: "bytes 4-8/10")
        ),
        Row(
            "behind the representation's end",
            "RFC 9110 §15.5.17",
            Case(part, length: 5, "Range: bytes=10-"),
            .init(status: 416, contentRange: "bytes */10")
        ),
        Row(
            "a body shorter than it says",
            "RFC 9111 §3.3",
            Case(part, length: 2, "Range: bytes=5-8"),
            .init(status: 206, range: 1..<2, contentRange: "bytes 5-5/10")
        ),
        Row(
            "a part that is all",
            "RFC 9111 §3.3",
            Case(stored(response(206, "Content-Range: bytes 0-9/10"))),
            .init(status: 200, range: 0..<10)
        ),
    ]

    @Test(arguments: wholes + parts) func selects(_ row: Row<Case, Expected>) {
        let input = row.input
        let presented = RequestHead(
            method: input.method,
            target: input.stored.target,
            fields: fields(input.asked)
        )
        let selected = representation(
            of: input.stored,
            bodyLength: input.length,
            for: presented
        )
        #expect(
            Expected(
                status: selected.head.status,
                range: selected.range,
                contentRange: selected.head.fields["Content-Range"]
            ) == row.expected
        )
        if let range = selected.range, selected.head.status == 206 {
            #expect(selected.head.fields["Content-Length"] == "\(range.count)")
        }
    }

    @Test("what a 304 carries (RFC 9110 §15.4.5)") func notModifiedFields() {
        let head = Self.whole(Self.etag, "Date: x", "Vary: a", "Content-Type: a/b", "Other: y")
        let selected = representation(of: head, bodyLength: 10, for: asking("If-None-Match: \"a\""))
        #expect(selected.head.fields == fields([Self.etag, "Date: x", "Vary: a"]))
        #expect(selected.head.reason == "Not Modified")
    }
}
