import HTTPCacheRules
@testable import HTTPCacheStore
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

struct ProblemRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let kind: StoreProblem.Kind?
    let cause: @Sendable (DiskStore, EntryName) -> Void
}

private func makeOld(_ path: String) {
    let times = [timespec](repeating: timespec(tv_sec: 1_000_000, tv_nsec: 0), count: 2)
    utimensat(AT_FDCWD, path, times, 0)
}

private func shard(_ store: DiskStore, _ name: EntryName) -> String {
    store.layout.shardDirectory(StoreLayout.shard(of: name.key))
}

let problemRows = [
    ProblemRow(testDescription: "nothing", kind: nil) { _, _ in },
    ProblemRow(testDescription: "a changed byte", kind: .wrongSum) {
        StoreFixture.write(Array("Body".utf8), to: $0.layout.data($1))
    },
    ProblemRow(testDescription: "a body cut short", kind: .damagedEntry) {
        StoreFixture.write([], to: $0.layout.data($1))
    },
    ProblemRow(testDescription: "a missing body", kind: .damagedEntry) {
        unlink($0.layout.data($1))
    },
    ProblemRow(testDescription: "a missing description", kind: .garbage) {
        unlink($0.layout.meta($1))
    },
    ProblemRow(testDescription: "an old unfinished file", kind: .garbage) {
        StoreFixture.write([1], to: shard($0, $1) + "/.new-0000000000000001")
        makeOld(shard($0, $1) + "/.new-0000000000000001")
    },
    ProblemRow(testDescription: "a new unfinished file", kind: nil) {
        StoreFixture.write([1], to: shard($0, $1) + "/.new-0000000000000001")
    },
    ProblemRow(testDescription: "a lost list of variants", kind: .unlistedVariant) {
        unlink($0.layout.variants($1.key))
    },
]

@Suite struct VerificationTests {
    let fixture = StoreFixture()
    let key = StoreKey(hashing: "k")

    private func filled() throws -> (DiskStore, EntryName) {
        let store = fixture.store()
        let varying = try head([FieldLine("Vary", "A")])
        try store.put("body", for: key, varying)
        return (store, EntryName(key: key, of: varying))
    }

    @Test(arguments: problemRows) func aProblemIsFoundAndRepaired(_ row: ProblemRow) throws {
        let (store, name) = try filled()
        row.cause(store, name)
        let found = try store.verify(checkingSums: true, repairing: false)
        #expect(found.problems.map(\.kind) == (row.kind.map { [$0] } ?? []))
        #expect(try store.verify(checkingSums: true, repairing: true) == found)
        let after = try store.verify(checkingSums: true, repairing: false)
        #expect(after.problems.isEmpty)
        #expect(after.entries == found.entries)
        let isServed = try !store.storedResponses(for: key).isEmpty
        #expect(isServed == (after.entries == 1))
    }

    @Test func sumsAreLeftAloneWhenNotAskedFor() throws {
        let (store, name) = try filled()
        StoreFixture.write(Array("Body".utf8), to: store.layout.data(name))
        #expect(try store.verify(checkingSums: false, repairing: true).entries == 1)
    }

    @Test func aBodyThatIsBeingWrittenIsNoGarbage() throws {
        let (store, name) = try filled()
        let writer = try store.beginEntry(for: key)
        for file in StoreFixture.names(in: shard(store, name)) where file.hasPrefix(".new-") {
            makeOld(shard(store, name) + "/" + file)
        }
        #expect(try store.verify(checkingSums: true, repairing: true).problems.isEmpty)
        _ = try writer.commit(head(), completeness: .complete)
    }

    @Test func aMissingStoreIsRight() throws {
        let report = try fixture.store().verify(checkingSums: true, repairing: true)
        #expect(report == VerificationReport())
        #expect(StoreFixture.tree(fixture.directory).isEmpty)
    }
}

@Suite struct KeyLockTests {
    let fixture = StoreFixture()
    let key = StoreKey(hashing: "k")

    @Test func oneHolderAtATime() throws {
        let store = fixture.store()
        var lock = try store.tryLock(key)
        #expect(lock != nil)
        #expect(try store.tryLock(key) == nil)
        #expect(try store.lock(key, forMilliseconds: 5) == nil)
        #expect(try store.tryLock(StoreKey(hashing: "other")) != nil)
        lock = nil
        #expect(try store.lock(key, forMilliseconds: 0) != nil)
        #expect(StoreFixture.names(in: store.layout.locks).isEmpty)
        #expect(lock == nil)
    }

    @Test func whoWaitsGetsItAndNobodyElse() async throws {
        let store = fixture.store()
        let path = fixture.directory + "/count"
        StoreFixture.write([], to: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        let lock = try #require(try store.lock(key, forMilliseconds: 60_000))
                        // Not atomic on purpose: two holders at once would lose a byte.
                        StoreFixture.write(StoreFixture.contents(path) + [1], to: path)
                        withExtendedLifetime(lock) {}
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(StoreFixture.contents(path).count == 40)
    }
}
