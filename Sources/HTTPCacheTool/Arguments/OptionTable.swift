/// All options; parser, help, completion and documentation read this table and nothing else.
package enum OptionTable {
    /// The options in the order of the help.
    package static let all: [Option] =
        global + request + output + transfer + connection + cache + integrity + selection + report

    static let global: [Option] = [
        Option("cache-dir", nil, .required("DIR"), .global, "keep the cache in DIR", in: .every),
        Option(
            "max-size",
            nil,
            .required("SIZE"),
            .global,
            "let the cache grow to SIZE (100M)",
            in: .every
        ),
        Option(
            "config",
            nil,
            .required("FILE"),
            .global,
            "read policies from FILE",
            in: .every
        ),
        Option("version", "V", .none, .global, "print the version", in: .every),
        Option(
            "help",
            "h",
            .optional("all"),
            .global,
            "print help; all: every option",
            in: .every
        ),
    ]

    /// The option with a long name that a command knows.
    ///
    /// Why a scan: the table has some hundred rows, and a command line names a handful of them.
    package static func option(
        named name: some StringProtocol,
        of commands: Option.Commands
    ) -> Option? {
        all.first { !$0.commands.isDisjoint(with: commands) && $0.name == name }
    }

    /// The option with a short letter that a command knows.
    package static func option(letter: UInt8, of commands: Option.Commands) -> Option? {
        all.first { !$0.commands.isDisjoint(with: commands) && $0.letter == letter }
    }

    /// The options that are a command's own, without the global ones.
    package static func options(of commands: Option.Commands) -> [Option] {
        all.filter { $0.category != .global && !$0.commands.isDisjoint(with: commands) }
    }
}
