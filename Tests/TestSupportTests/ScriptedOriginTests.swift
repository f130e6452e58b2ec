import Foundation
import TestSupport
import Testing

@Suite("A scripted origin")
struct ScriptedOriginTests {
    @Test("answers by path and ordinal and records what was asked")
    func answersByPath() async throws {
        let origin = try ScriptedOrigin(["/a": [Answer(body: "one"), Answer(404, body: "two")]])
        defer { origin.stop() }
        let first = try await curl([origin.url("/a?x=1"), "-H", "X-Test:  v "])
        let second = try await curl(["-w", "%{http_code}", "-d", "content", origin.url("/a")])
        #expect(first == "one")
        #expect(second == "two404")
        let requests = origin.requests(to: "/a")
        #expect(requests.map(\.method) == ["GET", "POST"])
        #expect(requests.map(\.target) == ["/a?x=1", "/a"])
        #expect(requests[0].value(of: "x-test") == "v")
        #expect(requests[1].body == "content".latin1Bytes)
        #expect(requests.map(\.connection) == [0, 1])
    }

    @Test("keeps a connection for the next request, on either loopback address")
    func keepsConnections() async throws {
        let origin = try ScriptedOrigin(on: .ipv6) { Answer(body: $0.target + "\n") }
        defer { origin.stop() }
        let output = try await curl(["-g", origin.url("/1"), origin.url("/2")])
        #expect(output == "/1\n/2\n")
        #expect(origin.connectionCount == 1)
    }

    @Test("takes chunked content with an expectation")
    func takesChunkedContent() async throws {
        let origin = try ScriptedOrigin { Answer(body: String(latin1: $0.body)) }
        defer { origin.stop() }
        let output = try await curl([
            "-H", "Transfer-Encoding: chunked", "-H", "Expect: 100-continue", "-d", "abc",
            origin.url(),
        ])
        #expect(output == "abc")
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var answer: Answer
        var status: Int32
    }

    static let faults = [
        Fault(testDescription: "no byte", answer: .nothing, status: 52),
        Fault(
            testDescription: "half a body",
            answer: Answer(body: "0123456789").cuttingBody(after: 5),
            status: 18
        ),
        Fault(
            testDescription: "a reset in the body",
            answer: Answer(body: "0123456789").cuttingBody(after: 5, by: .reset),
            status: 56
        ),
        Fault(
            testDescription: "no last chunk",
            answer: .chunked(pieces: ["a", "b"], terminated: false),
            status: 18
        ),
        Fault(
            testDescription: "trailers, trickled",
            answer: .chunked(pieces: ["a", "b"], trailers: [("X", "y")])
                .trickling(pieces: 7, milliseconds: 1),
            status: 0
        ),
        Fault(
            testDescription: "an interim response first",
            answer: Answer(body: "x").after(interim: 103).closing(),
            status: 0
        ),
    ]

    @Test("carries out the script's faults", arguments: faults)
    func carriesOutFaults(_ fault: Fault) async throws {
        let origin = try ScriptedOrigin { _ in fault.answer }
        defer { origin.stop() }
        #expect(
            try await Program("/usr/bin/curl").run(["-s", origin.url()]).status
                == .exited(fault.status)
        )
    }

    @Test("stops at once whatever a script waits for")
    func stopsAtOnce() async throws {
        let gate = Gate()
        let origin = try ScriptedOrigin { _ in Answer().after(gate) }
        async let status = Program("/usr/bin/curl").run(["-s", origin.url()]).status
        #expect(await origin.waitForRequests(1))
        origin.stop()
        #expect(try await status == .exited(52))
    }

    private func curl(_ arguments: [String]) async throws -> String {
        try await Program("/usr/bin/curl").run(["-sS"] + arguments).output
    }
}
