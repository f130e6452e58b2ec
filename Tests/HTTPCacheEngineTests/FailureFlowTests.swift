import HTTPCacheEngine
import HTTPCacheRules
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"
private let conditional = "GET / [If-None-Match: \"1\"]"

/// The first step of each flow: fresh for a minute, with a tag and one more directive.
private func storing(_ directive: String = "private") -> Step {
    Step(
        at: 0,
        get(),
        .answer(200, "Cache-Control: max-age=60, \(directive)", "ETag: \"1\"", body: "one"),
        gives: .miss,
        missStored,
        200,
        "one",
        sent: ["GET /"],
        stored: ["200 one"]
    )
}

private func offline(_ ttl: Int) -> String { "hit; ttl=\(ttl); detail=origin-unreachable" }

private let flows: [Flow] = [
    Flow(
        "503 within the response's stale-if-error",
        "RFC 5861 §4",
        storing("stale-if-error=10"),
        Step(
            at: 69,
            get(),
            .answer(503, body: "down"),
            gives: .stale,
            "fwd=stale; fwd-status=503; ttl=-9",
            200,
            "one",
            sent: [conditional]
        )
    ),
    Flow(
        "503 past the response's stale-if-error",
        "RFC 5861 §4",
        storing("stale-if-error=10"),
        Step(
            at: 70,
            get(),
            .answer(503, body: "down"),
            gives: .miss,
            "fwd=stale; fwd-status=503",
            503,
            "down",
            sent: [conditional]
        )
    ),
    Flow(
        "503 within the user's stale-if-error",
        "RFC 5861 §4",
        storing(),
        Step(
            at: 69,
            get { $0.settings.staleIfError = 10 },
            .answer(500, body: "down"),
            gives: .stale,
            "fwd=stale; fwd-status=500; ttl=-9",
            200,
            "one",
            sent: [conditional]
        )
    ),
    Flow(
        "404 is no such error: it is the answer",
        "RFC 5861 §4",
        storing("stale-if-error=10"),
        Step(
            at: 61,
            get(),
            .answer(404, body: "gone"),
            gives: .miss,
            "fwd=stale; fwd-status=404; stored",
            404,
            "gone",
            sent: [conditional],
            stored: ["404 gone"]
        )
    ),
    Flow(
        "503 without stale-if-error is passed on and costs nothing",
        "RFC 5861 §4",
        storing(),
        Step(
            at: 60,
            get(),
            .answer(503, "Cache-Control: max-age=60", body: "down"),
            gives: .miss,
            "fwd=stale; fwd-status=503",
            503,
            "down",
            sent: [conditional]
        ),
        Step(
            at: 61,
            get(),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: [conditional]
        )
    ),
    Flow(
        "stale-if-error does not outweigh must-revalidate",
        "RFC 9111 §5.2.2.2",
        storing("must-revalidate, stale-if-error=10"),
        Step(
            at: 61,
            get(),
            .answer(503, body: "down"),
            gives: .miss,
            "fwd=stale; fwd-status=503",
            503,
            "down",
            sent: [conditional]
        )
    ),
    Flow(
        "unreachable: the stored response, however old",
        "RFC 9111 §4.2.4",
        storing(),
        Step(
            at: 1_000_000,
            get(),
            .fail(7),
            gives: .offline,
            offline(-999_940),
            200,
            "one",
            sent: [conditional]
        )
    ),
    Flow(
        "unreachable on the second request, after a 304 that helps nobody",
        "RFC 9111 §4.3.4",
        storing(),
        Step(
            at: 61,
            get(),
            .answer(304, "ETag: \"9\""),
            .fail(56),
            gives: .offline,
            offline(-1),
            200,
            "one",
            sent: [conditional, "GET /"]
        )
    ),
    Flow(
        "only-if-cached with nothing stored",
        "RFC 9111 §5.2.1.7",
        Step(
            at: 0,
            get("Cache-Control: only-if-cached"),
            gives: .miss,
            "detail=only-if-cached",
            504,
            ""
        )
    ),
    Flow(
        "only-if-cached with something stale",
        "RFC 9111 §5.2.1.7",
        storing(),
        Step(
            at: 59,
            get("Cache-Control: only-if-cached"),
            gives: .hit,
            "hit; ttl=1",
            200,
            "one"
        ),
        Step(
            at: 60,
            get("Cache-Control: only-if-cached"),
            gives: .miss,
            "detail=only-if-cached",
            504,
            ""
        ),
        Step(
            at: 60,
            get("Cache-Control: only-if-cached, max-stale=1"),
            gives: .stale,
            "hit; ttl=0",
            200,
            "one"
        )
    ),
    Flow(
        "the cache only",
        "--offline",
        Step(
            at: 0,
            get { $0.settings.policy = .cacheOnly },
            gives: .miss,
            "detail=only-if-cached",
            504,
            ""
        ),
        storing(),
        Step(
            at: 1,
            get { $0.settings.policy = .cacheOnly },
            gives: .hit,
            "hit; ttl=59",
            200,
            "one"
        ),
        Step(
            at: 99,
            get { $0.settings.policy = .cacheOnly },
            gives: .offline,
            "hit; ttl=-39",
            200,
            "one"
        )
    ),
]

/// A transfer that fails and for which nothing stands in.
private struct Refusal: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var directive = "private"
    var request = get()
    var curlCode = 7
}

private let refusals = [
    Refusal(testDescription: "must-revalidate", directive: "must-revalidate"),
    Refusal(testDescription: "no-cache of the response", directive: "no-cache"),
    Refusal(
        testDescription: "proxy-revalidate in a shared cache",
        directive: "public, proxy-revalidate",
        request: get { $0.settings.kind = .shared }
    ),
    Refusal(testDescription: "no-cache of the request", request: get("Cache-Control: no-cache")),
    Refusal(testDescription: "a demanded validation", request: get { $0.demandsValidation = true }),
    Refusal(testDescription: "a certificate that is not trusted", curlCode: 60),
    Refusal(testDescription: "a protocol that is not known", curlCode: 1),
    Refusal(
        testDescription: "offline fallback turned off",
        request: get { $0.settings.isOfflineFallbackEnabled = false }
    ),
    Refusal(testDescription: "a reload", request: get { $0.ignoresStoredResponses = true }),
    Refusal(testDescription: "the policy no-cache", request: get { $0.settings.policy = .noCache }),
    Refusal(testDescription: "another method", request: request("POST")),
    Refusal(testDescription: "another resource", request: request("GET", "/other")),
]

@Suite("Failures of the origin")
struct FailureFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test("nothing stands in", arguments: refusals)
    private func refused(_ refusal: Refusal) async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get { $0.settings.kind = refusal.request.settings.kind },
            .answer(
                200,
                "Cache-Control: max-age=60, \(refusal.directive)",
                "ETag: \"1\"",
                body: "one"
            )
        )
        #expect(try fixture.stored() == ["200 one"])
        fixture.clock.move(to: 60)
        let failure = await #expect(throws: TransferFailure.self) {
            try await fixture.ask(refusal.request, .fail(refusal.curlCode))
        }
        #expect(failure?.curlCode == refusal.curlCode)
        #expect(try fixture.stored() == ["200 one"])
    }

    @Test("network trouble is stood in for", arguments: [5, 6, 7, 16, 28, 52, 55, 56, 92, 97])
    func networkTrouble(code: Int) async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(get(), .answer(200, "Cache-Control: max-age=60", body: "one"))
        fixture.clock.move(to: 60)
        let reply = try await fixture.ask(get(), .fail(code))
        #expect(reply.answer.source == .offline)
        #expect(reply.body == "one")
        #expect(reply.answer.transferFailure?.curlCode == code)
        #expect(reply.head.fields["Age"] == "60")
        #expect(reply.answer.grounds.last == .servedStaleAfterFailure)
    }

    @Test("an answer that only the cache may give and cannot is marked")
    func unsatisfiable() async throws {
        let fixture = try EngineFixture()
        let reply = try await fixture.ask(get("Cache-Control: only-if-cached"))
        #expect(reply.answer.isUnsatisfiable)
        #expect(reply.head.fields["Content-Length"] == "0")
        #expect(try fixture.responses().isEmpty)
    }

    @Test("the body of an error that something stands in for is given up")
    func errorBodyGivenUp() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get(),
            .answer(200, "Cache-Control: max-age=1, stale-if-error=9", body: "one")
        )
        fixture.clock.move(to: 5)
        try await fixture.ask(get(), .answer(502, body: "down"))
        let cancelled = fixture.origin.bodies.map(\.isCancelled)
        #expect(cancelled == [false, true])
    }
}
