/// Completions for shells, made from the table of options.
enum CompletionScript {
    /// The shells that completions can be printed for.
    static let shells = ["bash", "zsh", "fish"]

    /// The script for a shell, or nil for one that is not known.
    static func text(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private static let commands = CommandName.allCases.filter(\.isAvailable)

    private static func options(of command: CommandName) -> [Option] {
        OptionTable.options.filter { $0.belongs(to: command) && $0.refusal == nil }
    }

    private static var general: [Option] { OptionTable.options.filter(\.commands.isEmpty) }

    private static func words(_ options: [Option]) -> String {
        options.flatMap { option in
            (option.letter.map { ["-\($0)"] } ?? []) + ["--\(option.name)"]
        }.joined(separator: " ")
    }

    private static func takesFile(_ option: Option) -> Bool {
        [.required("FILE"), .required("DIR")].contains(option.value)
    }

    /// The words that an option's value is one of, where there are only a few.
    private static func choices(_ option: Option) -> [String] {
        switch option.name {
        case "policy": OptionTable.policyNames
        case "sort": ["size", "age", "used", "url"]
        default: []
        }
    }

    private static var bash: String {
        var text = """
            _httpcache() {
                local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in
                    \(commands.map(\.rawValue).joined(separator: "|"))) command=${COMP_WORDS[i]}; break ;;
                    esac
                done
                case $before in

            """
        for option in OptionTable.options where !choices(option).isEmpty {
            let choices = choices(option).joined(separator: " ")
            text +=
                "    --\(option.name)) COMPREPLY=($(compgen -W '\(choices)' -- \"$word\")); return ;;\n"
        }
        let files = OptionTable.options.filter { takesFile($0) && $0.refusal == nil }
        text +=
            "    \(words(files).replacingBlanks(by: "|"))) COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n"
        text += "    esac\n    case $command in\n"
        for command in commands {
            text += "    \(command.rawValue)) COMPREPLY=($(compgen -W '"
            text += (operands(of: command) + [words(options(of: command))]).joined(separator: " ")
            text += "' -- \"$word\")) ;;\n"
        }
        let names = commands.map(\.rawValue).joined(separator: " ")
        text += "    *) COMPREPLY=($(compgen -W '\(names) \(words(general))' -- \"$word\")) ;;\n"
        return text + "    esac\n}\ncomplete -o default -F _httpcache httpcache\n"
    }

    private static var zsh: String {
        var text = "#compdef httpcache\n_httpcache() {\n    local command=${words[(r)"
        text += commands.map(\.rawValue).joined(separator: "|").parenthesised + "]}\n"
        text += "    case $command in\n"
        for command in commands {
            text += "    \(command.rawValue)) _arguments"
            for option in options(of: command) { text += " \\\n        \(specification(option))" }
            let operands = operands(of: command)
            text += " \\\n        '*:argument:"
            text += (operands.isEmpty ? "_urls" : "(\(operands.joined(separator: " ")))") + "' ;;\n"
        }
        let names = commands.map(\.rawValue).joined(separator: " ")
        text += "    *) compadd \(names) ;;\n    esac\n}\n"
        return text
            + "if [ \"$funcstack[1]\" = _httpcache ]; then _httpcache; else compdef _httpcache httpcache; fi\n"
    }

    private static func specification(_ option: Option) -> String {
        var value = ""
        if case .required(let name) = option.value {
            let choices = choices(option)
            let action =
                takesFile(option)
                ? "_files" : choices.isEmpty ? "" : "(\(choices.joined(separator: " ")))"
            value = ":\(name.replacing(":", by: " ")):\(action)"
        }
        let help = "[\(option.help.replacing("[", by: "(").replacing("]", by: ")"))]\(value)"
        let names = option.letter.map { "{-\($0),--\(option.name)}" } ?? "--\(option.name)"
        return "'*'\(names)'\(help.replacing("'", by: "'\\''"))'"
    }

    private static var fish: String {
        let names = commands.map(\.rawValue).joined(separator: " ")
        var text = "complete -c httpcache -n __fish_use_subcommand -f -a '\(names)'\n"
        for command in commands {
            let condition = "-n '__fish_seen_subcommand_from \(command.rawValue)'"
            for word in operands(of: command) {
                text += "complete -c httpcache \(condition) -f -a '\(word)'\n"
            }
            for option in options(of: command) where !option.commands.isEmpty {
                text += fishLine(option, condition)
            }
        }
        for option in general { text += fishLine(option, "") }
        return text
    }

    private static func fishLine(_ option: Option, _ condition: String) -> String {
        var text = "complete -c httpcache"
        if !condition.isEmpty { text += " " + condition }
        if let letter = option.letter { text += " -s '\(letter)'" }
        text += " -l \(option.name)"
        if case .required = option.value { text += takesFile(option) ? " -r -F" : " -x" }
        let choices = choices(option)
        if !choices.isEmpty { text += " -a '\(choices.joined(separator: " "))'" }
        return text + " -d '\(option.help.replacing("'", by: "\\'"))'\n"
    }

    private static func operands(of command: CommandName) -> [String] {
        switch command {
        case .completion: shells
        case .help: commands.map(\.rawValue)
        default: []
        }
    }
}

extension String {
    fileprivate var parenthesised: String { "(\(self))" }

    fileprivate func replacingBlanks(by other: Character) -> String {
        replacing(" ", by: "\(other)")
    }

    fileprivate func replacing(_ character: Character, by other: String) -> String {
        var text = ""
        for each in self { text += each == character ? other : String(each) }
        return text
    }
}
