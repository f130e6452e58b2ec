import TestSupport
import Testing

/// Servers that are unusual or broken: fetched right, or one clear error with curl's exit code.
@Suite("fetch from unusual origins")
struct RawOriginTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Exact bytes of the answer, one a scalar; or an answer that is more than bytes.
        var answer: Answer
        var arguments: [String] = []
        var status: Int32 = 0
        /// What curl 7.88 exits with, measured.
        var curlStatus: Int32 = 0
        var body = ""
        /// What `-i` prints somewhere in the head.
        var headPart = ""
        /// Whether the response is in the store afterwards.
        var isStored = false

        init(
            _ name: String,
            _ answer: Answer,
            arguments: [String] = [],
            status: Int32 = 0,
            body: String = "",
            head: String = "",
            stored: Bool = false,
            curl: Int32? = nil
        ) {
            testDescription = name
            self.answer = answer
            self.arguments = arguments
            self.status = status
            curlStatus = curl ?? status
            self.body = body
            headPart = head
            isStored = stored
        }
    }

    private static let fresh = "Cache-Control: max-age=3600\r\n"
    private static let two = "Content-Length: 2\r\n"
    private static let ok = "HTTP/1.1 200 OK\r\n"

    private static let unusualRows = [
        Row(
            "ETag without a blank",
            .raw("\(ok)\(fresh)ETag:\"a\"\r\n\(two)\r\nhi"),
            body: "hi",
            head: "ETag:\"a\"\r\n",
            stored: true
        ),
        Row(
            "an empty field value",
            .raw("\(ok)\(fresh)X-Empty:\r\n\(two)\r\nhi"),
            body: "hi",
            head: "X-Empty:\r\n",
            stored: true
        ),
        Row(
            "a Latin-1 byte",
            .raw("\(ok)\(fresh)X-Name: caf\u{e9}\r\n\(two)\r\nhi"),
            body: "hi",
            head: "X-Name: caf\u{e9}\r\n",
            stored: true
        ),
        Row(
            "no reason phrase",
            .raw("HTTP/1.1 200\r\n\(fresh)\(two)\r\nhi"),
            body: "hi",
            head: "HTTP/1.1 200\r\n",
            stored: true
        ),
        Row(
            "LF line ends",
            .raw("HTTP/1.1 200 OK\nCache-Control: max-age=3600\nContent-Length: 2\n\nhi"),
            body: "hi",
            head: "HTTP/1.1 200 OK",
            stored: true
        ),
        Row(
            "trailers",
            .chunked(
                fields: [("Cache-Control", "max-age=3600")],
                pieces: ["h", "i"],
                trailers: [("X-After", "1"), ("Cache-Control", "no-store")]
            ),
            body: "hi",
            head: "HTTP/1.1 200",
            stored: true
        ),
        Row(
            "103 before 200",
            .raw("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n\(ok)\(fresh)\(two)\r\nhi"),
            body: "hi",
            head: "HTTP/1.1 103 Early Hints\r\n",
            stored: true
        ),
        Row(
            "Vary and vary",
            .raw("\(ok)\(fresh)Vary: A\r\nvary: B\r\n\(two)\r\nhi"),
            body: "hi",
            head: "vary: B\r\n",
            stored: true
        ),
        Row(
            "max-age, and no-store in another case",
            .raw("\(ok)\(fresh)cache-control: no-store\r\n\(two)\r\nhi"),
            body: "hi",
            head: "cache-control: no-store\r\n"
        ),
        Row(
            "401 Basic",
            .raw("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\(two)\r\nhi"),
            body: "hi",
            head: "HTTP/1.1 401 No\r\n"
        ),
        Row(
            "a body that ends with the connection",
            .raw("\(ok)\(fresh)\r\nhi"),
            body: "hi",
            head: "HTTP/1.1 200 OK\r\n",
            stored: true
        ),
        Row(
            "HTTP/1.0",
            .raw("HTTP/1.0 200 OK\r\n\(fresh)\(two)\r\nhi"),
            body: "hi",
            head: "HTTP/1.0 200 OK\r\n",
            stored: true
        ),
    ]

    private static let brokenRows = [
        // Why: curl takes such a head for whole; a cache must not.
        Row("a head cut short", .raw("\(ok)\(fresh)X-Cut: of"), status: 56, curl: 0),
        Row("a status line cut short", .raw("HTTP/1.1 20"), status: 52),
        Row("a body cut short", .raw("\(ok)\(fresh)Content-Length: 9\r\n\r\nhi"), status: 18),
        Row(
            "a body cut by a reset",
            Answer(fields: [("Cache-Control", "max-age=3600")], body: "content")
                .cuttingBody(after: 3, by: .reset),
            status: 56
        ),
        Row(
            "a chunked body cut at a chunk boundary",
            .chunked(
                fields: [("Cache-Control", "max-age=3600")],
                pieces: ["h", "i"],
                terminated: false
            ),
            status: 18
        ),
        Row(
            "a chunked body cut within a chunk",
            .raw("\(ok)\(fresh)Transfer-Encoding: chunked\r\n\r\n9\r\nhi"),
            status: 18
        ),
        Row(
            "a chunk size that is no number",
            .raw("\(ok)\(fresh)Transfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n0\r\n\r\n"),
            status: 56
        ),
        Row("an empty reply", .nothing, status: 52),
        Row("a reset instead of a reply", Answer(steps: [.reset]), status: 56),
        Row("not HTTP at all", .raw("220 mail.example ESMTP\r\n"), status: 1),
        Row(
            "a transfer coding nobody knows",
            .raw("\(ok)\(fresh)Transfer-Encoding: rot13\r\n\(two)\r\nhi"),
            status: 61
        ),
        Row(
            "a stall within the body",
            .raw("\(ok)\(fresh)Content-Length: 9\r\n\r\nhi")
                .stalling(),
            arguments: ["-m", "1"],
            status: 28
        ),
        Row(
            "a stall before the head",
            Answer(steps: []).stalling(),
            arguments: ["-m", "1"],
            status: 28
        ),
    ]

    private func origin(for row: Row) throws -> ScriptedOrigin {
        try ScriptedOrigin { _ in row.answer }
    }

    @Test("an unusual response is fetched right", arguments: unusualRows)
    func unusual(_ row: Row) async throws {
        let origin = try origin(for: row)
        defer { origin.stop() }
        let command = try BuiltCommand()
        let result = try await command.fetch("-i", origin.url())
        #expect(result.status == .exited(0))
        // Why: CR LF is one character, so that its halves cannot be told apart in a comparison.
        let text = String(latin1: result.outputBytes).replacing("\r\n", with: "\n")
        let headPart = row.headPart.replacing("\r\n", with: "\n")
        #expect(text.contains(headPart), "the head as received: \(text)")
        #expect(text.hasSuffix("\n\n\(row.body)"))
        #expect(!result.timedOut)
        let again = try await command.fetchOffline(origin.url())
        #expect(again.status == .exited(row.isStored ? 0 : 104))
        #expect(again.output == (row.isStored ? row.body : ""))
    }

    @Test(
        "a broken response is one clear error, and nothing of it is stored",
        arguments: brokenRows
    )
    func broken(_ row: Row) async throws {
        let origin = try origin(for: row)
        defer { origin.stop() }
        let command = try BuiltCommand()
        let result = try await command.run(["fetch", "-sS"] + row.arguments + [origin.url()])
        #expect(result.status == .exited(row.status), "\(result.errorOutput)")
        #expect(result.complaints.count == 1)
        #expect(try await command.fetchOffline(origin.url()).status == .exited(104))
        #expect(try command.storedFiles(".meta") == [])
    }

    @Test("nothing of a broken response reaches an output file", arguments: brokenRows)
    func brokenIntoFile(_ row: Row) async throws {
        let origin = try origin(for: row)
        defer { origin.stop() }
        let command = try BuiltCommand()
        let path = try command.place.write("before", to: "work/out")
        let arguments = ["fetch", "-sS", "-o", path] + row.arguments + [origin.url()]
        #expect(try await command.run(arguments).status == .exited(row.status))
        #expect(try snapshot(of: command.workDirectory) == ["out": "before".latin1Bytes])
    }

    @Test("a broken answer leaves what was stored", arguments: brokenRows)
    func brokenAfterGood(_ row: Row) async throws {
        let origin = try ScriptedOrigin { request in
            request.ordinal == 0
                ? Answer(fields: [("Cache-Control", "max-age=3600")], body: "good") : row.answer
        }
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(origin.url())
        _ = try await command.run(["fetch", "-sS", "--reload"] + row.arguments + [origin.url()])
        #expect(try await command.fetchOffline(origin.url()).output == "good")
    }

    @Test("the exit codes are curl's", arguments: unusualRows + brokenRows)
    func curlAgrees(_ row: Row) async throws {
        let origin = try origin(for: row)
        defer { origin.stop() }
        let result = try await Program("/usr/bin/curl").run(["-s"] + row.arguments + [origin.url()])
        #expect(result.status == .exited(row.curlStatus))
    }

    @Test("both fields named by Vary and vary select the response")
    func varyInTwoCases() async throws {
        let origin = try origin(for: Self.unusualRows[7])
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch("-H", "A: 1", "-H", "B: 1", origin.url())
        let same = try await command.fetchOffline("-H", "A: 1", "-H", "B: 1", origin.url())
        #expect(same.output == "hi")
        for other in [["A: 2", "B: 1"], ["A: 1", "B: 2"]] {
            let result = try await command.fetchOffline(
                "-H",
                other[0],
                "-H",
                other[1],
                origin.url()
            )
            #expect(result.status == .exited(104))
        }
    }

    @Test("a port where nobody listens")
    func refused() async throws {
        let origin = try ScriptedOrigin { _ in .nothing }
        origin.stop()
        try await Task.sleep(for: .milliseconds(50))
        let result = try await BuiltCommand().fetch("--no-offline-fallback", origin.url())
        #expect(result.status == .exited(7))
        #expect(result.complaints.count == 1)
    }
}

extension Answer {
    /// The same, and then nothing more while the connection stays open.
    fileprivate func stalling() -> Answer {
        Answer(steps: steps + [.pause(milliseconds: 10_000)])
    }
}
