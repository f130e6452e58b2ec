import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// A stored response asked for in a way that is answered by other than the whole.
private struct Presentation: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var lines: [String]
    var status: Int
    var body: String
    var contentRange: String?
}

private let modified = date(-1000)

private let presentations = [
    Presentation(testDescription: "the whole", lines: [], status: 200, body: "0123456789"),
    Presentation(
        testDescription: "a range",
        lines: ["Range: bytes=2-4"],
        status: 206,
        body: "234",
        contentRange: "bytes 2-4/10"
    ),
    Presentation(
        testDescription: "a range to the end",
        lines: ["Range: bytes=7-"],
        status: 206,
        body: "789",
        contentRange: "bytes 7-9/10"
    ),
    Presentation(
        testDescription: "a suffix",
        lines: ["Range: bytes=-1"],
        status: 206,
        body: "9",
        contentRange: "bytes 9-9/10"
    ),
    Presentation(
        testDescription: "a range beyond the end",
        lines: ["Range: bytes=10-"],
        status: 416,
        body: "",
        contentRange: "bytes */10"
    ),
    Presentation(
        testDescription: "several ranges: the whole",
        lines: ["Range: bytes=0-1, 3-4"],
        status: 200,
        body: "0123456789"
    ),
    Presentation(
        testDescription: "If-Range with the tag",
        lines: ["Range: bytes=2-4", "If-Range: \"1\""],
        status: 206,
        body: "234",
        contentRange: "bytes 2-4/10"
    ),
    Presentation(
        testDescription: "If-Range with another tag",
        lines: ["Range: bytes=2-4", "If-Range: \"2\""],
        status: 200,
        body: "0123456789"
    ),
    Presentation(
        testDescription: "the caller's own tag",
        lines: ["If-None-Match: \"1\""],
        status: 304,
        body: ""
    ),
    Presentation(
        testDescription: "the caller's own tag, weak",
        lines: ["If-None-Match: \"0\", W/\"1\""],
        status: 304,
        body: ""
    ),
    Presentation(
        testDescription: "the caller's own tag is another",
        lines: ["If-None-Match: \"2\""],
        status: 200,
        body: "0123456789"
    ),
    Presentation(
        testDescription: "any tag",
        lines: ["If-None-Match: *"],
        status: 304,
        body: ""
    ),
    Presentation(
        testDescription: "the caller's own date",
        lines: ["If-Modified-Since: \(modified)"],
        status: 304,
        body: ""
    ),
    Presentation(
        testDescription: "the caller's own date lies before",
        lines: ["If-Modified-Since: \(date(-1001))"],
        status: 200,
        body: "0123456789"
    ),
]

@Suite("Presentation")
struct PresentationTests {
    private func fixture() async throws -> EngineFixture {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get(),
            .answer(
                200,
                "Cache-Control: max-age=60",
                "ETag: \"1\"",
                "Last-Modified: \(modified)",
                "Content-Length: 10",
                "Content-Type: text/plain",
                body: "0123456789"
            )
        )
        _ = fixture.takeSent()
        return fixture
    }

    @Test("from a fresh stored response, without asking", arguments: presentations)
    private func fresh(_ row: Presentation) async throws {
        let fixture = try await fixture()
        fixture.clock.move(to: 7)
        let reply = try await fixture.ask(request("GET", "/", row.lines))
        #expect(fixture.takeSent() == [])
        #expect(reply.answer.source == .hit)
        #expect(reply.head.status == row.status)
        #expect(reply.body == row.body)
        #expect(reply.head.fields["Content-Range"] == row.contentRange)
        #expect(reply.head.fields.values(of: "Age") == ["7"])
        #expect(reply.head.fields["Cache-Status"] == "httpcache; hit; ttl=53")
        if row.status != 304 {
            #expect(reply.head.fields["Content-Length"] == "\(row.body.utf8.count)")
        }
        #expect(try fixture.stored() == ["200 0123456789"])
    }

    @Test("from a response that a 304 has just confirmed", arguments: presentations)
    private func validated(_ row: Presentation) async throws {
        let fixture = try await fixture()
        fixture.clock.move(to: 60)
        let reply = try await fixture.ask(
            request("GET", "/", row.lines),
            .answer(304, "ETag: \"1\"")
        )
        #expect(fixture.takeSent().count == 1)
        #expect(reply.answer.source == .validated)
        #expect(reply.head.status == row.status)
        #expect(reply.body == row.body)
        #expect(reply.head.fields["Content-Range"] == row.contentRange)
        #expect(reply.head.fields["Age"] == "0")
        #expect(try fixture.stored() == ["200 0123456789"])
    }

    @Test("a part that the origin sends is passed on and not stored")
    func partFromOrigin() async throws {
        let fixture = try EngineFixture()
        let reply = try await fixture.ask(
            get("Range: bytes=0-0"),
            .answer(206, "Cache-Control: max-age=60", "Content-Range: bytes 0-0/10", body: "0")
        )
        #expect(reply.head.status == 206)
        #expect(reply.answer.source == .miss)
        #expect(fixture.takeSent() == ["GET / [Range: bytes=0-0]"])
        #expect(try fixture.stored() == [])
    }

    @Test("a miss keeps the origin's Age and Cache-Status and adds its own")
    func miss() async throws {
        let fixture = try EngineFixture()
        let reply = try await fixture.ask(
            get(),
            .answer(200, "Age: 4", "Cache-Status: near; hit", body: "one")
        )
        #expect(reply.head.fields.values(of: "Age") == ["4"])
        #expect(reply.head.fields.values(of: "Cache-Status").first == "near; hit")
        #expect(reply.head.fields.values(of: "Cache-Status").count == 2)
    }
}
