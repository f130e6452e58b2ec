import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore
import Testing

import struct TestSupport.TemporaryDirectory

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("A store that fails")
struct StoreFailureTests {
    private let cacheable = OriginTurn.answer(200, "Cache-Control: max-age=60", body: "one")

    @Test("a directory that nobody can make: right answers, and the failures are told")
    func noDirectory() async throws {
        let fixture = try EngineFixture()
        let file = try fixture.directory.write("", to: "file")
        let clock = fixture.clock
        let engine = CacheEngine(store: DiskStore(directory: file + "/cache")) { clock.now }
        for _ in 1...2 {
            let reply = try await fixture.ask(get(), cacheable, through: engine)
            #expect(reply.head.status == 200)
            #expect(reply.body == "one")
            #expect(reply.answer.source == .miss)
            #expect(reply.answer.cacheStatus.text == "httpcache; fwd=uri-miss; fwd-status=200")
            #expect(!reply.answer.storeFailures.isEmpty)
        }
        #expect(fixture.takeSent() == ["GET /", "GET /"])
    }

    @Test(
        "creating fails: right answers, and the failure is told",
        arguments: [EACCES, EROFS, ENOSPC, EMFILE]
    )
    func creating(number: Int32) async throws {
        let fixture = try EngineFixture()
        let engine = fixture.engine { operation, _ in
            [.create, .makeDirectory].contains(operation) ? number : nil
        }
        let reply = try await fixture.ask(get(), cacheable, through: engine)
        #expect(reply.body == "one")
        #expect(reply.answer.cacheStatus.text == "httpcache; fwd=uri-miss; fwd-status=200")
        #expect(reply.answer.storeFailures.map(\.errno) == [number])
        #expect(try fixture.stored() == [])
    }

    @Test("the disk is full in the midst: the bytes go on, the older response stays")
    func fullDisk() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), cacheable)
        fixture.clock.move(to: 60)
        let engine = fixture.engine { operation, _ in operation == .write ? ENOSPC : nil }
        fixture.origin.play([.answer(200, "Cache-Control: max-age=60", body: "two")])
        let answer = try await engine.respond(to: get(), through: fixture.origin)
        #expect(try await EngineFixture.read(answer).body == "two")
        guard case .origin(let body) = answer.body, let storing = body as? StoringBody else {
            Issue.record("the body was not to be stored")
            return
        }
        #expect(!storing.isStored)
        #expect(storing.failure?.errno == ENOSPC)
        #expect(try fixture.stored() == ["200 one"])
    }

    @Test("a body that cannot be put in its place: never one response's head with another's body")
    func renaming() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), cacheable)
        fixture.clock.move(to: 60)
        let engine = fixture.engine { operation, _ in operation == .rename ? EIO : nil }
        let reply = try await fixture.ask(
            get(),
            .answer(404, "Cache-Control: max-age=60", body: "two"),
            through: engine
        )
        #expect(reply.body == "two")
        #expect(try fixture.stored() == [])
    }

    @Test(
        "a body larger than the whole store is delivered and not kept",
        arguments: [(3, true), (2, false)],
        [true, false]
    )
    func capacity(bound: (capacity: Int64, isStored: Bool), isAnnounced: Bool) async throws {
        let fixture = try EngineFixture()
        var engine = fixture.engine
        engine.capacity = bound.capacity
        let lines = ["Cache-Control: max-age=60"] + (isAnnounced ? ["Content-Length: 3"] : [])
        let turn = OriginTurn.answer(200, lines, ["one"], bodyFailure: nil)
        let reply = try await fixture.ask(get(), turn, through: engine)
        #expect(reply.body == "one")
        #expect(try fixture.stored() == (bound.isStored ? ["200 one"] : []))
        if isAnnounced {
            #expect(reply.answer.cacheStatus.isStored == bound.isStored)
            #expect(reply.answer.grounds.last == (bound.isStored ? .stored : .largerThanCapacity))
        }
    }

    @Test("reading fails: a miss, and the failure is told")
    func reading() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), cacheable)
        let engine = fixture.engine { operation, path in
            operation == .open && path.hasSuffix(".meta") ? EIO : nil
        }
        let reply = try await fixture.ask(get(), cacheable, through: engine)
        #expect(reply.answer.source == .miss)
        #expect(reply.body == "one")
        #expect(reply.answer.storeFailures.map(\.errno) == [EIO])
    }

    @Test("freshening fails: the answer is the validated one, what is stored stays stale")
    func freshening() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get(),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", body: "one")
        )
        fixture.clock.move(to: 60)
        let engine = fixture.engine { operation, _ in operation == .create ? EROFS : nil }
        let reply = try await fixture.ask(get(), .answer(304, "ETag: \"1\""), through: engine)
        #expect(reply.answer.source == .validated)
        #expect(reply.body == "one")
        #expect(
            reply.answer.cacheStatus.text == "httpcache; fwd=stale; fwd-status=304; ttl=60"
        )
        #expect(reply.answer.storeFailures.map(\.errno) == [EROFS])
        #expect(try fixture.stored() == ["200 one"])
    }

    @Test("invalidating fails: the answer is right, and the failure is told")
    func invalidating() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), cacheable)
        let engine = fixture.engine { operation, _ in operation == .remove ? EACCES : nil }
        let reply = try await fixture.ask(
            request("POST"),
            .answer(200, body: "done"),
            through: engine
        )
        #expect(reply.body == "done")
        #expect(reply.answer.storeFailures.map(\.errno) == [EACCES])
    }

    @Test("an unsafe request creates no cache directory and complains of none")
    func invalidatingNothing() async throws {
        let fixture = try EngineFixture()
        let reply = try await fixture.ask(request("POST"), .answer(200))
        #expect(reply.answer.storeFailures.isEmpty)
        #expect(access(fixture.directory.path("cache"), F_OK) != 0)
    }

    @Test("without a store every answer is the origin's")
    func noStore() async throws {
        let fixture = try EngineFixture()
        let clock = fixture.clock
        let engine = CacheEngine(store: nil) { clock.now }
        for _ in 1...2 {
            let reply = try await fixture.ask(get(), cacheable, through: engine)
            #expect(reply.body == "one")
            #expect(reply.answer.storeFailures.isEmpty)
            #expect(!reply.answer.cacheStatus.isStored)
        }
        #expect(fixture.takeSent() == ["GET /", "GET /"])
    }
}
