import HTTPCacheRules
@testable import HTTPCacheStore
@testable import HTTPCacheTool
import Testing

/// What `purge` removes, on both sides of each boundary.
@Suite("The plan of a purge")
struct PurgePlanTests {
    private static let now = Timestamp(secondsSinceEpoch: 1_000_000)

    private static func plan(_ words: String) throws -> PurgePlan {
        try PurgePlan.build(
            try ArgumentParser.parse(["purge"] + words.split(separator: " ").map(String.init)),
            in: Environment { $0 == "XDG_CONFIG_HOME" ? "/nonexistent" : nil }
        )
    }

    /// An entry with a lifetime of 100 s, stored and used so many seconds ago.
    private static func entry(
        url: String = "http://h/a",
        status: Int = 200,
        size: Int64 = 10,
        stored: Int64 = 0,
        used: Int64 = 0
    ) throws -> EntrySummary {
        let time = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - stored)
        let head = StoredHead(
            target: try TargetURI.parse(url).get().target,
            response: ResponseHead(
                status: status,
                fields: [FieldLine("Cache-Control", "max-age=100")]
            ),
            requestTime: time,
            responseTime: time
        )
        return EntrySummary(
            name: EntryName(key: StoreKey(hashing: url)),
            metadata: EntryMetadata(
                head: head,
                size: size,
                sha256: SHA256.digest(of: ""),
                storedAt: time
            ),
            metaPath: "",
            dataPath: "",
            allocatedBytes: 0,
            lastUsed: Timestamp(secondsSinceEpoch: now.secondsSinceEpoch - used)
        )
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let words: String
        var url = "http://h/a"
        var status = 200
        var stored: Int64 = 0
        var used: Int64 = 0
        let isPurged: Bool
    }

    static let rows = [
        Row(testDescription: "everything", words: "--all", isPurged: true),
        Row(
            testDescription: "as old as asked",
            words: "--older-than 1m",
            stored: 60,
            isPurged: true
        ),
        Row(
            testDescription: "a second younger",
            words: "--older-than 1m",
            stored: 59,
            isPurged: false
        ),
        Row(testDescription: "of any age", words: "--older-than 0s", isPurged: true),
        Row(
            testDescription: "stored in the future",
            words: "--older-than 1",
            stored: -60,
            isPurged: false
        ),
        Row(testDescription: "idle as asked", words: "--unused-for 1m", used: 60, isPurged: true),
        Row(testDescription: "used since", words: "--unused-for 1m", used: 59, isPurged: false),
        Row(testDescription: "stale", words: "--expired", stored: 100, isPurged: true),
        Row(testDescription: "still fresh", words: "--expired", stored: 99, isPurged: false),
        Row(testDescription: "the status", words: "--status 404", status: 404, isPurged: true),
        Row(testDescription: "another status", words: "--status 404", status: 410, isPurged: false),
        Row(testDescription: "the class", words: "--status 4xx", status: 499, isPurged: true),
        Row(testDescription: "the next class", words: "--status 4XX", status: 500, isPurged: false),
        Row(testDescription: "the host", words: "--host H", isPurged: true),
        Row(testDescription: "another host", words: "--host hh", isPurged: false),
        Row(
            testDescription: "host and port",
            words: "--host h:81",
            url: "http://h:81/",
            isPurged: true
        ),
        Row(
            testDescription: "another port",
            words: "--host h:81",
            url: "http://h/",
            isPurged: false
        ),
        Row(testDescription: "the pattern", words: "--match */a", isPurged: true),
        Row(testDescription: "another pattern", words: "--match */b", isPurged: false),
        Row(
            testDescription: "one filter of two",
            words: "--match */a --status 404",
            isPurged: false
        ),
        Row(testDescription: "--all with a filter", words: "--all --status 404", isPurged: false),
    ]

    @Test("removes what all filters say", arguments: rows)
    func filters(_ row: Row) throws {
        let plan = try Self.plan(row.words)
        let entry = try Self.entry(
            url: row.url,
            status: row.status,
            stored: row.stored,
            used: row.used
        )
        let isPurged = plan.selection.matches(entry) && plan.matches(entry, at: Self.now)
        #expect(isPurged == row.isPurged)
    }

    @Test("removes no more than the size to be left demands, least recently used first")
    func size() throws {
        let entries = try [
            Self.entry(url: "http://h/new", used: 1), Self.entry(url: "http://h/old", used: 3),
            Self.entry(url: "http://h/middle", used: 2),
        ]
        func chosen(_ size: Int) throws -> [String] {
            try Self.plan("--to-size \(size)").limited(entries, ofTotal: 30).map(\.url)
        }
        #expect(try chosen(30) == [])
        #expect(try chosen(29) == ["http://h/old"])
        #expect(try chosen(20) == ["http://h/old"])
        #expect(try chosen(19) == ["http://h/old", "http://h/middle"])
        #expect(try chosen(0).count == 3)
    }

    static let refusals = [
        "", "--dry-run", "--json", "--older-than -1d", "--older-than 1x", "--older-than=7d",
        "--status 40", "--status 4x4", "--status 0xx", "--status x", "--to-size -1",
        "--to-size 1.5G",
        "--older-than 99999999999w", "http://",
    ]

    @Test("is refused where it is not sure what to remove", arguments: refusals)
    func refuses(_ words: String) {
        #expect(throws: UsageError.self) { try Self.plan(words) }
    }
}
