import HTTPCacheRules
import Testing

@testable import HTTPCacheStore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// `Fixtures/store-v1` was written by the first version of the format, and must be read for ever.
@Suite("A store of format version 1")
struct FormatTests {
    private let fixture = StoreFixture()
    private static let original =
        String(#filePath.dropLast("FormatTests.swift".count))
        + "Fixtures/store-v1"

    init() {
        Self.copyTree(Self.original, to: fixture.cache)
    }

    private static func copyTree(_ source: String, to target: String) {
        mkdir(target, 0o700)
        for name in StoreFixture.names(in: source) {
            let from = source + "/" + name
            let to = target + "/" + name
            var status = stat()
            guard lstat(from, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                copyTree(from, to: to)
            } else {
                StoreFixture.write(StoreFixture.contents(from), to: to)
                chmod(to, 0o600)
            }
        }
    }

    private func stored(_ url: String) throws -> [StoredResponse] {
        let target = try TargetURI.parse(url).get().target
        let text = cacheKeyText(method: "GET", target: target, partition: nil)
        return try fixture.store().storedResponses(for: StoreKey(hashing: text))
    }

    @Test("a plain response")
    func plain() throws {
        let found = try #require(try stored("https://EXAMPLE.org:443/list?a=1").first)
        #expect(try found.text == "hello")
        #expect(found.metadata.completeness == .complete)
        #expect(found.head.response.fields["X-Latin"] == "caf\u{E9}")
        #expect(found.head.response.fields["X-Empty"] == "")
        #expect(found.head.responseTime == Timestamp(secondsSinceEpoch: 1001))
        #expect(found.metadata.storedAt == Timestamp(secondsSinceEpoch: 1_796_022_811))
    }

    @Test("variants")
    func variants() throws {
        let found = try stored("https://example.org/varied")
        #expect(try Set(found.map { try $0.text }) == ["<json>", "<html>"])
        for response in found {
            let accepted = response.head.nominatedFields["Accept"]
            #expect(try accepted.map { "<\($0)>" } == response.text)
            #expect(response.name == EntryName(key: response.name.key, of: response.head))
        }
    }

    @Test("a part of a response, and one without content")
    func partAndEmpty() throws {
        let part = try #require(try stored("http://example.org:8080/partial").first)
        #expect(part.metadata.completeness == .partial(0..<5, completeLength: 10))
        #expect(part.metadata.userKey == "nächtlich")
        #expect(part.metadata.partition == "user:nächtlich")
        let empty = try #require(try stored("https://example.org/empty").first)
        #expect(empty.metadata.completeness == .untilClose)
        #expect(empty.body.length == 0)
    }

    @Test("it is whole, and its counters count on")
    func whole() throws {
        let store = fixture.store()
        let report = try store.verify(checkingSums: true, repairing: false)
        #expect(report.problems.isEmpty)
        #expect(report.entries == 5)
        try store.record([(.hits, 1)], host: "example.org")
        #expect(try store.statistics().totals[.hits] == 3)
        #expect(try store.statistics().totals[.bytesFromCache] == 10)
    }

    @Test("what is written today is what was written then")
    func sameBytes() throws {
        for summary in try summaries() {
            let bytes = StoreFixture.contents(summary.metaPath)
            #expect(MetadataCodec.encode(summary.metadata) == bytes)
        }
    }

    private func summaries() throws -> [EntrySummary] {
        var found: [EntrySummary] = []
        try fixture.store().forEachEntry { found.append($0) }
        #expect(found.count == 5)
        return found
    }
}
