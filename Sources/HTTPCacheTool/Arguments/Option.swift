/// One option of the command line: everything that is known of it stands here once.
package struct Option: Sendable {
    /// What follows an option.
    package enum Argument: Hashable, Sendable {
        /// Nothing: it is on, or off with `--no-` before its name.
        case none
        /// A value, called so in the help.
        case required(String)
        /// A value that may only be joined with `=`.
        case optional(String)
    }

    /// Where the help puts it.
    package enum Category: String, CaseIterable, Sendable {
        case global, request, output, transfer, connection, cache, integrity, selection, report
    }

    /// The commands it belongs to; a global one belongs to all.
    package struct Commands: OptionSet, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let fetch = Commands(rawValue: 1)
        package static let inspect = Commands(rawValue: 2)
        package static let purge = Commands(rawValue: 4)
        package static let stats = Commands(rawValue: 8)
        package static let every = Commands(rawValue: 255)
    }

    /// The long name without its hyphens.
    package var name: String
    /// The short letter, as an ASCII byte.
    package var letter: UInt8?
    /// What follows it.
    package var argument: Argument
    /// Where the help puts it.
    package var category: Category
    /// What it does, in a few words.
    package var help: String
    /// The commands it belongs to.
    package var commands: Commands
    /// Why this version does not have it, or nil where it does.
    package var unavailable: String?

    init(
        _ name: String,
        _ letter: Unicode.Scalar? = nil,
        _ argument: Argument = .none,
        _ category: Category,
        _ help: String,
        in commands: Commands = .fetch,
        unavailable: String? = nil
    ) {
        self.name = name
        self.letter = letter.map { UInt8(ascii: $0) }
        self.argument = argument
        self.category = category
        self.help = help
        self.commands = commands
        self.unavailable = unavailable
    }

    /// The name as it is typed.
    package var spelling: String { "--" + name }

    /// How it is written in help and documentation: letter, name and value.
    package var synopsis: String {
        let short = letter.map { "-\(Unicode.Scalar($0)), " } ?? ""
        switch argument {
        case .none: return short + spelling
        case .required(let value): return short + spelling + " " + value
        case .optional(let value): return short + spelling + "[=" + value + "]"
        }
    }
}
