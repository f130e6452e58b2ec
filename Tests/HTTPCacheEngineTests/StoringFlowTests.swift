import HTTPCacheEngine
import HTTPCacheRules
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"
private let missPassed = "fwd=uri-miss; fwd-status=200"

private let flows: [Flow] = [
    Flow(
        "a miss is stored, the next request is a hit",
        "RFC 9111 §3, §4",
        Step(
            at: 0,
            get("Accept: a/b"),
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["GET / [Accept: a/b]"],
            stored: ["200 one"]
        ),
        Step(at: 59, get(), gives: .hit, "hit; ttl=1", 200, "one")
    ),
    Flow(
        "at the end of its lifetime it is asked for again",
        "RFC 9111 §4.2",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["GET /"],
            stored: ["200 one"]
        ),
        Step(
            at: 60,
            get(),
            .answer(200, "Cache-Control: max-age=60", body: "two"),
            gives: .miss,
            "fwd=stale; fwd-status=200; stored",
            200,
            "two",
            sent: ["GET /"],
            stored: ["200 two"]
        )
    ),
    Flow(
        "another path is another response",
        "RFC 9111 §2",
        Step(
            at: 0,
            request("GET", "/a"),
            .answer(200, "Cache-Control: max-age=60", body: "a"),
            gives: .miss,
            missStored,
            200,
            "a",
            sent: ["GET /a"],
            stored: ["200 a"]
        ),
        Step(
            at: 0,
            request("GET", "/a?"),
            .answer(200, "Cache-Control: max-age=60", body: "b"),
            gives: .miss,
            missStored,
            200,
            "b",
            sent: ["GET /a?"],
            stored: ["200 a", "200 b"]
        ),
        Step(at: 0, request("GET", "/a"), gives: .hit, "hit; ttl=60", 200, "a")
    ),
    Flow(
        "the response's no-store",
        "RFC 9111 §5.2.2.5",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: no-store, max-age=60", body: "one"),
            gives: .miss,
            missPassed,
            200,
            "one",
            sent: ["GET /"]
        )
    ),
    Flow(
        "the request's no-store",
        "RFC 9111 §5.2.1.5",
        Step(
            at: 0,
            get("Cache-Control: no-store"),
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .miss,
            missPassed,
            200,
            "one",
            sent: ["GET / [Cache-Control: no-store]"]
        )
    ),
    Flow(
        "an answer that is not to be stored",
        "--no-store",
        Step(
            at: 0,
            get { $0.storesAnswer = false },
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .miss,
            missPassed,
            200,
            "one",
            sent: ["GET /"]
        )
    ),
    Flow(
        "a first body that breaks off is not stored",
        "RFC 9111 §3.3",
        Step(
            at: 0,
            get(),
            .broken(200, "Cache-Control: max-age=60", body: "hal"),
            gives: .miss,
            missStored,
            200,
            "hal",
            sent: ["GET /"],
            stored: []
        )
    ),
    Flow(
        "a body that breaks off leaves the older response",
        "RFC 9111 §3.3",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["GET /"],
            stored: ["200 one"]
        ),
        Step(
            at: 60,
            get(),
            .broken(200, "Cache-Control: max-age=60", "ETag: \"2\"", body: "tw"),
            gives: .miss,
            "fwd=stale; fwd-status=200; stored",
            200,
            "tw",
            sent: ["GET / [If-None-Match: \"1\"]"]
        ),
        Step(
            at: 61,
            get(),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "no-cache neither reads nor writes",
        "policy",
        Step(
            at: 0,
            get { $0.settings.policy = .noCache },
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .bypass,
            "fwd=bypass; fwd-status=200",
            200,
            "one",
            sent: ["GET /"],
            stored: []
        ),
        Step(
            at: 1,
            get(),
            .answer(200, "Cache-Control: max-age=60", body: "two"),
            gives: .miss,
            missStored,
            200,
            "two",
            sent: ["GET /"],
            stored: ["200 two"]
        ),
        Step(
            at: 2,
            get { $0.settings.policy = .noCache },
            .answer(200, "Cache-Control: max-age=60", body: "three"),
            gives: .bypass,
            "fwd=bypass; fwd-status=200",
            200,
            "three",
            sent: ["GET /"]
        ),
        Step(at: 3, get(), gives: .hit, "hit; ttl=58", 200, "two")
    ),
    Flow(
        "a reload leaves what is stored out of account and replaces it",
        "--reload",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["GET /"],
            stored: ["200 one"]
        ),
        Step(
            at: 1,
            get { $0.ignoresStoredResponses = true },
            .answer(200, "Cache-Control: max-age=60", body: "two"),
            gives: .miss,
            missStored,
            200,
            "two",
            sent: ["GET /"],
            stored: ["200 two"]
        )
    ),
    Flow(
        "QUERY: the content is in the key",
        "RFC 9111 §2",
        Step(
            at: 0,
            query("a"),
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["QUERY /"],
            stored: ["200 one"]
        ),
        Step(at: 1, query("a"), gives: .hit, "hit; ttl=59", 200, "one"),
        Step(
            at: 1,
            query("b"),
            .answer(200, "Cache-Control: max-age=60", body: "two"),
            gives: .miss,
            missStored,
            200,
            "two",
            sent: ["QUERY /"],
            stored: ["200 one", "200 two"]
        ),
        Step(
            at: 2,
            get(),
            .answer(200, "Cache-Control: no-store", body: "get"),
            gives: .miss,
            missPassed,
            200,
            "get",
            sent: ["GET /"]
        )
    ),
    Flow(
        "QUERY: content in a file is not read for a key",
        "RFC 9111 §2",
        Step(
            at: 0,
            request("QUERY") { $0.body = .file("/none") },
            .answer(200, "Cache-Control: max-age=60", body: "one"),
            gives: .bypass,
            "fwd=bypass; fwd-status=200",
            200,
            "one",
            sent: ["QUERY /"],
            stored: []
        )
    ),
]

private func query(_ content: String) -> CacheRequest {
    request("QUERY") { $0.body = .bytes(Array(content.utf8)) }
}

@Suite("Storing and reusing")
struct StoringFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test("an answer is stored only when its last byte has been read")
    func storedAtTheEnd() async throws {
        let fixture = try EngineFixture()
        fixture.origin.play([.answer(200, "Cache-Control: max-age=60", body: "one")])
        let answer = try await fixture.engine.respond(to: get(), through: fixture.origin)
        guard case .origin(let body) = answer.body else {
            Issue.record("no body of the origin")
            return
        }
        #expect(try await body.next() == Array("one".utf8))
        #expect(try fixture.stored() == [])
        #expect(try await body.next() == nil)
        #expect(try fixture.stored() == ["200 one"])
        #expect((body as? StoringBody)?.isStored == true)
    }

    @Test("a body that is given up is not stored, and nothing is left of it")
    func cancelled() async throws {
        let fixture = try EngineFixture()
        fixture.origin.play([
            .answer(200, ["Cache-Control: max-age=60"], ["a", "b"], bodyFailure: nil)
        ])
        let answer = try await fixture.engine.respond(to: get(), through: fixture.origin)
        guard case .origin(let body) = answer.body else {
            Issue.record("no body of the origin")
            return
        }
        _ = try await body.next()
        body.cancel()
        while try await body.next() != nil {}
        let isCancelled = fixture.origin.bodies.map(\.isCancelled)
        #expect(isCancelled == [true])
        #expect(try fixture.stored() == [])
        #expect((body as? StoringBody)?.isStored == false)
    }

    @Test("serving from the store asks no origin and creates nothing")
    func synchronous() async throws {
        let fixture = try EngineFixture()
        #expect(fixture.engine.serveFromStore(get(), at: fixture.clock.now)?.source == nil)
        #expect(try fixture.responses().isEmpty)
        try await fixture.ask(get(), .answer(200, "Cache-Control: max-age=60", body: "one"))
        let answer = try #require(fixture.engine.serveFromStore(get(), at: fixture.clock.now))
        #expect(try await EngineFixture.read(answer).body == "one")
        fixture.clock.move(to: 60)
        #expect(fixture.engine.serveFromStore(get(), at: fixture.clock.now)?.source == nil)
    }

    @Test("the age counts from the request on, and is presented once")
    func age() async throws {
        let fixture = try EngineFixture(delay: 5)
        let first = try await fixture.ask(
            get(),
            .answer(200, "Cache-Control: max-age=60", "Age: 10", body: "one")
        )
        #expect(first.head.fields["Age"] == "10")
        fixture.clock.move(to: 25)
        let second = try await fixture.ask(get())
        // 10 told, 5 on the way, 20 here.
        #expect(second.head.fields.values(of: "Age") == ["35"])
        #expect(second.head.fields["Cache-Status"] == "httpcache; hit; ttl=25")
    }
}
