import HTTPCacheRules
@testable import HTTPCacheStore
import Synchronization
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Lets file operations fail from a certain one on, as if the process had died there, or only that one.
final class FailurePoint: Sendable {
    let step: Int
    let staysDown: Bool
    let count = Mutex(0)

    init(at step: Int, staysDown: Bool) {
        self.step = step
        self.staysDown = staysDown
    }

    func next() -> Int32? {
        count.withLock { count in
            count += 1
            return count == step || (staysDown && count > step) ? EIO : nil
        }
    }

    /// Whether the operation under test ended before the point.
    var wasPassedBy: Bool { count.withLock { $0 < step } }
}

struct CrashRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let staysDown: Bool
    let varies: Bool
}

let crashRows = [
    CrashRow(testDescription: "the process dies", staysDown: true, varies: false),
    CrashRow(testDescription: "the process dies, with Vary", staysDown: true, varies: true),
    CrashRow(testDescription: "one operation fails", staysDown: false, varies: false),
    CrashRow(testDescription: "one operation fails, with Vary", staysDown: false, varies: true),
]

@Suite struct CrashTests {
    let key = StoreKey(hashing: "k")

    /// Runs `change` against a store holding "old", failing at each step in turn.
    private func atEachStep(
        _ row: CrashRow,
        _ change: (DiskStore) throws -> Void,
        then verify: (StoreFixture, [StoredResponse]) throws -> Void
    ) throws {
        var step = 1
        while true {
            let fixture = StoreFixture()
            try fixture.store().put("old", for: key, old(row))
            let point = FailurePoint(at: step, staysDown: row.staysDown)
            try? change(fixture.store(failing: { _, _ in point.next() }))
            let found = try fixture.store().storedResponses(for: key)
            for response in found {
                #expect(try response.body.sha256() == response.metadata.sha256, "step \(step)")
                #expect(response.body.length == response.metadata.size)
            }
            try verify(fixture, found)
            if point.wasPassedBy { break }
            step += 1
        }
        #expect(step > 3)
    }

    private func old(_ row: CrashRow) throws -> StoredHead {
        try head(row.varies ? [FieldLine("Vary", "A")] : [], status: 200)
    }

    private func new(_ row: CrashRow) throws -> StoredHead {
        try head(row.varies ? [FieldLine("Vary", "A")] : [], status: 203)
    }

    @Test(arguments: crashRows) func storingLeavesTheOldOrTheNewPair(_ row: CrashRow) throws {
        var texts: Set<String> = []
        try atEachStep(row) { store in
            // Why the same length: sizes must not be what tells the pairs apart.
            try store.put("new", for: key, new(row))
        } then: { fixture, found in
            #expect(found.count <= 1)
            let text = try found.first?.text ?? "none"
            texts.insert(text)
            #expect(
                found.first.map { $0.head.response.status == (text == "old" ? 200 : 203) } ?? true
            )
            let shard = fixture.store().layout.shardDirectory(StoreLayout.shard(of: key))
            let rests = StoreFixture.names(in: shard).filter { $0.hasPrefix(".new-") }
            if !row.staysDown, texts.contains("new") { #expect(rests.count <= 1) }
        }
        #expect(texts.isSuperset(of: ["old", "new"]))
    }

    @Test(arguments: crashRows) func fresheningLeavesTheBody(_ row: CrashRow) throws {
        var statuses: Set<Int> = []
        try atEachStep(row) { store in
            if let found = try store.storedResponses(for: key).first {
                _ = try store.freshen(found, with: new(row))
            }
        } then: { _, found in
            let texts = try found.map { try $0.text }
            #expect(texts == ["old"])
            statuses.insert(found.first?.head.response.status ?? 0)
        }
        #expect(statuses == [200, 203])
    }

    @Test(arguments: crashRows) func removingLeavesAllOrNothing(_ row: CrashRow) throws {
        var counts: Set<Int> = []
        try atEachStep(row) { store in
            try store.removeAll(for: key)
        } then: { fixture, found in
            counts.insert(found.count)
            try fixture.store().put("next", for: key, new(row))
            let texts = try fixture.store().storedResponses(for: key).map { try $0.text }
            #expect(texts == ["next"])
        }
        #expect(counts == [0, 1])
    }

    @Test func aFullDiskMakesCommittingFailAndLeavesTheOldPair() throws {
        let fixture = StoreFixture()
        try fixture.store().put("old", for: key, head())
        let full = fixture.store(failing: { operation, _ in operation == .write ? ENOSPC : nil })
        let writer = try full.beginEntry(for: key)
        #expect(throws: StoreError.self) { try writer.write("new") }
        let error = #expect(throws: StoreError.self) {
            try writer.commit(head(), completeness: .complete)
        }
        #expect(error?.errno == ENOSPC)
        #expect(error?.description.contains("No space left on device") == true)
        #expect(try fixture.store().storedResponses(for: key).map { try $0.text } == ["old"])
        let shard = full.layout.shardDirectory(StoreLayout.shard(of: key))
        #expect(StoreFixture.names(in: shard).count == 2)
    }

    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let apply: @Sendable (DiskStore, EntryName) -> Void
    }

    static let damages = [
        Damage(testDescription: "the body is cut short") {
            StoreFixture.write([0x61], to: $0.layout.data($1))
        },
        Damage(testDescription: "the body is longer") {
            StoreFixture.write(Array("body and more".utf8), to: $0.layout.data($1))
        },
        Damage(testDescription: "the body is missing") { unlink($0.layout.data($1)) },
        Damage(testDescription: "the description is empty") {
            StoreFixture.write([], to: $0.layout.meta($1))
        },
        Damage(testDescription: "the description is noise") {
            StoreFixture.write((0..<999).map { UInt8($0 % 256) }, to: $0.layout.meta($1))
        },
        Damage(testDescription: "the description is huge") {
            StoreFixture.write(Array(repeating: 0x61, count: 1 << 21), to: $0.layout.meta($1))
        },
    ]

    @Test(arguments: damages) func aDamagedEntryIsAMissThatIsCountedAndRemoved(
        _ damage: Damage
    ) throws {
        let fixture = StoreFixture()
        let store = fixture.store()
        try store.put("body", for: key, head())
        damage.apply(store, EntryName(key: key))
        #expect(try store.storedResponses(for: key).isEmpty)
        #expect(try store.statistics().totals[.damagedEntries] == 1)
        #expect(
            StoreFixture.names(in: store.layout.shardDirectory(StoreLayout.shard(of: key))).isEmpty
        )
        #expect(try store.storedResponses(for: key).isEmpty)
        #expect(try store.statistics().totals[.damagedEntries] == 1)
    }
}
