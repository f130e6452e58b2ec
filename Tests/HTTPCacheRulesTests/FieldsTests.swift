import HTTPCacheRules
import Testing

@Suite struct FieldsTests {
    static let lists: [Row<String, [String]>] = [
        Row("members are trimmed", "RFC 9110 §5.6.1", " a , b", ["a", "b"]),
        Row("empty members don't count", "RFC 9110 §5.6.1", ",a,,\t,b,", ["a", "b"]),
        Row("nothing", "RFC 9110 §5.6.1", "", []),
        Row("only commas", "RFC 9110 §5.6.1", ", ,", []),
        Row("a quoted comma", "RFC 9110 §5.6.4", #"a="1,2", b"#, [#"a="1,2""#, "b"]),
        Row("a quoted mark", "RFC 9110 §5.6.4", #"a="1\",2", b"#, [#"a="1\",2""#, "b"]),
        Row(
            "a mark that nothing closes",
            "RFC 9110 §5.6.4",
            #"a="1, no-store"#,
            [#"a="1"#, "no-store"]
        ),
        Row("a backslash at the end", "RFC 9110 §5.6.4", #"a="1\"#, [#"a="1\"#]),
        Row(
            "a closed one, then an open one",
            "RFC 9110 §5.6.4",
            #""a,b", "c,d"#,
            [#""a,b""#, "\"c", "d"]
        ),
    ]

    @Test(arguments: lists) func members(_ row: Row<String, [String]>) {
        let fields: Fields = [FieldLine("X", row.input)]
        #expect(fields.listMembers(of: "x") == row.expected)
    }

    @Test func membersOfAllLines() {
        let fields = fields(["Vary: a", "ETag: x", "vary: b, c"])
        #expect(fields.listMembers(of: "VARY") == ["a", "b", "c"])
        #expect(fields["vary"] == "a, b, c")
    }

    @Test func replacingKeepsThePlaceOfTheFirst() {
        var changed = fields(["A: 1", "b: 2", "B: 3", "C: 4"])
        changed.replace("B", with: "5")
        #expect(changed == fields(["A: 1", "B: 5", "C: 4"]))
        changed.replace("D", with: "6")
        #expect(changed.lines.last == FieldLine("D", "6"))
    }

    @Test func namesCompareWithoutCase() {
        #expect(FieldName("ETag") == FieldName("etag"))
        #expect(FieldName("ETag").hashValue == FieldName("eTAG").hashValue)
        #expect(FieldName("ETag") != FieldName("ETags"))
        // Only ASCII letters have case in a field name.
        #expect(FieldName("\u{C4}") != FieldName("\u{E4}"))
    }

    @Test func textIsIsomorphicToBytes() {
        let bytes = (0...255).map { UInt8($0) }
        #expect(String(isomorphic: bytes).isomorphicBytes == bytes)
        #expect(String(isomorphic: [0xC3, 0xA9]).humanReadable == "é")
        #expect(String(isomorphic: [0xE9]).humanReadable == "é")
    }
}
