/// Reads a command line by curl's habits: `-sSfo file`, `-ofile`, `--no-X`, options behind URLs, `--`.
package struct ArgumentParser {
    private var words: ArraySlice<String>
    private var invocation = Invocation()

    /// - Parameter arguments: The words behind the program's name.
    package init(_ arguments: [String]) { words = arguments[...] }

    /// Reads the command line.
    ///
    /// - Throws: `UsageError` naming the word that is not understood.
    package static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = ArgumentParser(arguments)
        return try parser.parse()
    }

    private mutating func parse() throws(UsageError) -> Invocation {
        var areOptionsOver = false
        while let word = words.popFirst() {
            if areOptionsOver || !word.hasPrefix("-") || word == "-" {
                try takeOperand(word)
            } else if word == "--" {
                areOptionsOver = true
            } else if word.hasPrefix("--") {
                try takeLong(word)
            } else {
                try takeLetters(word)
            }
            // Help and version come at once, whatever is wrong with the words behind them.
            if let answer = invocation.settings.last?.option.name,
                answer == "help" || answer == "version"
            {
                invocation.operands = Array(words)
                break
            }
        }
        return invocation
    }

    private mutating func takeOperand(_ word: String) throws(UsageError) {
        if invocation.command != nil { return invocation.operands.append(word) }
        guard let command = CommandName(rawValue: word) else {
            let names = CommandName.allCases.filter(\.isAvailable).map(\.rawValue)
            let near = nearestSpelling(of: word, among: names)
            let isURL = word.contains("://")
            throw UsageError(
                "unknown command '\(word)'",
                hint: isURL
                    ? "to fetch it: httpcache fetch \(word)"
                    : near.map { "did you mean '\($0)'?" } ?? "httpcache --help lists the commands"
            )
        }
        guard command.isAvailable else {
            throw UsageError("the command \(word) is not available in this version")
        }
        invocation.command = command
    }

    private mutating func takeLong(_ word: String) throws(UsageError) {
        var name = String(word.dropFirst(2))
        var attached: String?
        if let equals = name.firstIndex(of: "=") {
            attached = String(name[name.index(after: equals)...])
            name = String(name[..<equals])
        }
        if let option = find({ $0.name == name }) {
            if case .required = option.value, attached != nil {
                throw UsageError(
                    "the option --\(name) takes its value from the next word",
                    hint: "write a blank instead of the equals sign"
                )
            }
            return try take(option, attached: attached, word: "--\(name)")
        }
        // Some switches are called no-…: these are turned off by their name without it.
        let opposite = name.hasPrefix("no-") ? String(name.dropFirst(3)) : "no-\(name)"
        if attached == nil, let option = find({ $0.name == opposite && $0.isSwitch }) {
            if let refusal = option.refusal {
                throw UsageError("cannot use --\(name): \(refusal)")
            }
            invocation.settings.append(.init(option: option, value: nil, isNegated: true))
            return
        }
        throw OptionRefusal.error(for: "--\(name)", in: invocation.command)
    }

    private mutating func takeLetters(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = find({ $0.letter == letter }) else {
                throw OptionRefusal.error(for: "-\(letter)", in: invocation.command)
            }
            guard case .required = option.value else {
                try take(option, attached: nil, word: "-\(letter)")
                continue
            }
            // The rest of the word is the value, as in -ofile.
            let rest = letters.isEmpty ? nil : String(letters)
            try take(option, attached: rest, word: "-\(letter)")
            return
        }
    }

    private mutating func take(
        _ option: Option,
        attached: String?,
        word: String
    ) throws(UsageError) {
        if let refusal = option.refusal { throw UsageError("cannot use \(word): \(refusal)") }
        switch option.value {
        case .none:
            if attached != nil { throw UsageError("the option \(word) takes no value") }
            invocation.settings.append(.init(option: option, value: nil))
        case .optional:
            invocation.settings.append(.init(option: option, value: attached))
        case .required(let name):
            guard let value = attached ?? words.popFirst() else {
                throw UsageError("the option \(word) needs a value: \(word) \(name)")
            }
            invocation.settings.append(.init(option: option, value: value))
        }
    }

    /// The option of the command that was named; before one is named, a general option.
    private func find(_ matches: (Option) -> Bool) -> Option? {
        OptionTable.first { option in
            matches(option) && (invocation.command.map(option.belongs) ?? option.commands.isEmpty)
        }
    }
}
