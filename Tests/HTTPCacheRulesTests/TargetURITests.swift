import HTTPCacheRules
import Testing

@Suite struct TargetURITests {
    /// What names the resource, and what is sent of it.
    struct Spelling: Sendable, Equatable {
        var key: String
        var sent: String

        init(_ key: String, sent: String? = nil) {
            self.key = key
            self.sent = sent ?? key
        }
    }

    private static let normalisation = "RFC 9110 §4.2.3"

    static let spellings: [Row<String, Spelling>] = [
        Row(
            "scheme and host in capitals",
            normalisation,
            "HTTP://EX.Test/A",
            .init("http://ex.test/A")
        ),
        Row("the default port", normalisation, "http://a.test:80/", .init("http://a.test/")),
        Row("https's default port", normalisation, "https://a.test:443/", .init("https://a.test/")),
        Row(
            "http with https's port",
            normalisation,
            "http://a.test:443/",
            .init("http://a.test:443/")
        ),
        Row("an empty port", normalisation, "http://a.test:/", .init("http://a.test/")),
        Row(
            "leading zeros in the port",
            normalisation,
            "http://a.test:0080/",
            .init("http://a.test/")
        ),
        Row(
            "the greatest port",
            "RFC 3986 §3.2.3",
            "http://a.test:65535/",
            .init("http://a.test:65535/")
        ),
        Row("an empty path", normalisation, "http://a.test", .init("http://a.test/")),
        Row(
            "an empty path and a query",
            normalisation,
            "http://a.test?q",
            .init("http://a.test/?q")
        ),
        Row("an empty query is one", "RFC 9111 §2", "http://a.test/?", .init("http://a.test/?")),
        Row(
            "the fragment is gone",
            "RFC 9110 §7.1",
            "http://a.test/a#b?c",
            .init("http://a.test/a")
        ),
        Row(
            "dot segments",
            "RFC 3986 §5.2.4",
            "http://a.test/a/./b/../c",
            .init("http://a.test/a/c")
        ),
        Row("too many dots", "RFC 3986 §5.2.4", "http://a.test/../../c", .init("http://a.test/c")),
        Row(
            "dots at the end",
            "RFC 3986 §5.2.4",
            "http://a.test/a/b/..",
            .init("http://a.test/a/")
        ),
        Row(
            "three dots are a name",
            "RFC 3986 §5.2.4",
            "http://a.test/...",
            .init("http://a.test/...")
        ),
        Row(
            "encoded dots",
            "RFC 3986 §6.2.2",
            "http://a.test/a/%2E%2e/c",
            .init("http://a.test/c")
        ),
        Row(
            "unreserved characters",
            "RFC 3986 §6.2.2.2",
            "http://a.test/%7euser/%41",
            .init("http://a.test/~user/A", sent: "http://a.test/%7euser/%41")
        ),
        Row(
            "small hexadecimal digits",
            "RFC 3986 §6.2.2.1",
            "http://a.test/%2f",
            .init("http://a.test/%2F", sent: "http://a.test/%2f")
        ),
        Row(
            "a doubled slash",
            "RFC 3986 §6.2.2",
            "http://a.test//a//",
            .init("http://a.test//a//")
        ),
        Row("case of the path", "RFC 3986 §6.2.2.1", "http://a.test/A", .init("http://a.test/A")),
        Row(
            "the query byte for byte",
            "RFC 9111 §2",
            "http://a.test/?b=%7e&a=2&a=1",
            .init("http://a.test/?b=%7e&a=2&a=1")
        ),
        Row(
            "a broken encoding",
            "RFC 3986 §2.1",
            "http://a.test/%zz%4",
            .init("http://a.test/%zz%4")
        ),
        Row("odd bytes", "RFC 3986 §2", "http://a.test/a|b\\c", .init("http://a.test/a|b\\c")),
        Row(
            "not ASCII",
            "RFC 3986 §2.5",
            "http://a.test/ü?ü",
            .init("http://a.test/%C3%BC?%C3%BC")
        ),
        Row("no scheme", "curl", "a.test/x", .init("http://a.test/x")),
        Row("no scheme, a port", "curl", "a.test:8000/x", .init("http://a.test:8000/x")),
        Row("no scheme, an address", "curl", "127.0.0.1:8000/x", .init("http://127.0.0.1:8000/x")),
        Row("no scheme, two slashes", "RFC 3986 §4.2", "//a.test/x", .init("http://a.test/x")),
        Row(
            "an IPv6 literal",
            "RFC 3986 §3.2.2",
            "http://[::1]:8000/",
            .init("http://[::1]:8000/")
        ),
        Row("IPv6 in capitals", "RFC 3986 §3.2.2", "http://[FE80::A]/", .init("http://[fe80::a]/")),
        Row("an encoded host", "RFC 3986 §3.2.2", "http://%61.test/", .init("http://a.test/")),
        Row("an IDN", "RFC 5891 §4.4", "http://Bücher.test/", .init("http://xn--bcher-kva.test/")),
        Row(
            "another IDN",
            "RFC 3492 §7.1",
            "http://他们为什么不说中文/",
            .init("http://xn--ihqwcrb4cv8a8dqg056pqjye/")
        ),
        Row(
            "an ideographic full stop",
            "RFC 5891",
            "http://ü。test/",
            .init("http://xn--tda.test/")
        ),
        Row("userinfo", "RFC 9110 §4.2.4", "http://u:p@a.test/", .init("http://a.test/")),
        Row(
            "userinfo with an @",
            "RFC 3986 §3.2.1",
            "http://u@v:p@a.test/",
            .init("http://a.test/")
        ),
    ]

    @Test(arguments: spellings) func normalises(_ row: Row<String, Spelling>) {
        let target = uri(row.input)
        #expect(Spelling(target.description, sent: target.sentDescription) == row.expected)
    }

    @Test(arguments: [
        ("http://a.test/a%2Fb", "http://a.test/a/b"), ("http://a.test//", "http://a.test/"),
        ("http://a.test/a", "http://a.test/a/"), ("http://a.test/a", "http://a.test/A"),
        ("http://a.test/?", "http://a.test/"), ("http://a.test/?a&b", "http://a.test/?b&a"),
        ("http://a.test/?name", "http://a.test/name"), ("http://a.test/?%7e", "http://a.test/?~"),
        ("http://a.test/", "https://a.test/"), ("http://a.test/", "http://a.test:81/"),
    ])
    func differentResources(_ left: String, _ right: String) {
        #expect(uri(left) != uri(right))
    }

    static let malformed: [Row<String, URIMalformation>] = [
        Row("nothing", "RFC 3986 §3", "", .empty),
        Row("a blank", "RFC 3986 §2", "http://a.test/a b", .forbiddenByte(0x20)),
        Row("a line end", "RFC 3986 §2", "http://a.test/\r\nX: y", .forbiddenByte(0x0D)),
        Row("NUL", "RFC 3986 §2", "http://a.test/\0", .forbiddenByte(0)),
        Row("DEL", "RFC 3986 §2", "http://a.test/\u{7F}", .forbiddenByte(0x7F)),
        Row("a file", "RFC 9110 §4.2", "file:///etc/passwd", .unsupportedScheme("file")),
        Row("ftp", "RFC 9110 §4.2", "FTP://a.test/", .unsupportedScheme("ftp")),
        Row("data", "RFC 9110 §4.2", "data:text/plain,hi", .unsupportedScheme("data")),
        Row("no host", "RFC 9110 §4.2.1", "http:///x", .noHost),
        Row("only a port", "RFC 9110 §4.2.1", "http://:80/", .noHost),
        Row("only userinfo", "RFC 9110 §4.2.1", "http://u@/", .noHost),
        Row("no authority", "RFC 9110 §4.2.1", "http:x", .noHost),
        Row("port 0", "RFC 3986 §3.2.3", "http://a.test:0/", .badPort("0")),
        Row("port 65536", "RFC 3986 §3.2.3", "http://a.test:65536/", .badPort("65536")),
        Row("port 99999", "RFC 3986 §3.2.3", "http://a.test:99999/", .badPort("99999")),
        Row("no number", "RFC 3986 §3.2.3", "http://a.test:x/", .badPort("x")),
        Row("a signed port", "RFC 3986 §3.2.3", "http://a.test:+80/", .badPort("+80")),
        Row("an open bracket", "RFC 3986 §3.2.2", "http://[::1/", .badHost("[::1")),
        Row("brackets without address", "RFC 3986 §3.2.2", "http://[]/", .badHost("[]")),
        Row("an odd byte in the host", "RFC 3986 §3.2.2", "http://a<b/", .badHost("a<b")),
        Row("a slash beside an umlaut", "RFC 5891", "http://ü%2Fb/", .badHost("ü%2Fb")),
        Row("an encoded slash in the host", "RFC 3986 §3.2.2", "http://a%2Fb/", .badHost("a%2Fb")),
    ]

    @Test(arguments: malformed) func refuses(_ row: Row<String, URIMalformation>) {
        #expect(TargetURI.parse(row.input) == .failure(row.expected))
        #expect(!row.expected.description.isEmpty)
    }

    @Test("userinfo is split off (RFC 9110 §4.2.4)") func userInformation() throws {
        let parsed = try TargetURI.parse("http://u:p%40@a.test/").get()
        #expect(parsed.userInformation == "u:p%40")
        #expect(!parsed.target.description.contains("u:p"))
    }
}
