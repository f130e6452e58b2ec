import HTTPCacheEngine
import HTTPCacheRules
@testable import HTTPCacheTool
import TestSupport
import Testing

/// What the words of a `fetch` become.
@Suite("The plan of a fetch")
struct FetchPlanTests {
    private func request(
        _ words: String...,
        variables: [String: String] = [:]
    ) throws -> CacheRequest {
        let plan = try FetchPlan.build(
            try ArgumentParser.parse(["fetch"] + words),
            in: Environment { variables[$0] ?? ($0 == "XDG_CONFIG_HOME" ? "/nonexistent" : nil) }
        )
        let transfer = try #require(plan.transfers.first)
        return plan.request(for: try transfer.target.get(), of: transfer)
    }

    struct FieldRow: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: [String]
        let name: String
        let values: [String]

        init(_ testDescription: String, _ words: [String], _ name: String, _ values: [String]) {
            self.testDescription = testDescription
            self.words = words
            self.name = name
            self.values = values
        }
    }

    static let fieldRows = [
        FieldRow("the agent", [], "User-Agent", ["httpcache/\(HTTPCacheVersion.current)"]),
        FieldRow("another agent", ["-A", "x"], "User-Agent", ["x"]),
        FieldRow("a field removes the default", ["-H", "User-Agent:"], "User-Agent", []),
        FieldRow("a field replaces the default", ["-H", "accept: a"], "Accept", ["a"]),
        FieldRow("a field twice", ["-H", "X: 1", "-H", "X: 2"], "X", ["1", "2"]),
        FieldRow("an empty field", ["-H", "X;"], "X", [""]),
        FieldRow(
            "Basic",
            ["-u", "Aladdin:open sesame"],
            "Authorization",
            ["Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="]
        ),
        FieldRow("Bearer", ["--oauth2-bearer", "t"], "Authorization", ["Bearer t"]),
        FieldRow("cookies", ["-b", "a=1", "-b", "b=2"], "Cookie", ["a=1; b=2"]),
        FieldRow("a range", ["-r", "0-9"], "Range", ["bytes=0-9"]),
        FieldRow("data", ["-d", "a=1"], "Content-Type", ["application/x-www-form-urlencoded"]),
        FieldRow("JSON", ["--json", "{}"], "Content-Type", ["application/json"]),
        FieldRow("an age", ["--max-age", "5m"], "Cache-Control", ["max-age=300"]),
        FieldRow(
            "an age with custom is no directive",
            ["--policy", "custom", "--max-age", "5m"],
            "Cache-Control",
            []
        ),
        FieldRow("any staleness", ["--max-stale"], "Cache-Control", ["max-stale"]),
        FieldRow("a staleness", ["--max-stale=1m"], "Cache-Control", ["max-stale=60"]),
        FieldRow(
            "two directives",
            ["--min-fresh", "1", "--only-if-cached"],
            "Cache-Control",
            ["min-fresh=1, only-if-cached"]
        ),
    ]

    @Test("sends curl's fields", arguments: fieldRows)
    func fields(_ row: FieldRow) throws {
        let plan = try FetchPlan.build(
            try ArgumentParser.parse(["fetch"] + row.words + ["http://h/"]),
            in: Environment { $0 == "XDG_CONFIG_HOME" ? "/nonexistent" : nil }
        )
        let transfer = try #require(plan.transfers.first)
        let head = plan.request(for: try transfer.target.get(), of: transfer).head
        #expect(head.fields.values(of: FieldName(row.name)) == row.values)
    }

    static let refusals: [[String]] = [
        [], ["-X", "G T", "http://h/"], ["-X", "", "http://h/"], ["-H", "X Y: z", "http://h/"],
        ["-H", "X: a\r\nY: b", "http://h/"], ["-H", "X: a\0b", "http://h/"],
        ["-A", "a\r\nb", "http://h/"], ["-e", "a\nb", "http://h/"], ["-b", "a=\nb", "http://h/"],
        ["--oauth2-bearer", "a\nb", "http://h/"], ["-r", "0-\r\n9", "http://h/"],
        ["--policy", "custom", "http://h/"], ["--policy", "none", "http://h/"],
        ["--config", "/nonexistent/config", "http://h/"],
    ]

    @Test("refuses what would forge a request", arguments: refusals)
    func refuses(_ words: [String]) throws {
        #expect(throws: UsageError.self) {
            try FetchPlan.build(
                try ArgumentParser.parse(["fetch"] + words),
                in: Environment { $0 == "XDG_CONFIG_HOME" ? "/nonexistent" : nil }
            )
        }
    }

    @Test("An option beats the environment, which beats the file")
    func precedence() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/config"
        try directory.write(
            "[cache]\npolicy = force-cache\n[http://h/a]\npolicy = no-cache\n",
            to: "config"
        )
        #expect(try request("--config", path, "http://h/a/b").settings.policy == .noCache)
        #expect(try request("--config", path, "http://h/b").settings.policy == .forceCache)
        let variables = ["HTTPCACHE_POLICY": "default"]
        #expect(
            try request("--config", path, "http://h/a", variables: variables).settings.policy
                == .default
        )
        #expect(
            try request(
                "--config",
                path,
                "--policy",
                "cache-first",
                "--max-age",
                "7",
                "http://h/a",
                variables: variables
            ).settings.policy == .cacheFirst(maxAge: 7)
        )
    }

    @Test("Methods follow from data and -I")
    func methods() throws {
        #expect(try request("http://h/").head.method == "GET")
        #expect(try request("-I", "http://h/").head.method == "HEAD")
        #expect(try request("-d", "a", "http://h/").head.method == "POST")
        #expect(try request("-X", "PUT", "-d", "a", "http://h/").head.method == "PUT")
        let query = try request("-G", "-d", "a=1", "-d", "b=2", "http://h/?c")
        #expect(query.head.method == "GET")
        #expect(query.head.target.query == "c&a=1&b=2")
    }

    @Test("A malformed URL spoils only its own transfer")
    func malformedURL() throws {
        let plan = try FetchPlan.build(
            try ArgumentParser.parse(["fetch", "http://", "http://h/"]),
            in: Environment { _ in nil }
        )
        #expect(plan.transfers.map { (try? $0.target.get()) != nil } == [false, true])
    }

    @Test("Userinfo in a URL becomes Basic, and is no part of the target")
    func userInformation() throws {
        let request = try request("http://u:p%40@h/")
        #expect(request.head.fields["Authorization"] == "Basic dTpwQA==")
        #expect(request.head.target.description == "http://h/")
    }
}
