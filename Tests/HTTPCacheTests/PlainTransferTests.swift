import HTTPCache
import HTTPCacheEngine
import HTTPCacheRules
import Testing

@Suite("URLSession without the tap is never silently wrong", .timeLimit(.minutes(1)))
struct PlainTransferTests {
    private let origin = URLSessionOrigin(withoutTap: ())

    private func request(_ server: RawOrigin, method: String = "GET") -> OutgoingRequest {
        OutgoingRequest(head: RequestHead(method: method, target: .local(server.port, "/a?b=%20")))
    }

    struct Answer: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var sent: String
        var status: Int
    }

    @Test(
        "Its answers are passed on, and it acts on none",
        arguments: [
            Answer(
                testDescription: "200",
                sent: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
                status: 200
            ),
            Answer(
                testDescription: "103, then 200",
                sent:
                    "HTTP/1.1 103 E\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
                status: 200
            ),
            Answer(
                testDescription: "401 Basic",
                sent:
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 2\r\n\r\nhi",
                status: 401
            ),
            Answer(
                testDescription: "302",
                sent: "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nhi",
                status: 302
            ),
            Answer(
                testDescription: "302 without a Location",
                sent: "HTTP/1.1 302 Found\r\nContent-Length: 2\r\n\r\nhi",
                status: 302
            ),
        ]
    )
    func answers(_ row: Answer) async throws {
        let server = RawOrigin(answer: row.sent)
        defer { server.stop() }
        do {
            let fetched = try await origin.fetch(request(server))
            #expect(fetched.response.head.status == row.status)
            #expect(fetched.text == "hi")
            #expect(!fetched.report.isDelimited)
        } catch let failure as TransferFailure {
            // URLSession drops this one's content; a failure is what remains.
            #expect(row.testDescription == "302 without a Location", "\(failure)")
        }
        #expect(server.requests.count == 1)
    }

    @Test("The request is the one asked for")
    func requestFields() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
        defer { server.stop() }
        var asked = request(server, method: "POST")
        asked.head.fields = [.init("User-Agent", "x/1"), .init("Content-Type", "text/x")]
        asked.body = .bytes(Array("body".utf8))
        _ = try await origin.fetch(asked)
        let sent = try #require(server.requests.first)
        #expect(sent.hasPrefix("POST /a?b=%20 HTTP/1.1\r\n"))
        #expect(sent.contains("\r\nUser-Agent: x/1\r\n"))
        #expect(sent.contains("\r\nAccept-Encoding: identity\r\n"))
        #expect(!sent.contains("Accept-Language"))
        #expect(sent.hasSuffix("\r\n\r\nbody"))
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var code: Int
        var change: @Sendable (inout OutgoingRequest) -> Void
    }

    @Test(
        "What it cannot do is refused",
        arguments: [
            Refusal(testDescription: "a connect time-out", code: 4) {
                $0.transfer.connectTimeout = 9
            },
            Refusal(testDescription: "authorities", code: 4) {
                $0.transfer.certificateAuthorityFile = "x"
            },
            Refusal(testDescription: "no verification", code: 4) { $0.transfer.isInsecure = true },
            Refusal(testDescription: "a proxy", code: 4) { $0.transfer.proxy = "" },
            Refusal(testDescription: "no proxy", code: 4) { $0.transfer.noProxy = "*" },
            Refusal(testDescription: "a name twice", code: 4) {
                $0.head.fields = [.init("A", "1"), .init("a", "2")]
            },
            Refusal(testDescription: "a target that it would respell", code: 3) {
                $0.head.target = .local(80, "/a|b")
            },
            Refusal(testDescription: "an IPv6 literal", code: 3) {
                $0.head.target = .local(1, host: "[::1]")
            },
        ]
    )
    func refused(_ row: Refusal) async throws {
        var asked = OutgoingRequest(head: RequestHead(target: .local(1)))
        row.change(&asked)
        #expect(await origin.failure(asked)?.curlCode == row.code)
    }

    @Test("A content coding is failure 61")
    func contentCoding() async throws {
        let server = RawOrigin(
            answer: "HTTP/1.1 200 OK\r\nContent-Encoding: foo\r\nContent-Length: 2\r\n\r\nhi"
        )
        defer { server.stop() }
        #expect(await origin.failure(request(server))?.curlCode == 61)
    }

    @Test("Time limits hold, in milliseconds")
    func timeLimits() async throws {
        let server = RawOrigin([.request, .hold])
        defer { server.stop() }
        var asked = request(server)
        asked.transfer.totalTimeout = 150
        #expect(await origin.failure(asked)?.curlCode == 28)
        asked.transfer.totalTimeout = nil
        asked.transfer.idleTimeout = 150
        #expect(await origin.failure(asked)?.curlCode == 28)
    }

    @Test("A body cut short is a failure, a refused connection is 7")
    func failures() async throws {
        let server = RawOrigin(answer: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
        defer { server.stop() }
        #expect(await origin.failure(request(server)) != nil)
        #expect(
            await origin.failure(OutgoingRequest(head: RequestHead(target: .local(1))))?.curlCode
                == 7
        )
    }
}
