import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

@Suite struct ConcurrencyTests {
    let fixture = StoreFixture()
    let key = StoreKey(hashing: "k")

    /// Bodies of one length, so that only their content could tell a mixed pair.
    private func body(_ number: Int) -> String {
        String(repeating: String(number % 10), count: 3000)
    }

    @Test func readersSeeWholePairsAndNeverNoneWhileWritersReplaceThem() async throws {
        let store = fixture.store()
        try store.put(body(0), for: key, head(status: 200))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for round in 0..<150 {
                        let number = (round * 2 + writer) % 10
                        try store.put(body(number), for: key, head(status: 200 + number))
                    }
                }
            }
            group.addTask {
                for _ in 0..<150 {
                    if let found = try store.storedResponses(for: key).first {
                        var head = found.head
                        head.response.reason = "Fresh"
                        _ = try store.freshen(found, with: head)
                        try store.touch(found)
                    }
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<400 {
                        let found = try store.storedResponses(for: key)
                        #expect(found.count == 1)
                        guard let response = found.first else { continue }
                        #expect(try response.text == body(response.head.response.status - 200))
                        #expect(try response.body.sha256() == response.metadata.sha256)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.statistics().totals[.damagedEntries] == 0)
        let files = StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key)))
        #expect(files.count == 2)
    }

    @Test func concurrentFirstWritesMakeOneStore() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    try fixture.store().put("x", for: StoreKey(hashing: "\(number)"), head())
                }
            }
            try await group.waitForAll()
        }
        var count = 0
        try fixture.store().forEachEntry { _ in count += 1 }
        #expect(count == 8)
        #expect(
            StoreFixture.names(in: fixture.cache).sorted()
                == ["CACHEDIR.TAG", "locks", "manifest.json", "responses"]
        )
    }

    @Test func variantsWrittenAtOnceAreAllListed() async throws {
        let store = fixture.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    let head = try head(
                        [FieldLine("Vary", "A")],
                        nominated: [FieldLine("A", "\(number)")]
                    )
                    try store.put("\(number)", for: key, head)
                }
            }
            try await group.waitForAll()
        }
        #expect(try store.storedResponses(for: key).count == 16)
    }

    @Test func entriesAreFoundByTheStartOfTheirKey() throws {
        let store = fixture.store()
        let keys = (0..<20).map { StoreKey(hashing: "\($0)") }
        for key in keys { try store.put("body", for: key, head()) }
        var seen: [String] = []
        try store.forEachEntry { entry in
            seen.append(entry.name.fileStem)
            #expect(entry.metadata.size == 4)
            #expect(entry.allocatedBytes > 0)
            #expect(entry.lastUsed >= entry.metadata.storedAt)
        }
        #expect(seen == keys.map(\.hex).sorted())
        let hex = keys[3].hex
        for (prefix, count) in [(6, 1), (64, 1), (5, 0), (0, 0)] {
            #expect(try store.entries(withKeyPrefix: String(hex.prefix(prefix))).count == count)
        }
        #expect(try store.entries(withKeyPrefix: hex.uppercased()).isEmpty)
        #expect(try store.entries(withKeyPrefix: "../../").isEmpty)
    }
}
