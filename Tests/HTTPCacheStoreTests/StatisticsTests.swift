import HTTPCacheStore
import Testing

@Suite struct StatisticsTests {
    let fixture = StoreFixture()

    @Test func countsAreSummedByHostAndInTotal() throws {
        let store = fixture.store()
        try store.record([(.hits, 2), (.bytesFromCache, 100)], host: "a.example")
        try store.record([(.hits, 1)], host: "b.example")
        try store.record([(.damagedEntries, 1)], host: "")
        let report = try store.statistics()
        #expect(report.totals[.hits] == 3)
        #expect(report.totals[.misses] == 0)
        #expect(report.hosts["a.example"] == Counts([(.hits, 2), (.bytesFromCache, 100)]))
        #expect(report.hosts[""]?[.damagedEntries] == 1)
    }

    @Test func aStoreWithoutStatisticsHasNoneAndStaysSo() throws {
        let store = fixture.store()
        #expect(try store.statistics() == StatisticsReport())
        try store.resetStatistics()
        #expect(StoreFixture.tree(fixture.directory).isEmpty)
    }

    @Test func resetForgetsEverything() throws {
        let store = fixture.store()
        for _ in 0..<3000 { try store.record([(.hits, 1)], host: "long.example.org") }
        try store.resetStatistics()
        #expect(try store.statistics() == StatisticsReport())
        try store.record([(.hits, 1)], host: "x")
        #expect(try store.statistics().totals[.hits] == 1)
    }

    @Test func noCountIsLostOrDoubledWhileManyCountAndFold() async throws {
        let store = fixture.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for _ in 0..<3000 {
                        try store.record(
                            [(.hits, 1), (.bytesFromCache, 1_000_000)],
                            host: "host\(task).example"
                        )
                    }
                }
            }
            group.addTask {
                for _ in 0..<20 { _ = try store.statistics() }
            }
            try await group.waitForAll()
        }
        // Why once more: the log may have outgrown its bound while reports held the lock.
        try store.record([(.misses, 1)], host: "host0.example")
        let report = try store.statistics()
        #expect(report.totals[.hits] == 12_000)
        #expect(report.totals[.bytesFromCache] == 12_000_000_000)
        #expect(report.hosts["host3.example"]?[.hits] == 3000)
        let files = StoreFixture.names(in: store.layout.statistics)
        #expect(files.contains("totals"))
        #expect(files.count <= 3)
        #expect(StoreFixture.contents(store.layout.statistics + "/log").count <= 65_536)
    }

    @Test func aLogThatTheTotalsContainIsNotCountedAgain() throws {
        let store = fixture.store()
        try store.record([(.hits, 1)], host: "a")
        let directory = store.layout.statistics
        StoreFixture.write(Array("folded log-1\na hits=5\n".utf8), to: directory + "/totals")
        StoreFixture.write(Array("a hits=5\n".utf8), to: directory + "/log-1")
        StoreFixture.write(Array("a hits=7\n".utf8), to: directory + "/log-2")
        #expect(try store.statistics().totals[.hits] == 13)
        for _ in 0..<3000 { try store.record([(.misses, 1)], host: "some.long.host.example") }
        #expect(try store.statistics().totals[.hits] == 13)
        #expect(try store.statistics().totals[.misses] == 3000)
        #expect(!StoreFixture.names(in: directory).contains { $0.hasPrefix("log-") })
    }

    @Test func brokenLinesCostOnlyThemselves() throws {
        let store = fixture.store()
        try store.record([(.hits, 1)], host: "a b\nc")
        let junk = "\n\n=\na\na hits=\na hits=x\na hits=1=2\nb other=3\nb hits=2\nb hi"
        StoreFixture.write(
            StoreFixture.contents(store.layout.statistics + "/log") + Array(junk.utf8),
            to: store.layout.statistics + "/log"
        )
        let report = try store.statistics()
        #expect(report.totals[.hits] == 3)
        #expect(report.hosts.keys.sorted() == ["a_b_c", "b"])
    }
}
