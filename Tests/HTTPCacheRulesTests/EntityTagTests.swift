import HTTPCacheRules
import Testing

@Suite struct EntityTagTests {
    struct Pair: Sendable {
        var left: String
        var right: String
    }

    private static let section = "RFC 9110 §8.8.3.2"

    static let pairs: [Row<Pair, [Bool]>] = [
        Row("both weak, equal", section, Pair(left: "W/\"1\"", right: "W/\"1\""), [false, true]),
        Row(
            "both weak, unequal",
            section,
            Pair(left: "W/\"1\"", right: "W/\"2\""),
            [false, false]
        ),
        Row("one weak", section, Pair(left: "W/\"1\"", right: "\"1\""), [false, true]),
        Row("both strong, equal", section, Pair(left: "\"1\"", right: "\"1\""), [true, true]),
        Row("case counts", section, Pair(left: "\"a\"", right: "\"A\""), [false, false]),
        Row("bare and quoted", section, Pair(left: "1", right: "\"1\""), [false, false]),
        Row(
            "a small w marks nothing",
            section,
            Pair(left: "w/\"1\"", right: "\"1\""),
            [false, false]
        ),
    ]

    @Test(arguments: pairs) func comparison(_ row: Row<Pair, [Bool]>) throws {
        let left = try #require(EntityTag(row.input.left))
        let right = try #require(EntityTag(row.input.right))
        #expect([left.matchesStrongly(right), left.matchesWeakly(right)] == row.expected)
        #expect([right.matchesStrongly(left), right.matchesWeakly(left)] == row.expected)
    }

    static let lists: [Row<String, [String]>] = [
        Row("one", "RFC 9110 §13.1.2", "\"a\"", ["\"a\""]),
        Row("three", "RFC 9110 §13.1.2", "\"a\", W/\"b\" ,\"c\"", ["\"a\"", "W/\"b\"", "\"c\""]),
        Row("a comma inside", "RFC 9110 §8.8.3", "\"a,b\", \"c\"", ["\"a,b\"", "\"c\""]),
        Row("a backslash at its end", "RFC 9110 §8.8.3", "\"a\\\", \"b\"", ["\"a\\\"", "\"b\""]),
        Row("bare ones", "RFC 9110 §13.1.2", "a, b", ["a", "b"]),
        Row("empty members", "RFC 9110 §5.6.1", ", \"a\",,", ["\"a\""]),
        Row("a mark that nothing closes", "RFC 9110 §8.8.3", "\"a, \"", ["\"a, \""]),
        Row("nothing", "RFC 9110 §13.1.2", "", []),
    ]

    @Test(arguments: lists) func list(_ row: Row<String, [String]>) {
        #expect(EntityTag.list(row.input).map(\.text) == row.expected)
    }

    @Test func emptyTextIsNoTag() {
        #expect(EntityTag("") == nil && EntityTag("W/") == nil && EntityTag(" \t") == nil)
        #expect(EntityTag("\"\"")?.text == "\"\"")
    }
}
