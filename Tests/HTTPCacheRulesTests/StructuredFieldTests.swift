import HTTPCacheRules
import Testing

@Suite struct StructuredFieldTests {
    static let lists: [Row<String, [BareItem]?>] = [
        Row("integers", "RFC 9651 §3.3.1", "1, -2", [.integer(1), .integer(-2)]),
        Row("15 digits", "RFC 9651 §3.3.1", "999999999999999", [.integer(999_999_999_999_999)]),
        Row("16 digits", "RFC 9651 §3.3.1", "1000000000000000", nil),
        Row("decimals", "RFC 9651 §3.3.2", "1.5, -0.125", [.decimal(1500), .decimal(-125)]),
        Row(
            "12 whole digits",
            "RFC 9651 §3.3.2",
            "999999999999.9",
            [.decimal(999_999_999_999_900)]
        ),
        Row("13 whole digits", "RFC 9651 §3.3.2", "1000000000000.9", nil),
        Row("four digits behind the point", "RFC 9651 §3.3.2", "1.5000", nil),
        Row("no digit behind the point", "RFC 9651 §3.3.2", "1.", nil),
        Row("strings", "RFC 9651 §3.3.3", #""a\"\\b""#, [.string(#"a"\b"#)]),
        Row("a string that nothing closes", "RFC 9651 §3.3.3", #""a"#, nil),
        Row("a wrong escape", "RFC 9651 §3.3.3", #""a\b""#, nil),
        Row("a control byte", "RFC 9651 §3.3.3", "\"a\u{7}\"", nil),
        Row("tokens", "RFC 9651 §3.3.4", "a/b:c, *d", [.token("a/b:c"), .token("*d")]),
        Row("bytes", "RFC 9651 §3.3.5", ":aGk=:", [.bytes("aGk=")]),
        Row("bytes that nothing closes", "RFC 9651 §3.3.5", ":aGk=", nil),
        Row("booleans", "RFC 9651 §3.3.6", "?1, ?0", [.boolean(true), .boolean(false)]),
        Row("no boolean", "RFC 9651 §3.3.6", "?2", nil),
        Row("a date", "RFC 9651 §3.3.7", "@1659578233", [.date(1_659_578_233)]),
        Row("parameters", "RFC 9651 §3.1.2", "a;x;y=2, b", [.token("a"), .token("b")]),
        Row("an empty list", "RFC 9651 §3.1", "", []),
        Row("a comma at the end", "RFC 9651 §4.2.1", "a,", nil),
        Row("no comma between", "RFC 9651 §4.2.1", "a b", nil),
        Row("not ASCII", "RFC 9651 §4.2", "é", nil),
    ]

    @Test(arguments: lists) func list(_ row: Row<String, [BareItem]?>) {
        let members = StructuredField.list(row.input)
        #expect(members?.compactMap(\.item) == row.expected)
    }

    @Test func innerLists() throws {
        let members = try #require(StructuredField.list("(\"a\" b;x );y=1, ()"))
        #expect(members.map(\.items) == [[.string("a"), .token("b")], []])
        #expect(members[0].isInnerList && members[0].item == nil)
        #expect(members[0].parameter("y") == .integer(1))
        #expect(StructuredField.list("(a") == nil)
        #expect(StructuredField.list("(a\"b\")") == nil)
    }

    @Test func dictionaries() throws {
        let members = try #require(StructuredField.dictionary("a=1, b, c;x, a=(2 3)"))
        #expect(members.map(\.key) == ["a", "b", "c"])
        #expect(members[0].value.items == [.integer(2), .integer(3)])
        #expect(members[1].value.item == .boolean(true))
        #expect(members[2].value.parameter("x") == .boolean(true))
        for malformed in ["A=1", "a=", "a=1,", "=1", "a==1", "1=a"] {
            #expect(StructuredField.dictionary(malformed) == nil)
        }
    }

    @Test func strings() {
        #expect(StructuredField.string(#"a"b\c"#) == #""a\"b\\c""#)
        #expect(StructuredField.string("a\u{E9}\nb") == "\"ab\"")
        #expect(StructuredField.isToken("*a:b/c") && !StructuredField.isToken("1a"))
    }
}
