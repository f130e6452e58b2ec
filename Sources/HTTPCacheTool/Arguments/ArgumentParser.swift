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
        }
        return invocation
    }

    private mutating func takeOperand(_ word: String) throws(UsageError) {
        if invocation.command != nil { return invocation.operands.append(word) }
        guard let command = CommandName(rawValue: word) else {
            let near = nearestSpelling(of: word, among: CommandName.allCases.map(\.rawValue))
            let isURL = word.contains("://")
            throw UsageError(
                "unknown command '\(word)'",
                hint: isURL
                    ? "to fetch it: httpcache fetch \(word)"
                    : near.map { "did you mean '\($0)'?" } ?? "httpcache --help lists the commands")
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
            return try take(option, attached: attached, word: "--\(name)")
        }
        if name.hasPrefix("no-"),
            let option = find({ $0.name == name.dropFirst(3) && $0.value == .none })
        {
            invocation.settings.append(.init(option: option, value: nil, isNegated: true))
            return
        }
        throw unknown("--\(name)", name)
    }

    private mutating func takeLetters(_ word: String) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = find({ $0.letter == letter }) else {
                throw unknown("-\(letter)", String(letter))
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
        _ option: Option, attached: String?, word: String
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
        OptionTable.options.first { option in
            matches(option) && (invocation.command.map(option.belongs) ?? option.commands.isEmpty)
        }
    }

    private func unknown(_ word: String, _ name: String) -> UsageError {
        guard let command = invocation.command else {
            return UsageError(
                "unknown option \(word)", hint: "options of a command stand behind its name")
        }
        let names = OptionTable.options.filter { $0.belongs(to: command) }.map(\.name)
        let near = name.count > 1 ? nearestSpelling(of: name, among: names) : nil
        return UsageError(
            "unknown option \(word)",
            hint: near.map { "did you mean --\($0)?" }
                ?? "httpcache help \(command.rawValue) lists the options")
    }
}
