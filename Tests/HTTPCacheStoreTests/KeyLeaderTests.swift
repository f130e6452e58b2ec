import Synchronization
import Testing

@testable import HTTPCacheStore

@Suite("One process asks for a key, the others follow")
struct KeyLeaderTests {
    private let fixture = StoreFixture()
    private let key = StoreKey(hashing: "GET\nhttps://example.org/\n")

    @Test("there is one leader a key")
    func oneLeader() throws {
        let store = fixture.store()
        let lock = try #require(try store.lead(key))
        #expect(try store.lead(key) == nil)
        #expect(try fixture.store().lead(key) == nil)
        #expect(try store.lead(StoreKey(hashing: "another")) != nil)
        withExtendedLifetime(lock) {}
    }

    @Test("a leader leaves no file, and the next one is free to lead")
    func released() throws {
        let store = fixture.store()
        do { let lock = try #require(try store.lead(key)); lock.announce(.stored) }
        #expect(StoreFixture.names(in: store.layout.locks).isEmpty)
        #expect(try store.follow(key) == nil)
        #expect(try store.lead(key) != nil)
    }

    @Test("nobody follows where nobody leads")
    func nobody() throws {
        #expect(try fixture.store().follow(key) == nil)
        #expect(StoreFixture.names(in: fixture.cache).isEmpty)
    }

    @Test("followers learn what the leader said", arguments: [LeaderOutcome.stored, .alone])
    func outcome(_ outcome: LeaderOutcome) throws {
        let store = fixture.store()
        var lock = try store.lead(key)
        let follower = try #require(try store.follow(key))
        #expect(try follower.outcome() == nil)
        lock?.announce(outcome)
        lock?.announce(.abandoned)
        #expect(try follower.outcome() == nil)
        lock = nil
        #expect(try follower.outcome() == outcome)
    }

    @Test("a leader that says nothing has abandoned its request")
    func abandoned() throws {
        let store = fixture.store()
        var lock = try store.lead(key)
        let follower = try #require(try store.follow(key))
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try follower.outcome() == .abandoned)
    }

    @Test("what a dead leader left behind misleads nobody")
    func leftBehind() throws {
        let store = fixture.store()
        do { _ = try store.lead(key) }
        StoreFixture.write([LeaderOutcome.stored.rawValue], to: store.layout.keyLock(key))
        var lock = try store.lead(key)
        let follower = try #require(try store.follow(key))
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try follower.outcome() == .abandoned)
    }

    @Test("waiting ends with the deadline")
    func deadline() throws {
        let store = fixture.store()
        let lock = try #require(try store.lead(key))
        let follower = try #require(try store.follow(key))
        let start = FileSystem.uptime()
        #expect(try follower.outcome(before: start + 30) == nil)
        #expect(FileSystem.uptime() >= start + 30)
        #expect(try follower.outcome(before: start) == nil)
        withExtendedLifetime(lock) {}
    }

    @Test("of many that try at once exactly one leads at any time, and none is left out")
    func storm() async throws {
        let counters = Counters()
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                let store = fixture.store()
                let key = key
                group.addTask {
                    var turns = 0
                    while turns < 25 {
                        if let lock = try store.lead(key) {
                            let leaders = counters.leaders.add(1, ordering: .sequentiallyConsistent)
                            if leaders.newValue != 1 { counters.faults.add(1, ordering: .relaxed) }
                            counters.leaders.subtract(1, ordering: .sequentiallyConsistent)
                            lock.announce(.stored)
                            turns += 1
                        } else if let follower = try store.follow(key) {
                            _ = try follower.outcome(before: FileSystem.uptime() + 1000)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(counters.faults.load(ordering: .relaxed) == 0)
        #expect(StoreFixture.names(in: fixture.store().layout.locks).isEmpty)
    }

    private final class Counters: Sendable {
        let leaders = Atomic(0)
        let faults = Atomic(0)
    }
}
