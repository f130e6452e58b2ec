import Foundation
@testable import HTTPCacheTool
import Testing

/// `docs/cli.md` says the same as the tables it describes.
@Suite("The command line's documentation")
struct DocumentationTests {
    private static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("docs/cli.md")

    private let text: String

    init() throws {
        text = try String(contentsOf: Self.path, encoding: .utf8)
    }

    /// The lines between `<!-- name -->` and `<!-- end -->`.
    private func block(_ name: String) throws -> [String] {
        let begin = try #require(text.range(of: "<!-- \(name) -->\n"))
        let rest = text[begin.upperBound...]
        let end = try #require(rest.range(of: "<!-- end -->"))
        return rest[..<end.lowerBound].split(separator: "\n").map(String.init)
    }

    static func optionRows(for command: CommandName) -> [String] {
        let options = OptionTable.options.filter {
            !$0.commands.isEmpty && $0.belongs(to: command) && $0.refusal == nil
        }
        var rows = ["| option | does |", "|---|---|"]
        for group in Option.Category.allCases {
            for option in options where option.category == group {
                rows.append("| `\(option.spelling)` | \(option.help) |")
            }
        }
        return rows
    }

    @Test("lists each option", arguments: [CommandName.fetch, .inspect, .purge, .stats])
    func options(_ command: CommandName) throws {
        #expect(try block("options of \(command.rawValue)") == Self.optionRows(for: command))
    }

    @Test("lists the options of every command")
    func generalOptions() throws {
        let rows = OptionTable.options.filter(\.commands.isEmpty).map {
            "| `\($0.spelling)` | \($0.help) |"
        }
        #expect(try block("options of every command") == ["| option | does |", "|---|---|"] + rows)
    }

    @Test("lists each exit code")
    func exitCodes() throws {
        let rows = ExitStatus.allRows.map { "| \($0.code) | \($0.meaning) |" }
        #expect(try block("exit codes") == ["| code | means |", "|---|---|"] + rows)
    }

    @Test(
        "names each variable of the environment",
        arguments: [
            "HTTPCACHE_DIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "HTTPCACHE_MAX_SIZE",
            "HTTPCACHE_POLICY", "HTTPCACHE_OFFLINE", "HTTPCACHE_DISABLE", "HTTPCACHE_USER_KEY",
            "HTTPCACHE_EXEC_PATH", "http_proxy", "https_proxy", "no_proxy",
        ]
    )
    func environment(_ name: String) {
        #expect(text.contains("`\(name)"))
    }

    @Test("has each code once, in ascending order")
    func codes() {
        let codes = ExitStatus.allRows.map(\.code)
        #expect(codes == Array(Set(codes)).sorted())
    }
}
