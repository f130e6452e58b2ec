import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct EvictionTests {
    let fixture = StoreFixture()

    /// What an entry with a small body takes: one block for each of its two files.
    private let unit: Int64 = 8192

    private func key(_ number: Int) -> StoreKey { StoreKey(hashing: "key \(number)") }

    private func name(_ number: Int) -> EntryName { EntryName(key: key(number)) }

    /// Stores entries 0 to count - 1, used at hours 0 to count - 1 of some day long past.
    private func filled(_ count: Int) throws -> DiskStore {
        let store = fixture.store()
        for number in 0..<count {
            try store.put("\(number)", for: key(number), head())
            setTime(store.layout.meta(name(number)), 1_000_000 + number * 3600)
        }
        return store
    }

    private func setTime(_ path: String, _ seconds: Int) {
        let times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }

    private func remaining(_ store: DiskStore) throws -> Set<Int> {
        Set(try (0..<40).filter { try !store.storedResponses(for: key($0)).isEmpty })
    }

    @Test func theLeastRecentlyUsedGoDownToNinetyPercent() throws {
        let store = try filled(21)
        let report = try #require(try store.enforceCapacity(20 * unit, sparing: nil))
        #expect(
            report == EvictionReport(evicted: 3, freedBytes: 3 * unit, remainingBytes: 18 * unit)
        )
        #expect(try remaining(store) == Set(3..<21))
        #expect(try store.statistics().totals[.evictions] == 3)
    }

    @Test func exactlyTheCapacityIsAllowed() throws {
        let store = try filled(20)
        #expect(try store.enforceCapacity(20 * unit, sparing: nil)?.evicted == 0)
        #expect(try store.enforceCapacity(20 * unit, sparing: nil) == nil)
        #expect(try store.enforceCapacity(20 * unit - 1, sparing: nil)?.evicted == 2)
    }

    @Test func aHitKeepsAnOldEntry() throws {
        let store = try filled(21)
        try store.touch(#require(try store.storedResponses(for: key(0)).first))
        try store.enforceCapacity(20 * unit, sparing: nil)
        #expect(try remaining(store) == Set(4..<21).union([0]))
    }

    @Test func theEntryJustStoredSurvivesEvenIfTooBig() throws {
        let store = try filled(3)
        try store.put(String(repeating: "x", count: 100_000), for: key(3), head())
        try store.enforceCapacity(unit, sparing: name(3))
        #expect(try remaining(store) == [3])
    }

    @Test func aTimeInTheFutureIsTheOldest() throws {
        let store = try filled(21)
        setTime(store.layout.meta(name(10)), Int(FileSystem.now().secondsSinceEpoch) + 86_400)
        try store.enforceCapacity(20 * unit, sparing: nil)
        #expect(try remaining(store) == Set(2..<21).subtracting([10]))
    }

    @Test func theEstimateFollowsCommitsAndRemovals() throws {
        let store = try filled(2)
        #expect(try store.sizeEstimate() == nil)
        try store.enforceCapacity(1 << 30, sparing: nil)
        #expect(try store.sizeEstimate() == 2 * unit)
        try store.put("again", for: key(0), head())
        try store.put(String(repeating: "x", count: 4097), for: key(5), head())
        #expect(try store.sizeEstimate() == 3 * unit + 4096)
        try store.removeAll(for: key(5))
        try store.remove(name(0))
        #expect(try store.sizeEstimate() == unit)
    }

    @Test func aWrongEstimateIsCorrectedByLooking() throws {
        let store = try filled(2)
        StoreFixture.write(Array("99999999999999\n".utf8), to: store.layout.size)
        #expect(try store.enforceCapacity(10 * unit, sparing: nil)?.evicted == 0)
        #expect(try store.sizeEstimate() == 2 * unit)
        StoreFixture.write(Array("noise".utf8), to: store.layout.size)
        #expect(try store.enforceCapacity(10 * unit, sparing: nil)?.remainingBytes == 2 * unit)
    }

    @Test func evictingToASizeRemovesTheOldestFirst() throws {
        let store = try filled(5)
        #expect(try store.evict(downTo: 2 * unit).evicted == 3)
        #expect(try remaining(store) == [3, 4])
        #expect(try store.evict(downTo: 0).remainingBytes == 0)
        #expect(try store.sizeEstimate() == 0)
    }

    @Test func anEmptyStoreNeedsNoRoom() throws {
        #expect(try fixture.store().enforceCapacity(0, sparing: nil) == nil)
        #expect(try fixture.store().evict(downTo: 0) == EvictionReport())
        #expect(StoreFixture.tree(fixture.directory).isEmpty)
    }

    @Test func manyProcessesStayWithinTheCapacity() async throws {
        let store = fixture.store()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<40 {
                        let key = key(task * 100 + number)
                        try store.put("x", for: key, head())
                        try store.enforceCapacity(20 * unit, sparing: EntryName(key: key))
                    }
                }
            }
            try await group.waitForAll()
        }
        try store.enforceCapacity(20 * unit, sparing: nil)
        var count = 0
        try store.forEachEntry { _ in count += 1 }
        #expect((10...20).contains(count), "\(count)")
    }
}
