import HTTPCacheRules
import HTTPCacheTool
import Testing

/// The file with policies per endpoint.
@Suite("The configuration file")
struct ConfigurationFileTests {
    static let text = """
        # defaults
        [cache]
        max-size = 2G
        default-max-age = 5m

        [https://api.example.com/users]
        policy = cache-first
        max-age = 5m

        [https://api.example.com]
        policy = force-cache
        stale-if-error=1d

        [https://*.example.org/orders]
        policy = no-cache
        """

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let url: String
        let name: String
        let value: String?
    }

    static let rows = [
        Row(
            testDescription: "the prefix itself",
            url: "https://api.example.com/users",
            name: "policy",
            value: "cache-first"
        ),
        Row(
            testDescription: "below the prefix",
            url: "https://api.example.com/users/1?x",
            name: "policy",
            value: "cache-first"
        ),
        Row(
            testDescription: "a longer segment is another one",
            url: "https://api.example.com/users2",
            name: "policy",
            value: "force-cache"
        ),
        Row(
            testDescription: "a shorter prefix gives what the longer one lacks",
            url: "https://api.example.com/users",
            name: "stale-if-error",
            value: "1d"
        ),
        Row(
            testDescription: "host in capitals, with its default port",
            url: "https://API.example.com:443/users",
            name: "policy",
            value: "cache-first"
        ),
        Row(
            testDescription: "another port",
            url: "https://api.example.com:444/users",
            name: "policy",
            value: nil
        ),
        Row(
            testDescription: "another scheme",
            url: "http://api.example.com/users",
            name: "policy",
            value: nil
        ),
        Row(
            testDescription: "a star is one label",
            url: "https://a.example.org/orders",
            name: "policy",
            value: "no-cache"
        ),
        Row(
            testDescription: "a star is not two labels",
            url: "https://a.b.example.org/orders",
            name: "policy",
            value: nil
        ),
        Row(
            testDescription: "a star is not none",
            url: "https://example.org/orders",
            name: "policy",
            value: nil
        ),
        Row(
            testDescription: "for all URLs",
            url: "http://else/",
            name: "default-max-age",
            value: "5m"
        ),
    ]

    @Test("gives the setting of the longest prefix", arguments: rows)
    func settings(_ row: Row) throws {
        let file = try ConfigurationFile(Self.text, path: "config")
        let target = try TargetURI.parse(row.url).get().target
        #expect(file.setting(row.name, for: target)?.value == row.value)
    }

    @Test("knows the line of a setting")
    func line() throws {
        let file = try ConfigurationFile(Self.text, path: "config")
        let setting = file.setting("default-max-age")
        #expect(setting?.value == "5m")
        #expect(setting?.line == 4)
    }

    static let refusals: [(String, String)] = [
        ("policy = default", "config:1: "), ("[cache]\npolicy", "config:2: "),
        ("[cache\n", "config:1: "), ("\n\n[nonsense]", "config:3: "),
        ("[cache]\npolcy = default", "config:2: "), ("[cache]\npolicy = sometimes", "config:2: "),
        ("[cache]\nmax-age = soon", "config:2: "), ("[cache]\nmax-age =", "config:2: "),
        ("[cache]\nmax-age = 1\nmax-age = 2", "config:3: "),
        ("[cache]\nheuristics = 1", "config:2: "),
        ("[http://h/]\nmax-size = 1G", "config:2: "), ("[http://h/?q]", "config:1: "),
        ("[http://u@h/]", "config:1: "), ("[http://a*b.h/]", "config:1: "),
        ("[http://h/*]", "config:1: "), ("[*.example.org]", "config:1: "),
    ]

    @Test("is refused with file and line", arguments: refusals)
    func refusal(_ text: String, _ place: String) throws {
        let error = try #require(throws: UsageError.self) {
            try ConfigurationFile(text, path: "config")
        }
        #expect(error.message.hasPrefix(place), "\(error.message)")
    }

    static let harmlessTexts = [
        "", "\n", "# only a remark", "[cache]", "[cache]\r\nmax-age = 5m\r\n", " [ cache ] ",
    ]

    @Test("may be nearly empty, and written elsewhere", arguments: harmlessTexts)
    func harmless(_ text: String) throws {
        _ = try ConfigurationFile(text, path: "config")
    }
}
