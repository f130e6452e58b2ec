import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

/// A response that URLSession by itself would refuse, mangle or crash on.
struct ExactResponse: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var sent: String
    var method = "GET"
    var statusLine: String
    var fields: [[String]]
    var body = ""
    var isDelimited = true
    var trailers: [[String]] = []
    var interim: [Int] = []

    init(
        _ name: String,
        _ sent: String,
        method: String = "GET",
        statusLine: String = "HTTP/1.1 200 OK",
        fields: [[String]] = [["Content-Length", "2"]],
        body: String = "hi",
        isDelimited: Bool = true,
        trailers: [[String]] = [],
        interim: [Int] = []
    ) {
        testDescription = name
        self.sent = sent
        self.method = method
        self.statusLine = statusLine
        self.fields = fields
        self.body = body
        self.isDelimited = isDelimited
        self.trailers = trailers
        self.interim = interim
    }

    static let length = ["Content-Length", "2"]
    static let chunked = ["Transfer-Encoding", "chunked"]
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
    static let ok_chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let fieldForms: [ExactResponse] = [
        .init(
            "no blank behind the colon",
            ok + "ETag:\"a\"\r\n\r\nhi",
            fields: [length, ["ETag", "\"a\""]]
        ),
        .init("an empty field", ok + "X-Empty:\r\n\r\nhi", fields: [length, ["X-Empty", ""]]),
        .init(
            "a value of blanks",
            ok + "X-Empty:   \r\n\r\nhi",
            fields: [length, ["X-Empty", ""]]
        ),
        .init(
            "a Latin-1 byte",
            ok + "X-Name: J\u{FC}rgen\r\n\r\nhi",
            fields: [length, ["X-Name", "J\u{FC}rgen"]]
        ),
        .init(
            "UTF-8 bytes",
            ok + "X: \u{C3}\u{BC}\r\n\r\nhi",
            fields: [length, ["X", "\u{C3}\u{BC}"]]
        ),
        .init(
            "no reason phrase",
            "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi",
            statusLine: "HTTP/1.1 200"
        ),
        .init(
            "an empty reason phrase",
            "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nhi",
            statusLine: "HTTP/1.1 200"
        ),
        .init(
            "a reason phrase of its own",
            "HTTP/1.1 299 Quite  Fine\r\nContent-Length: 2\r\n\r\nhi",
            statusLine: "HTTP/1.1 299 Quite  Fine"
        ),
        .init(
            "LF line ends",
            "HTTP/1.1 200 OK\nContent-Length: 2\nETag: x\n\nhi",
            fields: [length, ["ETag", "x"]]
        ),
        .init(
            "field names repeated in other case",
            ok + "Vary: A\r\nvary: B\r\n\r\nhi",
            fields: [length, ["Vary", "A"], ["vary", "B"]]
        ),
        .init(
            "Cache-Control twice, in other case",
            ok + "Cache-Control: max-age=60\r\ncache-control: no-store\r\n\r\nhi",
            fields: [length, ["Cache-Control", "max-age=60"], ["cache-control", "no-store"]]
        ),
        .init(
            "spelling and order of names",
            ok + "X-b: 2\r\ncontent-MD5: 1\r\nfoo.bar: 3\r\n\r\nhi",
            fields: [length, ["X-b", "2"], ["content-MD5", "1"], ["foo.bar", "3"]]
        ),
        .init(
            "a field line of 90,000 bytes",
            ok + "X: " + String(repeating: "x", count: 90_000) + "\r\n\r\nhi",
            fields: [length, ["X", String(repeating: "x", count: 90_000)]]
        ),
        .init(
            "equal lengths twice",
            ok + "Content-Length: 2\r\n\r\nhi",
            fields: [length, length]
        ),
    ]

    static let framings: [ExactResponse] = [
        .init(
            "trailers",
            ok_chunked + "2\r\nhi\r\n0\r\nX-Sum: 1\r\nx-sum:2\r\n\r\n",
            fields: [chunked],
            trailers: [["X-Sum", "1"], ["x-sum", "2"]]
        ),
        .init(
            "chunks without trailers",
            ok_chunked + "1\r\nh\r\n1\r\ni\r\n0\r\n\r\n",
            fields: [chunked]
        ),
        .init(
            "a body up to the connection's end",
            "HTTP/1.1 200 OK\r\n\r\nhi",
            fields: [],
            isDelimited: false
        ),
        .init(
            "HTTP/1.0",
            "HTTP/1.0 200 OK\r\n\r\nhi",
            statusLine: "HTTP/1.0 200 OK",
            fields: [],
            isDelimited: false
        ),
        .init(
            "a false version",
            "HTTP/2 200\r\n\r\nhi",
            statusLine: "HTTP/2 200",
            fields: [],
            isDelimited: false
        ),
        .init(
            "a length beside chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            fields: [chunked, ["Content-Length", "1"]]
        ),
        .init("a HEAD response", ok + "\r\n", method: "HEAD", body: ""),
        .init(
            "204",
            "HTTP/1.1 204 No Content\r\n\r\n",
            statusLine: "HTTP/1.1 204 No Content",
            fields: [],
            body: ""
        ),
        .init(
            "304 with a length",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 2\r\n\r\n",
            statusLine: "HTTP/1.1 304 Not Modified",
            body: ""
        ),
        .init(
            "103, then 200",
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + ok + "\r\nhi",
            interim: [103]
        ),
        .init(
            "100, 102 and 103, then 200",
            "HTTP/1.1 100 C\r\n\r\nHTTP/1.1 102 P\r\n\r\nHTTP/1.1 103 E\r\n\r\n" + ok + "\r\nhi",
            interim: [100, 102, 103]
        ),
        .init(
            "an empty body",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            fields: [["Content-Length", "0"]],
            body: ""
        ),
    ]

    static let meanings: [ExactResponse] = [
        .init(
            "gzip is left coded",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\n\u{1F}\u{8B}",
            fields: [length, ["Content-Encoding", "gzip"]],
            body: "\u{1F}\u{8B}"
        ),
        .init(
            "an unknown content coding",
            ok + "Content-Encoding: aws-chunked\r\n\r\nhi",
            fields: [length, ["Content-Encoding", "aws-chunked"]]
        ),
        .init(
            "401 Basic",
            "HTTP/1.1 401 No\r\nContent-Length: 2\r\nWWW-Authenticate: Basic realm=\"r\"\r\n\r\nhi",
            statusLine: "HTTP/1.1 401 No",
            fields: [length, ["WWW-Authenticate", "Basic realm=\"r\""]]
        ),
        .init(
            "407",
            "HTTP/1.1 407 No\r\nContent-Length: 2\r\nProxy-Authenticate: Basic realm=\"r\"\r\n\r\nhi",
            statusLine: "HTTP/1.1 407 No",
            fields: [length, ["Proxy-Authenticate", "Basic realm=\"r\""]]
        ),
        .init(
            "302 with content",
            "HTTP/1.1 302 Found\r\nContent-Length: 2\r\nLocation: ok?x\r\n\r\nhi",
            statusLine: "HTTP/1.1 302 Found",
            fields: [length, ["Location", "ok?x"]]
        ),
        .init(
            "301 without a Location",
            "HTTP/1.1 301 Moved\r\nContent-Length: 2\r\n\r\nhi",
            statusLine: "HTTP/1.1 301 Moved"
        ),
        .init(
            "a cookie is not kept",
            ok + "Set-Cookie: a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT\r\n\r\nhi",
            fields: [length, ["Set-Cookie", "a=b; Expires=Wed, 21 Oct 2037 07:28:00 GMT"]]
        ),
    ]
}

@Suite("A response comes exactly as it was sent", .timeLimit(.minutes(1)))
struct ExactResponseTests {
    @Test(arguments: ExactResponse.fieldForms + ExactResponse.framings + ExactResponse.meanings)
    func arrives(_ row: ExactResponse) async throws {
        let server = RawOrigin(answer: row.sent)
        defer { server.stop() }
        let fetched = try await URLSessionOrigin().fetch(.local(server.port), method: row.method)
        let head = fetched.response.head
        #expect(head.statusLine == row.statusLine)
        #expect(head.fields.lines.map { [$0.name.rawName, $0.value] } == row.fields)
        #expect(fetched.text == row.body)
        #expect(fetched.report.isDelimited == row.isDelimited)
        #expect(fetched.report.trailers.lines.map { [$0.name.rawName, $0.value] } == row.trailers)
        #expect(fetched.response.interimHeads.map(\.status) == row.interim)
        #expect(server.requests.count == 1)
    }

    @Test("A folded line is kept for the rules to judge")
    func foldedLine() async throws {
        let server = RawOrigin(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: a\r\n b\r\n\r\nhi"
        )
        defer { server.stop() }
        let fetched = try await URLSessionOrigin().fetch(.local(server.port))
        #expect(fetched.text == "hi")
    }

    @Test("The report names peer, phases and size")
    func report() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        defer { server.stop() }
        let report = try await URLSessionOrigin().fetch(.local(server.port)).report
        #expect(report.peerAddress == "127.0.0.1")
        #expect(report.peerPort == Int(server.port))
        #expect(report.requestSize == server.requests.first?.utf8.count)
        let connect = try #require(report.connectTime)
        let total = try #require(report.totalTime)
        #expect(connect > 0 && connect <= total)
        #expect(report.handshakeTime == nil)
    }
}
