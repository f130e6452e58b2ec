import HTTPCacheTool
import Testing

/// One row an option form.
@Suite("The command line")
struct ArgumentParserTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: [String]
        let command: CommandName?
        /// The options as `name`, `name=value` or `!name`.
        let settings: [String]
        let operands: [String]

        init(
            _ name: String,
            _ words: String,
            _ command: CommandName? = .fetch,
            _ settings: [String] = [],
            operands: [String] = ["u"]
        ) {
            testDescription = name
            self.words = words.split(separator: " ").map(String.init)
            self.command = command
            self.settings = settings
            self.operands = operands
        }
    }

    static let rows = [
        Row("no option", "fetch u"),
        Row("a letter", "fetch -i u", .fetch, ["include"]),
        Row("letters in one word", "fetch -sSf u", .fetch, ["silent", "show-error", "fail"]),
        Row(
            "letters, and the next word as the value",
            "fetch -sSfo file u",
            .fetch,
            ["silent", "show-error", "fail", "output=file"]
        ),
        Row("a value joined to its letter", "fetch -ofile u", .fetch, ["output=file"]),
        Row("a value that looks like an option", "fetch -o -x u", .fetch, ["output=-x"]),
        Row("a single hyphen is a value", "fetch -o - u", .fetch, ["output=-"]),
        Row("a single hyphen is an operand", "fetch -", .fetch, operands: ["-"]),
        Row("a long option", "fetch --include u", .fetch, ["include"]),
        Row("a long option with its value", "fetch --output f u", .fetch, ["output=f"]),
        Row("a boolean turned off", "fetch -f --no-fail u", .fetch, ["fail", "!fail"]),
        Row("an option whose name begins with no", "fetch --no-store u", .fetch, ["no-store"]),
        Row("an optional value left out", "fetch --max-stale u", .fetch, ["max-stale"]),
        Row("an optional value", "fetch --max-stale=5m u", .fetch, ["max-stale=5m"]),
        Row("options behind the URL", "fetch u -i -o f", .fetch, ["include", "output=f"]),
        Row("the end of options", "fetch -i -- -u", .fetch, ["include"], operands: ["-u"]),
        Row("several URLs", "fetch a -i b", .fetch, ["include"], operands: ["a", "b"]),
        Row("a repeated option", "fetch -H a -H b u", .fetch, ["header=a", "header=b"]),
        Row(
            "a general option before the command",
            "--cache-dir d fetch u",
            .fetch,
            ["cache-dir=d"]
        ),
        Row("a general option behind it", "fetch --cache-dir d u", .fetch, ["cache-dir=d"]),
        Row("no command", "--version", nil, ["version"], operands: []),
        Row("a general letter", "-h", nil, ["help"], operands: []),
        Row("inspect", "inspect --json u", .inspect, ["json"]),
        Row("purge by URL", "purge --url x", .purge, ["url=x"], operands: []),
        Row("stats", "stats --by-host", .stats, ["by-host"], operands: []),
        Row("json takes a value only in fetch", "fetch --json {} u", .fetch, ["json={}"]),
    ]

    @Test("is read by curl's habits", arguments: rows)
    func reads(_ row: Row) throws {
        let invocation = try ArgumentParser.parse(row.words)
        #expect(invocation.command == row.command)
        let settings = invocation.settings.map { setting in
            (setting.isNegated ? "!" : "") + setting.option.name
                + (setting.value.map { "=\($0)" } ?? "")
        }
        #expect(settings == row.settings)
        #expect(invocation.operands == row.operands)
    }

    struct Refusal: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: [String]
        let message: String
        let hint: String?

        init(_ name: String, _ words: String, _ message: String, hint: String? = nil) {
            testDescription = name
            self.words = words.split(separator: " ").map(String.init)
            self.message = message
            self.hint = hint
        }
    }

    static let refusals = [
        Refusal("an unknown option", "fetch --ofline u", "--ofline", hint: "--offline"),
        Refusal("letters swapped", "fetch --refersh u", "--refersh", hint: "--refresh"),
        Refusal("nothing near", "fetch --xyzzyplugh u", "--xyzzyplugh", hint: "--help all"),
        Refusal("a value behind an equals sign", "fetch --output=f u", "--output", hint: "blank"),
        Refusal("an unknown letter", "fetch -7 u", "-7"),
        Refusal("an unknown letter among others", "fetch -s7 u", "-7"),
        Refusal("a missing value", "fetch u -H", "-H"),
        Refusal("a missing value of a long option", "fetch u --output", "--output"),
        Refusal("a value too many", "fetch --fail=1 u", "--fail"),
        Refusal("a misspelt command", "fecth u", "fecth", hint: "fetch"),
        Refusal(
            "a URL as the command",
            "http://h/",
            "http://h/",
            hint: "httpcache fetch http://h/"
        ),
        Refusal("another command's option", "stats --output f", "--output"),
        Refusal("an option that is not there yet", "fetch --compressed u", "--compressed"),
        Refusal("a command's option before it", "-i fetch u", "-i", hint: "behind"),
        Refusal("a value turned off", "fetch --no-output u", "--no-output"),
    ]

    @Test("is refused with the word at fault", arguments: refusals)
    func refuses(_ row: Refusal) throws {
        let error = try #require(throws: UsageError.self) {
            try ArgumentParser.parse(row.words)
        }
        #expect(error.message.contains(row.message), "\(error.message)")
        if let hint = row.hint { #expect(error.hint?.contains(hint) == true, "\(error)") }
    }

    @Test("The last word on a boolean counts")
    func lastCounts() throws {
        #expect(try ArgumentParser.parse(["fetch", "--no-fail", "-f"]).isSet("fail"))
        #expect(try !ArgumentParser.parse(["fetch", "-f", "--no-fail"]).isSet("fail"))
    }
}
