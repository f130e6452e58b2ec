import Foundation
import TestSupport
import Testing

/// What is typed wrong, and stores that cannot be used.
@Suite("fetch with bad input")
struct BadInputTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var arguments: [String]
        var status: Int32
        var errorPart: String

        init(_ name: String, _ arguments: [String], status: Int32, error: String) {
            testDescription = name
            self.arguments = arguments
            self.status = status
            errorPart = error
        }
    }

    static let rows = [
        Row("no host", ["fetch", "http://"], status: 3, error: "http://"),
        Row("a port too large", ["fetch", "http://h:99999/"], status: 3, error: "99999"),
        Row("a port that is no number", ["fetch", "http://h:a/"], status: 3, error: "http://h:a/"),
        Row("a bracket left open", ["fetch", "http://[::1/"], status: 3, error: "http://[::1/"),
        Row("a blank in the host", ["fetch", "http://a b/"], status: 3, error: "http://a b/"),
        Row("no URL", ["fetch"], status: 2, error: "URL"),
        Row(
            "a misspelt long option",
            ["fetch", "--cacret", "f", "http://h/"],
            status: 2,
            error: "--cacert"
        ),
        Row(
            "another misspelt long option",
            ["fetch", "--ofline", "http://h/"],
            status: 2,
            error: "--offline"
        ),
        Row("an unknown letter", ["fetch", "-7", "http://h/"], status: 2, error: "-7"),
        Row("an option without its value", ["fetch", "http://h/", "-H"], status: 2, error: "-H"),
        Row(
            "a duration that is none",
            ["fetch", "--max-age", "soon", "http://h/"],
            status: 2,
            error: "soon"
        ),
        Row("a misspelt command", ["fecth", "http://h/"], status: 2, error: "fetch"),
        Row("purge without a filter", ["purge"], status: 2, error: "--all"),
        Row("an unknown key", ["inspect", "abcdef012345"], status: 4, error: "abcdef012345"),
    ]

    @Test("is refused with a reason", arguments: rows)
    func refused(_ row: Row) async throws {
        let command = try BuiltCommand()
        let result = try await command.run(row.arguments)
        #expect(result.status == .exited(row.status))
        #expect(result.output == "")
        #expect(result.errorOutput.contains(row.errorPart), "\(result.errorOutput)")
        #expect(result.complaints.count == 1, "\(result.errorOutput)")
    }

    struct Place: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Makes the place below a directory and returns the cache directory's path.
        var make: @Sendable (TemporaryDirectory) throws -> String
    }

    static let places = [
        Place(testDescription: "below a file") {
            try $0.write("a file", to: "file")
            return $0.path("file/cache")
        },
        Place(testDescription: "a file itself") { try $0.write("a file", to: "file") },
        Place(testDescription: "where nobody may write") { _ in "/proc/httpcache-tests/cache" },
    ]

    @Test("an unusable cache directory is one warning, and the transfer goes on", arguments: places)
    func unusableDirectory(_ place: Place) async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=3600")], body: "content")
        }
        defer { origin.stop() }
        var command = try BuiltCommand()
        command = command.adding(environment: ["HTTPCACHE_DIR": try place.make(command.place)])
        for _ in 1...2 {
            let result = try await command.run("fetch", origin.url())
            #expect(result.status == .exited(0))
            #expect(result.output == "content")
            #expect(result.errorLines.filter { $0.hasPrefix("httpcache: ") }.count == 1)
        }
        #expect(origin.requests.count == 2)
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var suffix: String
        var change: @Sendable (String) throws -> Void
    }

    static let damages = [
        Damage(testDescription: "an empty .meta", suffix: ".meta") {
            try overwrite($0) { _ in [] }
        },
        Damage(testDescription: "half a .meta", suffix: ".meta") {
            try overwrite($0) { Array($0.prefix($0.count / 2)) }
        },
        Damage(testDescription: "a .meta of other bytes", suffix: ".meta") {
            try overwrite($0) { $0.map { $0 ^ 0x55 } }
        },
        Damage(testDescription: "a directory in the .meta's place", suffix: ".meta") {
            try FileManager.default.removeItem(atPath: $0)
            try FileManager.default.createDirectory(
                atPath: $0,
                withIntermediateDirectories: false
            )
        },
        Damage(testDescription: "a link to nowhere in the .meta's place", suffix: ".meta") {
            try FileManager.default.removeItem(atPath: $0)
            try FileManager.default.createSymbolicLink(
                atPath: $0,
                withDestinationPath: "/nowhere"
            )
        },
        Damage(testDescription: "no .data", suffix: ".data") {
            try FileManager.default.removeItem(atPath: $0)
        },
        Damage(testDescription: "a .data cut short", suffix: ".data") {
            try overwrite($0) { Array($0.dropLast()) }
        },
        Damage(testDescription: "a .data too long", suffix: ".data") {
            try overwrite($0) { $0 + [0] }
        },
    ]

    private static func overwrite(
        _ path: String,
        _ change: ([UInt8]) -> [UInt8]
    ) throws {
        let content = FileManager.default.contents(atPath: path).map(Array.init) ?? []
        try Data(change(content)).write(to: URL(fileURLWithPath: path))
    }

    @Test("a damaged entry is a miss and is replaced", arguments: damages)
    func damagedEntry(_ damage: Damage) async throws {
        let origin = try ScriptedOrigin { _ in
            Answer(fields: [("Cache-Control", "max-age=3600")], body: "content")
        }
        defer { origin.stop() }
        let command = try BuiltCommand()
        _ = try await command.fetch(origin.url())
        let files = try command.storedFiles(damage.suffix)
        try damage.change(try #require(files.first))
        for _ in 1...2 {
            let result = try await command.fetch(origin.url())
            #expect(result.status == .exited(0))
            #expect(result.output == "content")
        }
        #expect(origin.requests.count == 2)
    }
}
