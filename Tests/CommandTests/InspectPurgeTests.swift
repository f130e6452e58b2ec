import Foundation
import TestSupport
import Testing

/// What the other commands tell of a store and do to it.
@Suite("inspect, stats and purge")
struct InspectPurgeTests {
    private let command: BuiltCommand
    private let origin: ScriptedOrigin

    init() throws {
        command = try BuiltCommand()
        origin = try ScriptedOrigin { request in
            Answer(
                fields: [("Cache-Control", "max-age=3600"), ("ETag", "\"\(request.path)\"")],
                body: "content of \(request.path)"
            )
        }
    }

    private func objects(_ result: Program.Result) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(json as? [String: Any])
        }
    }

    @Test("inspect --json tells each entry in one line")
    func inspectAll() async throws {
        defer { origin.stop() }
        for path in ["/a", "/b"] { _ = try await command.fetch(origin.url(path)) }
        let entries = try objects(try await command.run("inspect", "--json"))
        #expect(
            Set(entries.compactMap { $0["url"] as? String }) == [
                origin.url("/a"), origin.url("/b"),
            ]
        )
        let entry = try #require(entries.first { $0["url"] as? String == origin.url("/a") })
        #expect(entry["method"] as? String == "GET")
        #expect(entry["status"] as? Int == 200)
        #expect(entry["size"] as? Int == 13)
        #expect(entry["freshness_lifetime"] as? Int == 3600)
        #expect(entry["fresh"] as? Bool == true)
        #expect(entry["state"] as? String == "fresh")
        #expect(entry["etag"] as? String == "\"/a\"")
        let key = try #require(entry["key"] as? String)
        let path = try #require(entry["path"] as? String)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "content of /a")
        let one = try objects(try await command.run("inspect", "--json", String(key.prefix(12))))
        #expect(one.count == 1)
        #expect(one.first?["key"] as? String == key)
        let byURL = try await command.run("inspect", "--body", origin.url("/b"))
        #expect(byURL.output == "content of /b")
    }

    @Test("purge removes what its filters say, and nothing with --dry-run")
    func purge() async throws {
        defer { origin.stop() }
        for path in ["/a", "/b"] { _ = try await command.fetch(origin.url(path)) }
        let before = try snapshot(of: command.cacheDirectory)
        #expect(try await command.run("purge", "--all", "--dry-run").status == .exited(0))
        #expect(try snapshot(of: command.cacheDirectory) == before)
        let kept = try await command.run("purge", "--older-than", "1d")
        #expect(kept.output.contains("purged 0 responses"))
        let one = try await command.run("purge", origin.url("/a"))
        #expect(one.output.hasPrefix("purged 1 response"))
        #expect(try await command.statistics()["entries"] == 1)
        #expect(try await command.run("purge", "--all").status == .exited(0))
        #expect(try await command.statistics()["entries"] == 0)
        #expect(try await command.fetchOffline(origin.url("/b")).status == .exited(104))
    }
}
