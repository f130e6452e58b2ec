import HTTPCacheRules
import Testing

@Suite struct RangesTests {
    private static let section = "RFC 9110 §14.1.2"

    static let requests: [Row<String, ByteRange?>] = [
        Row("both ends", section, "bytes=0-4", .from(0, through: 4)),
        Row("open", section, "bytes=5-", .from(5, through: nil)),
        Row("a suffix", section, "bytes=-5", .suffix(5)),
        Row("a suffix of nothing", section, "bytes=-0", .suffix(0)),
        Row("one byte", section, "bytes=4-4", .from(4, through: 4)),
        Row("the unit in capitals", "RFC 9110 §14.1", "Bytes=0-4", .from(0, through: 4)),
        Row("blanks", "RFC 9110 §5.6.1", "bytes= 0-4 ", .from(0, through: 4)),
        Row("an empty member", "RFC 9110 §5.6.1", "bytes=,0-4", .from(0, through: 4)),
        Row(
            "beyond any length",
            section,
            "bytes=99999999999999999999-",
            .from(1 << 62, through: nil)
        ),
        Row("backwards is invalid", section, "bytes=4-0", nil),
        Row("several ranges", section, "bytes=0-1,3-4", nil),
        Row("another unit", section, "lines=0-4", nil),
        Row("no dash", section, "bytes=4", nil),
        Row("only a dash", section, "bytes=-", nil),
        Row("no number", section, "bytes=a-b", nil),
        Row("two dashes", section, "bytes=--5", nil),
        Row("no unit", section, "0-4", nil),
        Row("nothing", section, "", nil),
    ]

    @Test(arguments: requests) func parse(_ row: Row<String, ByteRange?>) {
        #expect(ByteRange.parse(row.input) == row.expected)
    }

    struct Resolution: Sendable {
        var range: ByteRange
        var length: Int64
    }

    static let resolutions: [Row<Resolution, ByteRange.Resolved>] = [
        Row("inside", section, .init(range: .from(2, through: 4), length: 10), .bytes(2..<5)),
        Row(
            "to the last byte",
            section,
            .init(range: .from(2, through: 9), length: 10),
            .bytes(2..<10)
        ),
        Row(
            "over the end",
            section,
            .init(range: .from(2, through: 99), length: 10),
            .bytes(2..<10)
        ),
        Row(
            "from the last byte",
            section,
            .init(range: .from(9, through: nil), length: 10),
            .bytes(9..<10)
        ),
        Row(
            "from behind the end",
            section,
            .init(range: .from(10, through: nil), length: 10),
            .unsatisfiable
        ),
        Row("a suffix", section, .init(range: .suffix(3), length: 10), .bytes(7..<10)),
        Row(
            "a suffix longer than all",
            section,
            .init(range: .suffix(11), length: 10),
            .bytes(0..<10)
        ),
        Row("a suffix of nothing", section, .init(range: .suffix(0), length: 10), .unsatisfiable),
        Row(
            "of an empty body",
            section,
            .init(range: .from(0, through: nil), length: 0),
            .unsatisfiable
        ),
        Row(
            "a suffix of an empty body",
            section,
            .init(range: .suffix(1), length: 0),
            .unsatisfiable
        ),
        Row(
            "the greatest numbers",
            section,
            .init(range: .from(1 << 62, through: .max), length: .max),
            .bytes((1 << 62)..<Int64.max)
        ),
    ]

    @Test(arguments: resolutions) func resolve(_ row: Row<Resolution, ByteRange.Resolved>) {
        #expect(row.input.range.resolved(against: row.input.length) == row.expected)
    }

    static let contents: [Row<String, ContentRange?>] = [
        Row(
            "with the length",
            "RFC 9110 §14.4",
            "bytes 0-4/10",
            .init(bytes: 0..<5, completeLength: 10)
        ),
        Row("without", "RFC 9110 §14.4", "bytes 0-4/*", .init(bytes: 0..<5, completeLength: nil)),
        Row("unsatisfied", "RFC 9110 §14.4", "bytes */10", .init(bytes: nil, completeLength: 10)),
        Row(
            "the last byte",
            "RFC 9110 §14.4",
            "bytes 9-9/10",
            .init(bytes: 9..<10, completeLength: 10)
        ),
        Row("behind the end", "RFC 9110 §14.4", "bytes 9-10/10", nil),
        Row("backwards", "RFC 9110 §14.4", "bytes 4-0/10", nil),
        Row("nothing known", "RFC 9110 §14.4", "bytes */*", nil),
        Row("an equals sign", "RFC 9110 §14.4", "bytes=0-4/10", nil),
        Row("another unit", "RFC 9110 §14.4", "lines 0-4/10", nil),
        Row("junk", "RFC 9110 §14.4", "ananananananana", nil),
        Row("nothing", "RFC 9110 §14.4", "", nil),
    ]

    @Test(arguments: contents) func contentRange(_ row: Row<String, ContentRange?>) {
        #expect(ContentRange.parse(row.input) == row.expected)
        if let range = row.expected { #expect(ContentRange.parse(range.text) == range) }
    }

    @Test("only a 206 encloses a part (RFC 9110 §15.3.7)") func enclosedPart() {
        #expect(response(206, "Content-Range: bytes 0-4/10").enclosedPart?.bytes == 0..<5)
        #expect(response(200, "Content-Range: bytes 0-4/10").enclosedPart == nil)
        #expect(response(206, "Content-Range: bytes */10").enclosedPart == nil)
        #expect(
            response(206, "Content-Range: bytes 0-4/10", "Content-Range: bytes 5-9/10")
                .enclosedPart == nil
        )
    }
}
