import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

struct TextRow: CustomTestStringConvertible, Sendable {
    let name: String
    /// What is replaced in the good description, and by what.
    let old: String
    let new: String

    init(_ name: String, _ old: String, _ new: String) {
        self.name = name
        self.old = old
        self.new = new
    }

    var testDescription: String { name }

    var text: String {
        guard let found = Self.good.firstRange(of: old) else { return "not found" }
        return Self.good.replacingCharacters(in: found, with: new)
    }

    static let sum = String(repeating: "0a", count: 32)
    static let good = """
        httpcache 1
        url: https://example.org/list
        method: GET
        request-time: 1767225600
        response-time: 1767225601
        stored-at: 1767225602
        size: 5
        sha256: \(sum)
        completeness: complete
        partition: user:nightly
        user-key: nightly
        > Accept: text/html

        HTTP/1.1 200 OK
        Vary: Accept


        """
}

extension String {
    fileprivate func firstRange(of other: String) -> Range<String.Index>? {
        if other.isEmpty { return startIndex..<startIndex }
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(other) {
                return start..<index(start, offsetBy: other.count)
            }
            start = index(after: start)
        }
        return nil
    }

    fileprivate func replacingCharacters(in range: Range<Index>, with new: String) -> String {
        self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}

let junkRows: [TextRow] = [
    TextRow("a newer version", "httpcache 1", "httpcache 2"),
    TextRow("another first line", "httpcache 1\n", "\n"),
    TextRow("no first line", "httpcache 1\n", ""),
    TextRow("no URL", "url: https://example.org/list\n", ""),
    TextRow("a URL of another scheme", "https://", "ftp://"),
    TextRow("an empty method", "method: GET", "method: "),
    TextRow("a property twice", "method: GET\n", "method: GET\nmethod: GET\n"),
    TextRow("a line without a colon", "method: GET\n", "method: GET\nnonsense\n"),
    TextRow("a time that is no number", "1767225600", "soon"),
    TextRow("a time out of range", "1767225600", "99999999999999999999"),
    TextRow("a negative size", "size: 5", "size: -5"),
    TextRow("no size", "size: 5\n", ""),
    TextRow("a sum in upper case", sumLine, sumLine.uppercased()),
    TextRow("a short sum", sumLine, "00"),
    TextRow("an unknown completeness", ": complete", ": almost"),
    TextRow("a range backwards", ": complete", ": partial 5-4/10"),
    TextRow("a range past the length", ": complete", ": partial 0-10/10"),
    TextRow("a range with a sign", ": complete", ": partial +0-4/10"),
    TextRow("a range without end", ": complete", ": partial 0-/10"),
    TextRow("a range without length", ": complete", ": partial 0-4"),
    TextRow("the largest last byte", ": complete", ": partial 0-9223372036854775807/*"),
    TextRow("a nominated field without a name", "> Accept", "> "),
    TextRow("a nominated field without a blank", "> Accept", ">Accept"),
    TextRow("no response head", "HTTP/1.1 200 OK\nVary: Accept\n\n", ""),
    TextRow("a status of two digits", "200 OK", "20 OK"),
    TextRow("a status of four digits", "200 OK", "2000 OK"),
    TextRow("a status below 100", "200 OK", "099 OK"),
    TextRow("no version", "HTTP/1.1 200", " 200"),
    TextRow("a field without a colon", "Vary: Accept", "Vary"),
    TextRow("a field without a name", "Vary: Accept", ": Accept"),
    TextRow("no empty line at the end", "Vary: Accept\n\n", "Vary: Accept\n"),
    TextRow("something behind the end", "Vary: Accept\n\n", "Vary: Accept\n\nx"),
    TextRow("a NUL", "nightly\n", "night\0ly\n"),
    TextRow("a carriage return", "Accept\n\n", "Accept\r\n\r\n"),
]

private let sumLine = TextRow.sum

let goodRows: [TextRow] = [
    TextRow("the example", "", ""),
    TextRow("an unknown property", "method: GET", "colour: blue\nmethod: GET"),
    TextRow("no partition", "partition: user:nightly\n", ""),
    TextRow("a field with an empty value", "Vary: Accept", "Vary:"),
    TextRow("no reason phrase", "200 OK", "200"),
    TextRow("an empty reason phrase", "200 OK", "200 "),
    TextRow("no fields", "Vary: Accept\n", ""),
    TextRow("a range", ": complete", ": partial 0-9/10"),
    TextRow("a range of unknown length", ": complete", ": partial 3-3/*"),
    TextRow("the end of the connection", ": complete", ": until-close"),
]

@Suite struct MetadataCodecTests {
    @Test(arguments: junkRows) func junkIsNoDescription(_ row: TextRow) {
        #expect(row.text != "not found")
        #expect(MetadataCodec.decode(Array(row.text.utf8)) == nil)
    }

    @Test(arguments: goodRows) func aDescriptionIsReadAndWrittenBack(_ row: TextRow) throws {
        let metadata = try #require(MetadataCodec.decode(Array(row.text.utf8)))
        let written = try #require(MetadataCodec.encode(metadata))
        #expect(MetadataCodec.decode(written) == metadata)
    }

    @Test func theExampleIsWrittenExactlyAsItStands() throws {
        let metadata = try #require(MetadataCodec.decode(Array(TextRow.good.utf8)))
        #expect(metadata.userKey == "nightly")
        #expect(metadata.partition == "user:nightly")
        #expect(metadata.head.nominatedFields["Accept"] == "text/html")
        #expect(MetadataCodec.encode(metadata) == Array(TextRow.good.utf8))
    }

    @Test func noBeginningOfADescriptionIsOne() {
        let bytes = Array(TextRow.good.utf8)
        for length in 0..<bytes.count {
            #expect(MetadataCodec.decode(Array(bytes[..<length])) == nil)
        }
    }

    @Test func noChangedByteTraps() {
        let bytes = Array(TextRow.good.utf8)
        for index in bytes.indices {
            for byte: UInt8 in [0, 0x0A, 0x20, 0x3A, 0x2D, 0x39, 0x7F, 0xFF] {
                var changed = bytes
                changed[index] = byte
                _ = MetadataCodec.decode(changed)
            }
        }
    }

    @Test func valuesCannotAddLines() throws {
        var metadata = try #require(MetadataCodec.decode(Array(TextRow.good.utf8)))
        metadata.userKey = "a\nsize: 9"
        metadata.partition = "日本 é"
        metadata.head.response.fields = [
            FieldLine("X", "a\r\nY: b\0"), FieldLine("bad:name", "c"), FieldLine("", "d"),
            FieldLine("Z", "\u{E9} \u{FF}"),
        ]
        let bytes = try #require(MetadataCodec.encode(metadata))
        let read = try #require(MetadataCodec.decode(bytes))
        #expect(read.size == 5)
        #expect(read.userKey == "a size: 9")
        #expect(read.partition == "日本 é")
        #expect(
            read.head.response.fields == [
                FieldLine("X", "a  Y: b "), FieldLine("Z", "\u{E9} \u{FF}"),
            ]
        )
    }

    @Test func aHeadThatCannotBeReadBackIsNotWritten() throws {
        let metadata = try #require(MetadataCodec.decode(Array(TextRow.good.utf8)))
        for change: (inout EntryMetadata) -> Void in [
            { $0.head.response.status = 99 }, { $0.head.response.status = 1000 },
            { $0.head.response.version = "" }, { $0.head.response.version = "HTTP 1" },
            { $0.head.method = "" }, { $0.completeness = .partial(3..<3, completeLength: nil) },
            { $0.completeness = .partial(0..<11, completeLength: 10) },
        ] {
            var changed = metadata
            change(&changed)
            #expect(MetadataCodec.encode(changed) == nil)
        }
    }
}
