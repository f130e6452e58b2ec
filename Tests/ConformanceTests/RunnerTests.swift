import TestSupport
import Testing

/// What the runner itself must read and write right.
@Suite("The conformance runner")
struct RunnerTests {
    @Test("tells interim heads, head and body apart")
    func readsHeads() throws {
        let text =
            "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 100\n\nHTTP/1.1 200 OK\r\n"
            + "A:1\r\nB:\r\na: 2 \r\n\r\nHTTP/1.1 body\r\n\r\n"
        let response = try #require(ClientResponse(text.latin1Bytes))
        #expect(response.interimHeads.map(\.status) == [103, 100])
        #expect(response.interimHeads[0].value(of: "link") == "</a>")
        #expect(response.head.status == 200)
        #expect(response.head.value(of: "A") == "1, 2")
        #expect(response.head.value(of: "b") == "")
        #expect(response.head.value(of: "c") == nil)
        #expect(response.body == "HTTP/1.1 body\r\n\r\n".latin1Bytes)
    }

    @Test(
        "takes nothing else for a response",
        arguments: ["", "front\n", "HTTP/1.1 200 OK\r\nA: 1\r\n", "HTTP/1.1 100\r\n\r\n"]
    )
    func refusesFragments(_ text: String) {
        #expect(ClientResponse(text.latin1Bytes) == nil)
    }

    @Test("knows every member of the open cases")
    func knowsMembers() throws {
        let known: Set = [
            "cache", "check_body", "disconnect", "expected_interim_responses", "expected_method",
            "expected_request_headers", "expected_request_headers_missing",
            "expected_response_headers", "expected_response_headers_missing",
            "expected_response_text", "expected_status", "expected_type", "filename",
            "interim_responses", "magic_ims", "magic_locations", "pause_after", "query_arg",
            "redirect", "request_body", "request_headers", "request_method", "response_body",
            "response_headers", "response_pause", "response_status", "rfc850date", "setup",
            "setup_tests",
        ]
        let tests = try ConformanceSuite.open().flatMap(\.tests)
        #expect(tests.count == 164)
        for level in [(ConformanceCase.Kind.required, 75), (.optimal, 43), (.check, 46)] {
            #expect(tests.filter { $0.level == level.0 }.count == level.1)
        }
        for test in tests {
            let unknown = test.requests.flatMap { $0.members.keys }.filter { !known.contains($0) }
            #expect(unknown.isEmpty, "\(test.id)")
        }
    }

    @Test("writes dates in both forms, and moves them")
    func dates() {
        #expect(HTTPDateText.imfFixdate(784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDateText.rfc850(784_111_777) == "Sunday, 06-Nov-94 08:49:37 GMT")
        let text = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(HTTPDateText.shift(text, by: -38) == "Sun, 06 Nov 1994 08:48:59 GMT")
        #expect(HTTPDateText.shift("yesterday", by: 1) == nil)
    }
}
