import HTTPCacheRules
import Testing

@Suite struct CombinationTests {
    private static let tag = "ETag: \"a\""

    private static func head(_ range: String, _ lines: String...) -> ResponseHead {
        ResponseHead(
            status: 206,
            fields: fields(["Content-Range: bytes \(range)"] + lines)
        )
    }

    struct Case: Sendable {
        var stored: ResponseHead
        var length: Int64
        var received: ResponseHead

        init(_ stored: ResponseHead, _ length: Int64, _ received: ResponseHead) {
            self.stored = stored
            self.length = length
            self.received = received
        }
    }

    /// How two bodies are put side by side: kept, offset of the received one, tail; and what comes out.
    struct Layout: Sendable, Equatable {
        var kept: Range<Int64>
        var offset: Int64
        var tail: Range<Int64>
        var range: String?
    }

    private static let section = "RFC 9111 §3.4"

    static let rows: [Row<Case, Layout?>] = [
        Row(
            "adjacent, complete",
            section,
            Case(head("0-4/10", tag), 5, head("5-9/10", tag)),
            .init(kept: 0..<5, offset: 5, tail: 5..<5)
        ),
        Row(
            "adjacent, incomplete",
            section,
            Case(head("0-4/10", tag), 5, head("5-8/10", tag)),
            .init(kept: 0..<5, offset: 5, tail: 5..<5, range: "bytes 0-8/10")
        ),
        Row(
            "overlapping",
            section,
            Case(head("0-4/10", tag), 5, head("3-9/10", tag)),
            .init(kept: 0..<3, offset: 3, tail: 5..<5)
        ),
        Row(
            "before",
            section,
            Case(head("5-9/10", tag), 5, head("0-4/10", tag)),
            .init(kept: 0..<0, offset: 0, tail: 0..<5)
        ),
        Row(
            "before, overlapping",
            section,
            Case(head("5-9/10", tag), 5, head("2-6/10", tag)),
            .init(kept: 0..<0, offset: 0, tail: 2..<5, range: "bytes 2-9/10")
        ),
        Row(
            "inside",
            section,
            Case(head("0-9/20", tag), 10, head("3-5/20", tag)),
            .init(kept: 0..<3, offset: 3, tail: 6..<10, range: "bytes 0-9/20")
        ),
        Row(
            "around",
            section,
            Case(head("3-5/10", tag), 3, head("0-9/10", tag)),
            .init(kept: 0..<0, offset: 0, tail: 3..<3)
        ),
        Row("a gap of one byte", section, Case(head("0-4/10", tag), 5, head("6-9/10", tag)), nil),
        Row("different lengths", section, Case(head("0-4/10", tag), 5, head("5-9/11", tag)), nil),
        Row(
            "one length unknown",
            section,
            Case(head("0-4/*", tag), 5, head("5-9/10", tag)),
            .init(kept: 0..<5, offset: 5, tail: 5..<5)
        ),
        Row(
            "another tag",
            section,
            Case(head("0-4/10", tag), 5, head("5-9/10", "ETag: \"b\"")),
            nil
        ),
        Row(
            "weak tags",
            section,
            Case(head("0-4/10", "ETag: W/\"a\""), 5, head("5-9/10", "ETag: W/\"a\"")),
            nil
        ),
        Row("no validator", section, Case(head("0-4/10"), 5, head("5-9/10")), nil),
        Row(
            "strong dates",
            "RFC 9110 §8.8.2.2",
            Case(
                head("0-4/10", "Last-Modified: \(date(-60))", "Date: \(date(0))"),
                5,
                head("5-9/10", "Last-Modified: \(date(-60))")
            ),
            .init(kept: 0..<5, offset: 5, tail: 5..<5)
        ),
        Row(
            "weak dates",
            "RFC 9110 §8.8.2.2",
            Case(
                head("0-4/10", "Last-Modified: \(date(-59))", "Date: \(date(0))"),
                5,
                head("5-9/10", "Last-Modified: \(date(-59))")
            ),
            nil
        ),
        Row(
            "a broken 200",
            section,
            Case(response(200, tag, "Content-Length: 10"), 5, head("5-9/10", tag)),
            .init(kept: 0..<5, offset: 5, tail: 5..<5)
        ),
        Row(
            "a stored body shorter than it says",
            section,
            Case(head("0-4/10", tag), 3, head("5-9/10", tag)),
            nil
        ),
        Row("a 200 is no part", section, Case(head("0-4/10", tag), 5, response(200, tag)), nil),
    ]

    @Test(arguments: rows) func combine(_ row: Row<Case, Layout?>) throws {
        let input = row.input
        let combined = combination(
            of: stored(input.stored, ago: 50),
            storedLength: input.length,
            with: input.received,
            under: settings(),
            requestTime: now,
            responseTime: now
        )
        let layout = combined.map {
            Layout(
                kept: $0.keptRange,
                offset: $0.receivedOffset,
                tail: $0.tailRange,
                range: $0.head.response.fields["Content-Range"]
            )
        }
        #expect(layout == row.expected)
        guard let combined else { return }
        #expect(combined.isComplete == (combined.head.response.status == 200))
        #expect(combined.isComplete == (layout?.range == nil))
        #expect(combined.head.responseTime == now)
        let received = try #require(input.received.enclosedPart?.bytes)
        let length = combined.keptRange.count + received.count + combined.tailRange.count
        #expect(combined.head.response.fields["Content-Length"] == "\(length)")
    }
}
