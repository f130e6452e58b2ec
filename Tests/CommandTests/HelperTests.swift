import Foundation
import TestSupport
import Testing

/// The front without its helper: it serves what is stored and touches nothing otherwise.
@Suite("httpcache copied alone")
struct HelperTests {
    private let command: BuiltCommand
    private let front: BuiltCommand

    init() async throws {
        command = try BuiltCommand()
        let empty = try command.place.makeDirectory("empty")
        let copy = "\(empty)/httpcache"
        // Why by another process: a descriptor open for writing here would be inherited by the
        // children of tests that run beside, and keep the copy busy for as long as they live.
        _ = try await Program(
            "/bin/cp",
            environment: [:],
            directory: empty,
            timeLimit: .seconds(20)
        )
        .run([command.program.path, copy], input: [])
        front = command.using(executable: copy)
    }

    @Test("serves a hit")
    func hit() async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=3600")], body: "content")
        }
        defer { origin.stop() }
        _ = try await command.fetch(origin.url("/a"))
        let result = try await front.fetch(origin.url("/a"))
        #expect(result.status == .exited(0))
        #expect(result.output == "content")
        #expect(origin.requests.count == 1)
        #expect(try await command.statistics()["hits"] == 1)
    }

    struct Miss: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var arguments: [String]
        var path: String
    }

    static let misses = [
        Miss(testDescription: "nothing stored", arguments: [], path: "/b"),
        Miss(testDescription: "a stored response that is stale", arguments: [], path: "/stale"),
        Miss(testDescription: "a reload", arguments: ["--reload"], path: "/a"),
        Miss(testDescription: "a POST", arguments: ["-d", "x"], path: "/a"),
        Miss(testDescription: "an output file", arguments: ["-o", "out"], path: "/b"),
    ]

    @Test("names the helper on a miss and leaves everything as it was", arguments: misses)
    func miss(_ row: Miss) async throws {
        let origin = try ScriptedOrigin { request in
            let lifetime = request.path == "/stale" ? "max-age=0" : "max-age=3600"
            return Answer(
                fields: [("Cache-Control", lifetime), ("ETag", "\"1\"")],
                body: "content"
            )
        }
        defer { origin.stop() }
        for path in ["/a", "/stale"] { _ = try await command.fetch(origin.url(path)) }
        let before = try snapshot(of: command.cacheDirectory)
        #expect(!before.isEmpty)
        let result = try await front.run(["fetch", "-sS"] + row.arguments + [origin.url(row.path)])
        #expect(result.status == .exited(127))
        #expect(result.output == "")
        #expect(result.complaints.count == 1)
        #expect(result.errorOutput.contains("httpcache-origin"))
        #expect(try snapshot(of: command.cacheDirectory) == before)
        #expect(try snapshot(of: command.workDirectory) == [:])
        #expect(origin.requests.count == 2)
    }

    @Test("makes no cache directory on a miss")
    func missInEmptyHome() async throws {
        let result = try await front.fetch("http://127.0.0.1:9/")
        #expect(result.status == .exited(127))
        #expect(!FileManager.default.fileExists(atPath: command.cacheDirectory))
    }

    @Test("finds the helper through HTTPCACHE_EXEC_PATH, never through PATH")
    func findsHelper() async throws {
        let origin = try ScriptedOrigin { _ in Answer(body: "content") }
        defer { origin.stop() }
        let programs = URL(fileURLWithPath: command.program.path).deletingLastPathComponent().path
        let named = front.adding(environment: ["HTTPCACHE_EXEC_PATH": programs])
        #expect(try await named.fetch(origin.url()).output == "content")
        let found = front.adding(environment: ["PATH": programs])
        #expect(try await found.fetch("--reload", origin.url()).status == .exited(127))
    }
}
