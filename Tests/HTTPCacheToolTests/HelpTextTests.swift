@testable import HTTPCacheTool
import Testing

/// What `--help` prints fits a terminal and begins with an example.
@Suite("Help")
struct HelpTextTests {
    @Test("of the program fits a screen")
    func overviewFits() throws {
        let text = try HelpText.text(for: nil, topic: nil)
        #expect(text.hasPrefix("Example: "))
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 25)
    }

    @Test(
        "of a command begins with an example",
        arguments: [
            CommandName.fetch, .inspect, .purge, .stats,
        ]
    )
    func beginsWithExample(_ command: CommandName) throws {
        #expect(
            try HelpText.text(for: command, topic: nil).hasPrefix(
                "Example: httpcache \(command.rawValue)"
            )
        )
    }

    @Test("has lines of at most 80 columns", arguments: CommandName.allCases)
    func isNarrow(_ command: CommandName) throws {
        for topic in [nil, "all"] as [String?] {
            let text = try HelpText.text(for: command, topic: command == .help ? nil : topic)
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test("explains every option that can be used, in one place at least")
    func isComplete() throws {
        for command in [CommandName.fetch, .inspect, .purge, .stats] {
            let text = try HelpText.text(for: command, topic: "all")
            let options = OptionTable.options.filter {
                !$0.commands.isEmpty && $0.belongs(to: command) && $0.refusal == nil
            }
            for option in options { #expect(text.contains(option.spelling), "\(option.name)") }
        }
    }

    @Test("No two options of a command share a name or a letter", arguments: CommandName.allCases)
    func isUnambiguous(_ command: CommandName) {
        let options = OptionTable.options.filter { $0.belongs(to: command) }
        let names = options.map(\.name)
        let letters = options.compactMap(\.letter)
        #expect(Set(names).count == names.count)
        #expect(Set(letters).count == letters.count)
    }
}
