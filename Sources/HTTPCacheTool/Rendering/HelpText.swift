/// What `--help` prints.
enum HelpText {
    static func text(for command: CommandName?) -> String {
        guard let command else { return overview }
        var text = introduction(of: command)
        for category in Option.Category.allCases {
            let options = OptionTable.options.filter {
                $0.category == category && $0.belongs(to: command) && $0.refusal == nil
            }
            if options.isEmpty { continue }
            text += "\n\(category.rawValue):\n"
            for option in options { text += line(option) }
        }
        return text
    }

    private static func line(_ option: Option) -> String {
        let indent = option.letter == nil ? "      " : "  "
        let left = indent + option.spelling
        let gap = String(repeating: " ", count: max(2, 32 - left.utf8.count))
        return left + gap + option.help + "\n"
    }

    private static let overview = """
        Example: httpcache fetch -o users.json https://api.example.com/users

        httpcache is curl with a memory: it gets a URL through an HTTP cache on disk,
        which all scripts, jobs and programs of one user share.

          httpcache fetch   [OPTIONS] URL...        get URLs through the cache
          httpcache inspect [OPTIONS] [KEY|URL...]  show what is stored, and why
          httpcache purge   [OPTIONS] [KEY|URL...]  remove stored responses
          httpcache stats   [OPTIONS]               hits, misses, sizes
          httpcache help    COMMAND                 the options of a command

        Options of every command:
          --cache-dir DIR   keep the cache in DIR (else $HTTPCACHE_DIR,
                            $XDG_CACHE_HOME/httpcache or ~/.cache/httpcache)
          --max-size SIZE   keep the cache below SIZE (100M)
          -V, --version     print the version
          -h, --help        print help

        """

    private static func introduction(of command: CommandName) -> String {
        switch command {
        case .fetch:
            "Example: httpcache fetch -f -o users.json https://api.example.com/users\n\n"
                + "httpcache fetch [OPTIONS] URL...   get URLs through the cache\n"
        case .inspect:
            "Example: httpcache inspect --explain https://api.example.com/users\n\n"
                + "httpcache inspect [OPTIONS] [KEY|URL...]   show what is stored\n"
        case .purge:
            "Example: httpcache purge --older-than 7d\n\n"
                + "httpcache purge [OPTIONS] [KEY|URL...]   remove stored responses\n"
        case .stats:
            "Example: httpcache stats --by-host\n\n"
                + "httpcache stats [OPTIONS]   count hits, misses and bytes\n"
        case .queue: "httpcache queue is not available in this version\n"
        case .completion: "httpcache completion is not available in this version\n"
        case .help: overview
        }
    }
}
