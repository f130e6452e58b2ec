import HTTPCacheRules
import Testing

@Suite struct RedirectionTests {
    struct Case: Sendable {
        var status: Int
        var method: String
        var location = "/y"
    }

    /// The next request's method and target, and whether the content goes with it.
    struct Expected: Sendable, Equatable {
        var method: String
        var target = "http://a.test/y"
        var keepsBody: Bool
    }

    private static let section = "RFC 9110 §15.4"

    static let rows: [Row<Case, Expected?>] = [
        Row(
            "301 GET",
            section,
            Case(status: 301, method: "GET"),
            .init(method: "GET", keepsBody: true)
        ),
        Row(
            "301 POST",
            "RFC 9110 §15.4.2",
            Case(status: 301, method: "POST"),
            .init(method: "GET", keepsBody: false)
        ),
        Row(
            "302 POST",
            "RFC 9110 §15.4.3",
            Case(status: 302, method: "POST"),
            .init(method: "GET", keepsBody: false)
        ),
        Row(
            "301 PUT",
            "RFC 9110 §15.4.2",
            Case(status: 301, method: "PUT"),
            .init(method: "PUT", keepsBody: true)
        ),
        Row(
            "302 QUERY",
            "QUERY",
            Case(status: 302, method: "QUERY"),
            .init(method: "QUERY", keepsBody: true)
        ),
        Row(
            "303 POST",
            "RFC 9110 §15.4.4",
            Case(status: 303, method: "POST"),
            .init(method: "GET", keepsBody: false)
        ),
        Row(
            "303 PUT",
            "RFC 9110 §15.4.4",
            Case(status: 303, method: "PUT"),
            .init(method: "GET", keepsBody: false)
        ),
        Row(
            "303 HEAD",
            "RFC 9110 §15.4.4",
            Case(status: 303, method: "HEAD"),
            .init(method: "HEAD", keepsBody: true)
        ),
        Row(
            "307 POST",
            "RFC 9110 §15.4.8",
            Case(status: 307, method: "POST"),
            .init(method: "POST", keepsBody: true)
        ),
        Row(
            "308 POST",
            "RFC 9110 §15.4.9",
            Case(status: 308, method: "POST"),
            .init(method: "POST", keepsBody: true)
        ),
        Row("300", section, Case(status: 300, method: "GET"), nil),
        Row("304", section, Case(status: 304, method: "GET"), nil),
        Row("305", section, Case(status: 305, method: "GET"), nil),
        Row("306", section, Case(status: 306, method: "GET"), nil),
        Row("200 with Location", section, Case(status: 200, method: "GET"), nil),
        Row("an empty Location", section, Case(status: 301, method: "GET", location: ""), nil),
        Row("a file", section, Case(status: 301, method: "GET", location: "file:///x"), nil),
        Row(
            "relative",
            "RFC 3986 §5.2",
            Case(status: 301, method: "GET", location: "../b"),
            .init(method: "GET", target: "http://a.test/b", keepsBody: true)
        ),
        Row(
            "down from https",
            section,
            Case(status: 301, method: "GET", location: "http://b.test"),
            .init(method: "GET", target: "http://b.test/", keepsBody: true)
        ),
    ]

    @Test(arguments: rows) func follows(_ row: Row<Case, Expected?>) {
        let next = redirection(
            from: response(row.input.status, "Location: \(row.input.location)"),
            answering: request(row.input.method, "http://a.test/d/x")
        )
        let result = next.map {
            Expected(
                method: $0.head.method,
                target: $0.head.target.description,
                keepsBody: $0.keepsBody
            )
        }
        #expect(result == row.expected)
    }

    @Test("no Location (RFC 9110 §10.2.2)") func noLocation() {
        #expect(redirection(from: response(301), answering: request()) == nil)
    }

    private static let secrets = [
        "Authorization: x", "Cookie: a=b", "Proxy-Authorization: y", "If-None-Match: \"a\"",
        "If-Modified-Since: \(date(0))", "If-Range: \"a\"", "Host: a.test", "Accept: c",
    ]

    @Test(
        "credentials and conditions stay with their origin (RFC 9110 §15.4)",
        arguments: [
            ("http://a.test/y", true), ("https://a.test/y", false), ("http://a.test:81/y", false),
            ("http://b.test/y", false), ("http://sub.a.test/y", false),
        ]
    )
    func credentials(_ location: String, _ isKept: Bool) {
        let presented = RequestHead(target: uri("http://a.test/"), fields: fields(Self.secrets))
        let next = redirection(
            from: response(302, "Location: \(location)"),
            answering: presented
        )
        #expect(next?.head.fields == (isKept ? presented.fields : fields(["Accept: c"])))
    }

    @Test("what describes the content goes with it (RFC 9110 §15.4)") func contentFields() {
        let presented = request(
            "POST",
            "http://a.test/",
            "Content-Type: a/b",
            "Content-Length: 3",
            "Accept: c"
        )
        let next = redirection(from: response(303, "Location: /y"), answering: presented)
        #expect(next?.head.fields == fields(["Accept: c"]))
    }

    @Test("credentials in the Location are split off (RFC 9110 §4.2.4)") func userInformation() {
        let next = redirection(
            from: response(302, "Location: http://u:p@b.test/"),
            answering: request()
        )
        #expect(next?.userInformation == "u:p")
        #expect(next?.head.target.description == "http://b.test/")
    }
}
