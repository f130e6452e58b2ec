import Foundation
import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

@Suite("A request goes out exactly as written", .timeLimit(.minutes(1)))
struct ExactRequestTests {
    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"

    private func sent(_ request: OutgoingRequest, to server: RawOrigin) async throws -> String {
        _ = try await URLSessionOrigin().fetch(request)
        return try #require(server.requests.first)
    }

    @Test("Fields keep order, spelling and repetition, and nothing is added but Host")
    func fields() async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        var head = RequestHead(target: .local(server.port, "/a?b=c"))
        head.fields = [
            .init("x-b", "2"), .init("ACCEPT", "text/html;q=0.5"), .init("X-A", "J\u{FC}rgen"),
            .init("x-b", "3"),
            .init("X-Empty", ""), .init("Accept-Encoding", "gzip"),
        ]
        #expect(
            try await sent(OutgoingRequest(head: head), to: server) == """
                GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nx-b: 2\r\nACCEPT: text/html;q=0.5\r
                X-A: J\u{FC}rgen\r\nx-b: 3\r\nX-Empty:\r\nAccept-Encoding: gzip\r\n\r\n
                """
        )
    }

    @Test(
        "The request target is sent byte for byte",
        arguments: [
            "/", "/a/./b/../c", "/a//b", "/%7Euser/%2f%2F", "/a?", "/a?b=%zz&c=[1]|{}^", "/?q=a+b",
            "/a;b=c/d",
            "/'\"<>`", "/a?x=http://b/../c#".replacingOccurrences(of: "#", with: ""), "/..", "/%41",
        ]
    )
    func target(_ target: String) async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        let request = OutgoingRequest(head: RequestHead(target: .local(server.port, target)))
        #expect(try await sent(request, to: server).hasPrefix("GET \(target) HTTP/1.1\r\n"))
    }

    @Test("Methods", arguments: ["GET", "POST", "DELETE", "OPTIONS", "QUERY", "get", "PROPFIND"])
    func method(_ method: String) async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        let request = OutgoingRequest(
            head: RequestHead(method: method, target: .local(server.port))
        )
        let expected = "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"
        #expect(try await sent(request, to: server) == expected)
    }

    @Test("Content in memory has a length and no Expect", arguments: [0, 1, 3_000_000])
    func bytes(_ count: Int) async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        let body = [UInt8](repeating: 0x62, count: count)
        var request = OutgoingRequest(
            head: RequestHead(method: "POST", target: .local(server.port)),
            body: .bytes(body)
        )
        request.head.fields = [.init("Content-Type", "text/x")]
        let head =
            "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Type: text/x\r\nContent-Length: \(count)\r\n\r\n"
        #expect(try await sent(request, to: server) == head + String(isomorphic: body))
    }

    @Test("A file is streamed with its length")
    func file() async throws {
        let server = RawOrigin(answer: answer)
        defer { server.stop() }
        let path = NSTemporaryDirectory() + "upload-\(UUID().uuidString)"
        defer { unlink(path) }
        let content = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try content.write(to: URL(fileURLWithPath: path))
        let request = OutgoingRequest(
            head: RequestHead(method: "PUT", target: .local(server.port)),
            body: .file(path)
        )
        let received = try await sent(request, to: server)
        #expect(received.contains("\r\nContent-Length: 1500000\r\n\r\n"))
        #expect(received.isomorphicBytes.suffix(content.count) == ArraySlice(content))
    }

    @Test("A file that is not there is failure 26")
    func missingFile() async throws {
        let request = OutgoingRequest(
            head: RequestHead(method: "PUT", target: .local(1)),
            body: .file("/nonexistent")
        )
        #expect(await URLSessionOrigin().failure(request)?.curlCode == 26)
    }

    @Test("Content is sent again when a kept connection turns out to be dead")
    func deadConnection() async throws {
        let keep = Array(answer.utf8)
        let server = RawOrigin([.request, .send(keep), .request], [.request, .send(keep)])
        defer { server.stop() }
        let origin = URLSessionOrigin()
        let request = OutgoingRequest(
            head: RequestHead(method: "POST", target: .local(server.port)),
            body: .bytes(Array("body".utf8))
        )
        _ = try await origin.fetch(request)
        #expect(try await origin.fetch(request).text == "hi")
        #expect(server.connectionCount == 2)
        #expect(server.requests.last?.hasSuffix("\r\n\r\nbody") == true)
    }

    @Test("A connection is used again")
    func keptConnection() async throws {
        let keep = Array(answer.utf8)
        let server = RawOrigin([
            .request, .send(keep), .request, .send(keep), .request, .send(keep),
        ])
        defer { server.stop() }
        let origin = URLSessionOrigin()
        for _ in 1...3 { _ = try await origin.fetch(.local(server.port)) }
        #expect(server.connectionCount == 1)
    }

    struct Unsendable: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var method = "GET"
        var fields: Fields = []
        var body = RequestBody.none
    }

    @Test(
        "What would be another request on the wire is refused",
        arguments: [
            Unsendable(testDescription: "a blank in the method", method: "GET /x HTTP/1.1\r\nX:"),
            Unsendable(testDescription: "an empty method", method: ""),
            Unsendable(testDescription: "a line end in a value", fields: [.init("X", "a\r\nY: b")]),
            Unsendable(testDescription: "a blank in a name", fields: [.init("X Y", "a")]),
            Unsendable(testDescription: "NUL in a value", fields: [.init("X", "a\u{0}b")]),
            Unsendable(testDescription: "HEAD with content", method: "HEAD", body: .bytes([1])),
        ]
    )
    func refused(_ row: Unsendable) async throws {
        let head = RequestHead(method: row.method, target: .local(1), fields: row.fields)
        let failure = await URLSessionOrigin().failure(OutgoingRequest(head: head, body: row.body))
        #expect(failure?.curlCode == 43)
    }
}
