/// A command of the tool.
package enum CommandName: String, CaseIterable, Sendable {
    case fetch, inspect, purge, stats, queue, completion, help

    /// Whether this version can do it.
    package var isAvailable: Bool { self != .queue }
}

/// One option, described once: parser, help, errors and documentation come from it.
package struct Option: Sendable {
    /// The groups in which help lists the options.
    package enum Category: String, CaseIterable, Sendable {
        case cache, request, output, transfer, connection, integrity, selection, report, general
    }

    /// Whether an option takes a value.
    package enum Value: Sendable, Equatable {
        /// It takes none.
        case none
        /// It takes the next word, or what follows its letter; named for help.
        case required(String)
        /// It takes a value only behind an equals sign.
        case optional(String)
    }

    /// The long name, without its dashes.
    package let name: String
    /// The short name, without its dash.
    package let letter: Character?
    /// Whether it takes a value.
    package let value: Value
    /// The group it belongs to.
    package let category: Category
    /// What it does, in one sentence for help.
    package let help: String
    /// The commands that know it; empty for all.
    package let commands: [CommandName]
    /// Why it cannot be used, where it is known but refused.
    package let refusal: String?
    /// Whether it stands in the short help.
    package let isCommon: Bool

    init(
        _ name: String,
        _ letter: Character? = nil,
        _ value: Value = .none,
        _ category: Category,
        _ help: String,
        for commands: [CommandName] = [.fetch],
        isCommon: Bool = false,
        refusal: String? = nil
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.category = category
        self.help = help
        self.commands = commands
        self.refusal = refusal
        self.isCommon = isCommon
    }

    /// Whether it is written like this, with its dashes.
    func answers(to spelling: String) -> Bool {
        spelling == "--\(name)" || letter.map { spelling == "-\($0)" } ?? false
    }

    /// Whether it is a switch, which `--no-` turns off.
    package var isSwitch: Bool { value == .none && !commands.isEmpty }

    /// Whether a command knows the option.
    package func belongs(to command: CommandName) -> Bool {
        commands.isEmpty || commands.contains(command)
    }

    /// The option as it is written, for help and messages.
    package var spelling: String {
        let short = letter.map { "-\($0), " } ?? ""
        switch value {
        case .none: return "\(short)--\(name)"
        case .required(let value): return "\(short)--\(name) \(value)"
        case .optional(let value): return "\(short)--\(name)[=\(value)]"
        }
    }
}
