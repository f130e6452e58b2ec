import HTTPCacheRules
import Testing

@Suite struct HeadParserTests {
    static let heads: [Row<String, ResponseHead?>] = [
        Row(
            "an ordinary head",
            "RFC 9112 §4",
            "HTTP/1.1 200 OK\r\nETag: \"a\"\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["ETag: \"a\""].asFields)
        ),
        Row(
            "line feeds alone",
            "RFC 9112 §2.2",
            "HTTP/1.0 404 Not Found\nA: b\n\nbody: no",
            ResponseHead(
                version: "HTTP/1.0",
                status: 404,
                reason: "Not Found",
                fields: ["A: b"].asFields
            )
        ),
        Row(
            "no reason, no blank",
            "RFC 9112 §4",
            "HTTP/2 200\r\n\r\n",
            ResponseHead(version: "HTTP/2", status: 200)
        ),
        Row(
            "no reason, a blank",
            "RFC 9112 §4",
            "HTTP/3 103 \r\n\r\n",
            ResponseHead(version: "HTTP/3", status: 103)
        ),
        Row(
            "no blank behind the colon",
            "RFC 9112 §5",
            "HTTP/1.1 200 OK\r\nETag:\"a\"\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["ETag: \"a\""].asFields)
        ),
        Row(
            "an empty value",
            "RFC 9112 §5",
            "HTTP/1.1 200 OK\r\nA:\r\nB: \t\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["A:", "B:"].asFields)
        ),
        Row(
            "a folded line",
            "RFC 9112 §5.2",
            "HTTP/1.1 200 OK\r\nA: b\r\n  c\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["A: b c"].asFields)
        ),
        Row(
            "a fold before any line",
            "RFC 9112 §5.2",
            "HTTP/1.1 200 OK\r\n c\r\nA: b\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["A: b"].asFields)
        ),
        Row(
            "a line without colon",
            "RFC 9112 §5",
            "HTTP/1.1 200 OK\r\njunk\r\nA: b\r\n\r\n",
            ResponseHead(status: 200, reason: "OK", fields: ["A: b"].asFields)
        ),
        Row(
            "the least status",
            "RFC 9110 §15",
            "HTTP/1.1 100 C\r\n\r\n",
            ResponseHead(status: 100, reason: "C")
        ),
        Row(
            "the greatest status",
            "RFC 9110 §15",
            "HTTP/1.1 999 C\r\n\r\n",
            ResponseHead(status: 999, reason: "C")
        ),
        Row("a status below 100", "RFC 9110 §15", "HTTP/1.1 099 C\r\n\r\n", nil),
        Row("a status of four digits", "RFC 9110 §15", "HTTP/1.1 1000 C\r\n\r\n", nil),
        Row("no digits", "RFC 9112 §4", "HTTP/1.1 abc\r\n\r\n", nil),
        Row("another protocol", "RFC 9112 §4", "ICY 200 OK\r\n\r\n", nil),
        Row("no version", "RFC 9112 §4", "HTTP/ 200 OK\r\n\r\n", nil),
        Row("nothing at all", "RFC 9112 §4", "", nil),
    ]

    @Test(arguments: heads) func parse(_ row: Row<String, ResponseHead?>) {
        #expect(parseResponseHead(Array(row.input.utf8)) == row.expected)
    }

    @Test func latin1IsKept() throws {
        let bytes = Array("HTTP/1.1 200 OK\r\nA: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
        let head = try #require(parseResponseHead(bytes))
        #expect(head.fields["A"] == "\u{E9}")
        #expect(head.headBytes == bytes)
    }

    @Test func headBytesParseBack() {
        let head = response(206, "A: b", "a: c", "Empty:")
        #expect(parseResponseHead(head.headBytes) == head)
    }
}

extension [String] {
    fileprivate var asFields: Fields { fields(self) }
}
