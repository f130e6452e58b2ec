/// What `--help` prints: an example first, then what fits a screen; `--help all` prints the rest.
enum HelpText {
    /// Explains a command, all of it or one group of its options; without a command, the program.
    ///
    /// - Throws: `UsageError` where the topic is neither a command nor a group.
    static func text(for command: CommandName?, topic: String?) throws(UsageError) -> String {
        guard let command, command != .help else {
            guard let topic else { return overview }
            if let named = CommandName(rawValue: topic) { return try text(for: named, topic: nil) }
            // Why: most options are fetch's, and curl's users ask for them without a command.
            return try text(for: .fetch, topic: topic)
        }
        let groups = Option.Category.allCases.filter { !options(of: command, in: $0).isEmpty }
        guard let topic else { return introduction(of: command) + short(command, groups) }
        if topic == "all" {
            return introduction(of: command) + sections(of: command, groups)
        }
        guard let group = groups.first(where: { $0.rawValue == topic }) else {
            let names = groups.map(\.rawValue)
            throw UsageError(
                "nothing to explain is called '\(topic)'",
                hint: nearestSpelling(of: topic, among: names).map { "did you mean \($0)?" }
                    ?? "\(command.rawValue) knows all, " + names.joined(separator: ", ")
            )
        }
        return sections(of: command, [group])
    }

    private static func options(
        of command: CommandName,
        in group: Option.Category
    ) -> [Option] {
        OptionTable.options.filter {
            $0.category == group && $0.belongs(to: command) && $0.refusal == nil
        }
    }

    private static func short(_ command: CommandName, _ groups: [Option.Category]) -> String {
        guard command == .fetch else { return sections(of: command, groups) }
        let common = groups.flatMap { options(of: command, in: $0) }.filter(\.isCommon)
        let names = groups.map(\.rawValue).joined(separator: ", ")
        return common.map(line).joined()
            + "\nMore: httpcache fetch --help all, or one of\n\(names)\n"
    }

    private static func sections(
        of command: CommandName,
        _ groups: [Option.Category]
    ) -> String {
        groups.map { group in
            "\n\(group.rawValue):\n" + options(of: command, in: group).map(line).joined()
        }.joined()
    }

    /// One option on one line of at most 80 columns.
    private static func line(_ option: Option) -> String {
        let left = (option.letter == nil ? "      " : "  ") + option.spelling
        let gap = String(repeating: " ", count: max(2, 32 - left.utf8.count))
        return left + gap + option.help + "\n"
    }

    private static let overview = """
        Example: httpcache fetch -o users.json https://api.example.com/users

        httpcache is curl with a memory: it gets URLs through an HTTP cache on disk,
        which all scripts, jobs and programs of one user share.

          httpcache fetch   [OPTIONS] URL...        get URLs through the cache
          httpcache inspect [OPTIONS] [KEY|URL...]  show what is stored, and why
          httpcache purge   [OPTIONS] [KEY|URL...]  remove stored responses
          httpcache stats   [OPTIONS]               count hits, misses and bytes
          httpcache completion bash|zsh|fish        complete words in a shell
          httpcache help    COMMAND                 explain a command

        Options of every command:
          --cache-dir DIR   keep the cache in DIR (else $HTTPCACHE_DIR,
                            $XDG_CACHE_HOME/httpcache or ~/.cache/httpcache)
          --max-size SIZE   keep the cache below SIZE (100M)
          --config FILE     read this configuration file
          -V, --version     print the version
          -h, --help        print help

        """

    private static func introduction(of command: CommandName) -> String {
        switch command {
        case .fetch:
            """
            Example: httpcache fetch -f -o users.json https://api.example.com/users

            httpcache fetch [OPTIONS] URL...   get URLs through the cache

            """
        case .inspect:
            """
            Example: httpcache inspect --explain https://api.example.com/users

            httpcache inspect [OPTIONS] [KEY|URL...]   show what is stored, and why

            """
        case .purge:
            """
            Example: httpcache purge --older-than 7d

            httpcache purge [OPTIONS] [KEY|URL...]   remove stored responses
            (filters combine: what is removed matches all of them)

            """
        case .stats:
            """
            Example: httpcache stats --by-host

            httpcache stats [OPTIONS]   count hits, misses and bytes

            """
        case .queue: "httpcache queue is not available in this version\n"
        case .completion:
            """
            Example: source <(httpcache completion bash)

            httpcache completion bash|zsh|fish   print completions for a shell

            """
        case .help: overview
        }
    }
}
