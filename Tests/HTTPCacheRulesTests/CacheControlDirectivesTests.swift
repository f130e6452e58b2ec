import HTTPCacheRules
import Testing

@Suite struct CacheControlDirectivesTests {
    private static let parsing = "RFC 9111 §5.2"

    static let ages: [Row<String, Seconds?>] = [
        Row("a number", "RFC 9111 §1.2.2", "max-age=60", 60),
        Row("no directive", parsing, "no-cache", nil),
        Row("capitals", parsing, "MAX-AGE=60", 60),
        Row("quoted", parsing, "max-age=\"60\"", 60),
        Row("leading zeros", "RFC 9111 §1.2.2", "max-age=0060", 60),
        Row("zero", parsing, "max-age=0", 0),
        Row("below 2³¹", "RFC 9111 §1.2.2", "max-age=2147483647", 2_147_483_647),
        Row("2³¹", "RFC 9111 §1.2.2", "max-age=2147483648", .max),
        Row("above 2³¹", "RFC 9111 §1.2.2", "max-age=31557600000", .max),
        Row(
            "above 2⁶⁴",
            "RFC 9111 §1.2.2",
            "max-age=99999999999999999999999999999999999",
            .max
        ),
        Row("negative", "RFC 9111 §4.2.1", "max-age=-60", 0),
        Row("with a plus", "RFC 9111 §4.2.1", "max-age=+60", 0),
        Row("a fraction", "RFC 9111 §4.2.1", "max-age=60.0", 0),
        Row("letters before", "RFC 9111 §4.2.1", "max-age=a60", 0),
        Row("letters behind", "RFC 9111 §4.2.1", "max-age=60a", 0),
        Row("apostrophes", "RFC 9111 §4.2.1", "max-age='60'", 0),
        Row("a blank behind the equals sign", "RFC 9111 §4.2.1", "max-age= 60", 0),
        Row("half quoted", "RFC 9111 §4.2.1", "max-age=\"60", 0),
        Row("nothing behind the equals sign", "RFC 9111 §4.2.1", "max-age=", 0),
        Row("no argument", "RFC 9111 §4.2.1", "max-age", 0),
        Row("digits of another script", "RFC 9111 §4.2.1", "max-age=\u{0661}", 0),
        Row("twice, the smaller first", "RFC 9111 §4.2.1", "max-age=1, max-age=60", 1),
        Row("twice, the greater first", "RFC 9111 §4.2.1", "max-age=60, max-age=1", 1),
        Row("inside another's argument", parsing, "x=\"max-age=60\"", nil),
        Row("behind another's argument", parsing, "x=\"max-age=60\", max-age=1", 1),
        Row("a name that only begins so", parsing, "max-ages=60", nil),
    ]

    @Test(arguments: ages) func maxAge(_ row: Row<String, Seconds?>) {
        #expect(CacheControlDirectives.parse(row.input).maxAge == row.expected)
    }

    static let unqualified: [Row<String, Bool>] = [
        Row("alone", "RFC 9111 §5.2.2.4", "no-cache", true),
        Row("in capitals", "RFC 9111 §5.2.2.4", "NO-CACHE", true),
        Row("with field names", "RFC 9111 §5.2.2.4", "no-cache=\"a, b\"", false),
        Row("with one name as a token", "RFC 9111 §5.2.2.4", "no-cache=a", false),
        Row("with an empty argument", "RFC 9111 §5.2.2.4", "no-cache=\"\"", true),
        Row("with what is no field name", "RFC 9111 §5.2.2.4", "no-cache=\"a b\"", true),
        Row("both ways", "RFC 9111 §5.2.2.4", "no-cache=\"a\", no-cache", true),
        Row("not at all", "RFC 9111 §5.2.2.4", "no-cached", false),
    ]

    @Test(arguments: unqualified) func noCache(_ row: Row<String, Bool>) {
        #expect(CacheControlDirectives.parse(row.input).noCache == row.expected)
        let withPrivate = row.input.replacingNoCache(with: "private")
        #expect(CacheControlDirectives.parse(withPrivate).isPrivate == row.expected)
    }

    @Test func qualifiedNames() {
        let directives = CacheControlDirectives.parse("no-cache=\"Set-Cookie, b\", no-cache=C")
        #expect(directives.qualifiedFields("no-cache") == ["set-cookie", "B", "c"])
    }

    static let staleness: [Row<String, Seconds?>] = [
        Row("with a number", "RFC 9111 §5.2.1.2", "max-stale=10", 10),
        Row("bare: any staleness", "RFC 9111 §5.2.1.2", "max-stale", .max),
        Row("malformed: none", "RFC 9111 §5.2.1.2", "max-stale=x", 0),
        Row("both: the smaller", "RFC 9111 §5.2.1.2", "max-stale, max-stale=10", 10),
        Row("absent", "RFC 9111 §5.2.1.2", "max-age=10", nil),
    ]

    @Test(arguments: staleness) func maxStale(_ row: Row<String, Seconds?>) {
        #expect(CacheControlDirectives.parse(row.input).maxStale == row.expected)
    }

    static let asked: [Row<[String], Bool>] = [
        Row("Cache-Control", "RFC 9111 §5.2.1.4", ["Cache-Control: no-cache"], true),
        Row("with an argument", "RFC 9111 §5.2.1.4", ["Cache-Control: no-cache=\"a\""], true),
        Row("Pragma alone", "RFC 9111 §5.4", ["Pragma: no-cache"], true),
        Row("Pragma in capitals", "RFC 9111 §5.4", ["Pragma: No-Cache"], true),
        Row("another pragma", "RFC 9111 §5.4", ["Pragma: x"], false),
        Row(
            "Pragma beside Cache-Control",
            "RFC 9111 §5.4",
            ["Pragma: no-cache", "Cache-Control: max-age=60"],
            false
        ),
        Row(
            "on a second line",
            "RFC 9111 §5.2",
            ["Cache-Control: a", "cache-control: no-cache"],
            true
        ),
    ]

    @Test(arguments: asked) func requestNoCache(_ row: Row<[String], Bool>) {
        let head = RequestHead(target: uri("http://a.test/"), fields: fields(row.input))
        #expect(head.directives.noCache == row.expected)
    }

    @Test(arguments: [
        "max-age=60, no-cache=\"a, b\"", "private, x=\"a\\\"b\\\\\"", "only-if-cached", "",
    ])
    func printingParsesBack(_ text: String) {
        let directives = CacheControlDirectives.parse(text)
        #expect(CacheControlDirectives.parse(directives.description) == directives)
    }
}

extension String {
    fileprivate func replacingNoCache(with name: String) -> String {
        let parts = asciiLowercased.split(separator: ",").map { part in
            let text = part.drop { $0 == " " }
            return text.hasPrefix("no-cache") && !text.hasPrefix("no-cached")
                ? name + text.dropFirst(8) : String(text)
        }
        return parts.joined(separator: ",")
    }
}
