import HTTPCacheRules
import Testing

@Suite struct URIReferenceTests {
    private static let base = "http://a/b/c/d;p?q"
    private static let normal = "RFC 3986 §5.4.1"
    private static let abnormal = "RFC 3986 §5.4.2"

    static let references: [Row<String, String>] = [
        Row("a name", normal, "g", "http://a/b/c/g"),
        Row("a dot and a name", normal, "./g", "http://a/b/c/g"),
        Row("a directory", normal, "g/", "http://a/b/c/g/"),
        Row("a path", normal, "/g", "http://a/g"),
        Row("an authority", normal, "//g", "http://g/"),
        Row("a query", normal, "?y", "http://a/b/c/d;p?y"),
        Row("a name and a query", normal, "g?y", "http://a/b/c/g?y"),
        Row("a fragment", normal, "#s", "http://a/b/c/d;p?q"),
        Row("parameters", normal, ";x", "http://a/b/c/;x"),
        Row("nothing", normal, "", "http://a/b/c/d;p?q"),
        Row("a dot", normal, ".", "http://a/b/c/"),
        Row("two dots", normal, "..", "http://a/b/"),
        Row("two dots and a name", normal, "../g", "http://a/b/g"),
        Row("four dots", normal, "../..", "http://a/"),
        Row("six dots and a name", abnormal, "../../../g", "http://a/g"),
        Row("dots in a path", abnormal, "/./g", "http://a/g"),
        Row("dots at the end of a name", abnormal, "g..", "http://a/b/c/g.."),
        Row("dots inside", abnormal, "./g/../h", "http://a/b/c/h"),
        Row("dots in the query", abnormal, "g?y/../x", "http://a/b/c/g?y/../x"),
        Row("absolute", normal, "HTTPS://B.test", "https://b.test/"),
        Row("a blank, as servers send it", "curl", "g h", "http://a/b/c/g%20h"),
    ]

    @Test(arguments: references) func resolves(_ row: Row<String, String>) throws {
        let resolved = try uri(Self.base).resolve(row.input).get().target
        #expect(resolved.description == row.expected)
    }

    @Test("a fragment is inherited, unless there is one (RFC 9110 §10.2.2)")
    func fragments() throws {
        let base = uri("http://a/b#old")
        #expect(try base.resolve("/c").get().target.fragment == "old")
        #expect(try base.resolve("/c#new").get().target.fragment == "new")
        #expect(try base.resolve("http://c/").get().target.fragment == "old")
        #expect(try uri("http://a/b").resolve("/c").get().target.fragment == nil)
    }

    @Test("only http and https (RFC 9110 §4.2)", arguments: ["mailto:a@b", "file:///x", "data:,x"])
    func otherSchemes(_ reference: String) {
        guard case .failure(.unsupportedScheme) = uri(Self.base).resolve(reference) else {
            Issue.record("\(reference) was resolved")
            return
        }
    }

    @Test("a Latin-1 byte stays that byte (RFC 3986 §2.1)") func bytesOfAField() throws {
        let base = uri("http://a/b")
        #expect(try base.resolve(fieldValue: "/\u{E9}").get().target.path == "/%E9")
        #expect(try base.resolve(fieldValue: "/\u{C3}\u{A9}").get().target.path == "/%C3%A9")
    }
}
