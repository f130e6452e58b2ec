import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// A response that is no answer, and the number with which curl ends on it.
struct BrokenResponse: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var sent: String
    var isReset = false
    var code: Int

    init(_ name: String, _ sent: String, isReset: Bool = false, code: Int) {
        testDescription = name
        self.sent = sent
        self.isReset = isReset
        self.code = code
    }

    static let ok = "HTTP/1.1 200 OK\r\n"
    static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let cuts: [BrokenResponse] = [
        .init("an empty reply", "", code: 52),
        .init("an interim response only", "HTTP/1.1 103 E\r\n\r\n", code: 52),
        .init("a head cut inside the status line", "HTTP/1.1 20", code: 52),
        // curl itself ends with 0 on these three.
        .init("a head cut behind the status line", ok, code: 56),
        .init("a head cut inside a line", ok + "ETag: \"a", code: 56),
        .init("a head cut behind a line", ok + "ETag: \"a\"\r\n", code: 56),
        .init("a head cut behind its length", ok + "Content-Length: 5\r\n", code: 18),
        .init(
            "a head cut behind an interim one",
            "HTTP/1.1 103 E\r\n\r\n" + ok + "A: b\r\n",
            code: 56
        ),
        .init("a body cut short", ok + "Content-Length: 5\r\n\r\nab", code: 18),
        .init("a body missing altogether", ok + "Content-Length: 5\r\n\r\n", code: 18),
        .init("a chunk cut short", chunked + "5\r\nab", code: 18),
        .init("a chunked body cut at a chunk boundary", chunked + "2\r\nab\r\n", code: 18),
        .init("a chunked body cut behind the last chunk", chunked + "2\r\nab\r\n0\r\n", code: 18),
        .init("a trailer section cut short", chunked + "2\r\nab\r\n0\r\nX: y\r\n", code: 18),
        .init("a reset before the head", "", isReset: true, code: 56),
        .init("a reset inside the head", ok + "A: b", isReset: true, code: 56),
        .init(
            "a reset inside the body",
            ok + "Content-Length: 5\r\n\r\nab",
            isReset: true,
            code: 56
        ),
    ]

    static let faults: [BrokenResponse] = [
        .init("HTTP/0.9", "hello world", code: 1),
        .init("bytes that are not HTTP", "\u{0}\u{1}hello\r\n\r\n", code: 1),
        .init("an unknown major version", "HTTP/3.0 200 OK\r\n\r\nab", code: 1),
        .init("a status of four digits", "HTTP/1.1 1000 x\r\n\r\n", code: 1),
        .init("NUL in a field", ok + "A: b\u{0}c\r\n\r\n", code: 8),
        .init("a line without a colon", ok + "Abc\r\nContent-Length: 1\r\n\r\nx", code: 8),
        .init(
            "differing lengths",
            ok + "Content-Length: 5\r\nContent-Length: 2\r\n\r\nabcde",
            code: 8
        ),
        .init("differing lengths in one line", ok + "Content-Length: 5, 2\r\n\r\nabcde", code: 8),
        .init("a negative length", ok + "Content-Length: -5\r\n\r\nabcde", code: 8),
        .init("a length with a letter", ok + "Content-Length: 5x\r\n\r\nabcde", code: 8),
        .init(
            "a length beyond 2⁶³",
            ok + "Content-Length: 99999999999999999999999\r\n\r\nabcde",
            code: 8
        ),
        .init("a chunk size that is no number", chunked + "zz\r\nab\r\n0\r\n\r\n", code: 56),
        .init(
            "heads of 400,000 bytes",
            ok + String(repeating: "A: " + String(repeating: "x", count: 997) + "\r\n", count: 400),
            code: 56
        ),
        .init(
            "a field line of 200,000 bytes",
            ok + "A: " + String(repeating: "x", count: 200_000) + "\r\n\r\n",
            code: 27
        ),
    ]
}

@Suite("A broken response is one clear failure", .timeLimit(.minutes(1)))
struct BrokenResponseTests {
    @Test(arguments: BrokenResponse.cuts + BrokenResponse.faults)
    func fails(_ row: BrokenResponse) async throws {
        let ending: [RawOrigin.Step] = row.isReset ? [.reset] : []
        let server = RawOrigin([.request, .send(row.sent.isomorphicBytes)] + ending)
        defer { server.stop() }
        let request = OutgoingRequest(head: RequestHead(target: .local(server.port)))
        let failure = await URLSessionOrigin().failure(request)
        #expect(failure?.curlCode == row.code)
        #expect(failure?.message.isEmpty == false)
    }

    @Test("What came before a cut is delivered, then the failure")
    func partialBody() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        defer { server.stop() }
        let response = try await URLSessionOrigin().send(
            OutgoingRequest(head: RequestHead(target: .local(server.port)))
        )
        #expect(try await response.body.next() == Array("ab".utf8))
        let failure = await #expect(throws: TransferFailure.self) { try await response.body.next() }
        #expect(failure?.message == "transfer closed with 3 bytes remaining to read")
    }
}
