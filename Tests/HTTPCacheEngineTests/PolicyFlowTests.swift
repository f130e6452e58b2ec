import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"
private let conditional = "GET / [Cache-Control: no-cache; If-None-Match: \"1\"]"

private func asking(
    _ policy: CachePolicy,
    _ lines: String...,
    inBackground: Bool = false
) -> CacheRequest {
    request("GET", "/", lines) { request in
        request.settings.policy = policy
        request.isBackgroundValidation = inBackground
    }
}

private func storing(_ directives: String = "max-age=60") -> Step {
    Step(
        at: 0,
        get(),
        .answer(200, "Cache-Control: \(directives)", "ETag: \"1\"", body: "one"),
        gives: .miss,
        missStored,
        200,
        "one",
        sent: ["GET /"],
        stored: ["200 one"]
    )
}

private let cacheFirst = CachePolicy.cacheFirst(maxAge: 10)

private let flows: [Flow] = [
    Flow(
        "cacheFirst: stale at once, refreshed in the background",
        "policy",
        storing(),
        Step(at: 9, asking(cacheFirst), gives: .hit, "hit; ttl=1", 200, "one"),
        Step(at: 10, asking(cacheFirst), gives: .stale, "hit; ttl=0", 200, "one"),
        Step(
            at: 10,
            asking(cacheFirst, inBackground: true),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"2\"", body: "two"),
            gives: .miss,
            "fwd=request; fwd-status=200; stored",
            200,
            "two",
            sent: [conditional],
            stored: ["200 two"]
        ),
        Step(at: 11, asking(cacheFirst), gives: .hit, "hit; ttl=9", 200, "two")
    ),
    Flow(
        "stale-while-revalidate: up to its end",
        "RFC 5861 §3",
        storing("max-age=60, stale-while-revalidate=10"),
        Step(at: 69, get(), gives: .stale, "hit; ttl=-9", 200, "one"),
        Step(
            at: 69,
            asking(.default, inBackground: true),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=request; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: [conditional]
        ),
        Step(at: 70, get(), gives: .hit, "hit; ttl=59", 200, "one"),
        Step(
            at: 139,
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
        "a background validation is one whatever the request's directives",
        "RFC 5861 §3",
        storing(),
        Step(
            at: 61,
            asking(.default, "Cache-Control: max-stale", inBackground: true),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=request; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: [
                "GET / [Cache-Control: max-stale; Cache-Control: no-cache; If-None-Match: \"1\"]"
            ]
        )
    ),
    Flow(
        "cacheThenNetwork: the network's part validates, though fresh",
        "policy",
        storing(),
        Step(at: 1, asking(.cacheThenNetwork), gives: .stale, "hit; ttl=59", 200, "one"),
        Step(
            at: 1,
            asking(.cacheThenNetwork, inBackground: true),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "forceCache: whatever its age",
        "policy",
        storing(),
        Step(at: 999, asking(.forceCache), gives: .stale, "hit; ttl=-939", 200, "one")
    ),
    Flow(
        "custom: this lifetime, whatever the server says",
        "policy",
        storing(),
        Step(
            at: 61,
            asking(.custom(maxAge: 100)),
            gives: .hit,
            "hit; ttl=39",
            200,
            "one"
        ),
        Step(
            at: 61,
            asking(.custom(maxAge: 61)),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=61; stored",
            200,
            "one",
            sent: ["GET / [If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "custom does not store what no-store forbids",
        "policy",
        Step(
            at: 0,
            asking(.custom(maxAge: 100)),
            .answer(200, "Cache-Control: no-store", body: "one"),
            gives: .miss,
            "fwd=uri-miss; fwd-status=200",
            200,
            "one",
            sent: ["GET /"],
            stored: []
        )
    ),
]

@Suite("Policies")
struct PolicyFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test(
        "a stale answer that wants a validation says so, a fresh one does not",
        arguments: [(9, false), (10, true)]
    )
    func wantsBackgroundValidation(elapsed: Int64, wants: Bool) async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), .answer(200, "Cache-Control: max-age=60", body: "one"))
        fixture.clock.move(to: elapsed)
        let reply = try await fixture.ask(asking(cacheFirst))
        #expect(reply.answer.wantsBackgroundValidation == wants)
        let served = fixture.engine.serveFromStore(asking(cacheFirst), at: fixture.clock.now)
        #expect(served?.wantsBackgroundValidation == wants)
    }

    @Test("a background validation that fails is a failure, and what is stored stays")
    func failingInBackground() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), .answer(200, "Cache-Control: max-age=60", body: "one"))
        fixture.clock.move(to: 10)
        await #expect(throws: TransferFailure.self) {
            try await fixture.ask(asking(cacheFirst, inBackground: true), .fail(7))
        }
        #expect(try fixture.stored() == ["200 one"])
    }
}
