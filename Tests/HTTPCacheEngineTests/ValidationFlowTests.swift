import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"

/// The first step of most flows: this tag, fresh for a minute.
private func storing(_ tag: String, _ body: String) -> Step {
    Step(
        at: 0,
        get(),
        .answer(200, "Cache-Control: max-age=60", "ETag: \"\(tag)\"", "X-Round: 1", body: body),
        gives: .miss,
        missStored,
        200,
        body,
        sent: ["GET /"],
        stored: ["200 \(body)"]
    )
}

private let flows: [Flow] = [
    Flow(
        "a 304 freshens",
        "RFC 9111 §4.3.3",
        storing("1", "one"),
        Step(
            at: 60,
            get(),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [If-None-Match: \"1\"]"]
        ),
        Step(at: 119, get(), gives: .hit, "hit; ttl=1", 200, "one")
    ),
    Flow(
        "a 200 replaces",
        "RFC 9111 §4.3.3",
        storing("1", "one"),
        Step(
            at: 60,
            get(),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"2\"", body: "two"),
            gives: .miss,
            "fwd=stale; fwd-status=200; stored",
            200,
            "two",
            sent: ["GET / [If-None-Match: \"1\"]"],
            stored: ["200 two"]
        ),
        Step(at: 61, get(), gives: .hit, "hit; ttl=59", 200, "two")
    ),
    Flow(
        "Last-Modified is asked about to the letter",
        "RFC 9111 §4.3.1",
        Step(
            at: 0,
            get(),
            .answer(
                200,
                "Cache-Control: max-age=60",
                "Last-Modified: \(date(-1000))",
                body: "one"
            ),
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
            .answer(304),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [If-Modified-Since: \(date(-1000))]"]
        )
    ),
    Flow(
        "a 304 about something else: asked again, without the stored tag",
        "RFC 9111 §4.3.4",
        storing("1", "one"),
        Step(
            at: 60,
            get(),
            .answer(304, "ETag: \"9\""),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"9\"", body: "nine"),
            gives: .miss,
            "fwd=stale; fwd-status=200; stored",
            200,
            "nine",
            sent: ["GET / [If-None-Match: \"1\"]", "GET /"],
            stored: ["200 nine"]
        )
    ),
    Flow(
        "a 304 about the caller's own tag is the caller's, without another request",
        "RFC 9111 §4.3.4",
        storing("1", "one"),
        Step(
            at: 60,
            get("If-None-Match: \"9\""),
            .answer(304, "ETag: \"9\""),
            gives: .miss,
            "fwd=stale; fwd-status=304",
            304,
            "",
            sent: ["GET / [If-None-Match: \"1\", \"9\"]"]
        )
    ),
    Flow(
        "no-cache of the request: validated though fresh",
        "RFC 9111 §5.2.1.4",
        storing("1", "one"),
        Step(
            at: 1,
            get("Cache-Control: no-cache"),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=request; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [Cache-Control: no-cache; If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "no-cache of the response: validated each time",
        "RFC 9111 §5.2.2.4",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: no-cache, max-age=60", "ETag: \"1\"", body: "one"),
            gives: .miss,
            missStored,
            200,
            "one",
            sent: ["GET /"],
            stored: ["200 one"]
        ),
        Step(
            at: 1,
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
        "a demanded validation",
        "--refresh",
        storing("1", "one"),
        Step(
            at: 1,
            get { $0.demandsValidation = true },
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=request; fwd-status=304; ttl=60; stored",
            200,
            "one",
            sent: ["GET / [Cache-Control: no-cache; If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "a demanded validation beside another directive",
        "--refresh",
        storing("1", "one"),
        Step(
            at: 1,
            get("Cache-Control: max-stale") { $0.demandsValidation = true },
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
        "a validation whose answer is not to be stored freshens nothing",
        "--no-store",
        storing("1", "one"),
        Step(
            at: 60,
            get("Cache-Control: no-store"),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60",
            200,
            "one",
            sent: ["GET / [Cache-Control: no-store; If-None-Match: \"1\"]"]
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
        "without a validator all is asked for",
        "RFC 9111 §4.3.1",
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
            .answer(200, "Cache-Control: no-store", body: "two"),
            gives: .miss,
            "fwd=stale; fwd-status=200",
            200,
            "two",
            sent: ["GET /"]
        )
    ),
]

@Suite("Validation")
struct ValidationFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test("a 304 updates the fields, keeps the body's own, and the age begins anew")
    func updatedFields() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get(),
            .answer(
                200,
                "Cache-Control: max-age=60",
                "ETag: \"1\"",
                "X-Round: 1",
                "Content-Length: 3",
                "Date: \(date(0))",
                body: "one"
            )
        )
        fixture.clock.move(to: 100)
        let reply = try await fixture.ask(
            get(),
            .answer(
                304,
                "ETag: \"1\"",
                "Cache-Control: max-age=90",
                "X-Round: 2",
                "Content-Length: 0",
                "Date: \(date(100))"
            )
        )
        #expect(reply.body == "one")
        #expect(reply.head.fields["Age"] == "0")
        #expect(reply.head.fields["X-Round"] == "2")
        #expect(reply.head.fields["Content-Length"] == "3")
        let stored = try #require(try fixture.responses().first)
        let kept = stored.head.response.fields
        #expect(kept["X-Round"] == "2")
        #expect(kept["Cache-Control"] == "max-age=90")
        #expect(kept["Content-Length"] == "3")
        #expect(kept["Date"] == date(100))
        #expect(stored.head.responseTime == fixture.clock.now)
        fixture.clock.move(to: 189)
        #expect(try await fixture.ask(get()).head.fields["Age"] == "89")
    }

    @Test("the body of a 304 that is not passed on is given up")
    func cancelledBody() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get(),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", body: "one")
        )
        fixture.clock.move(to: 60)
        try await fixture.ask(get(), .answer(304, "ETag: \"1\""))
        let cancelled = fixture.origin.bodies.map(\.isCancelled)
        #expect(cancelled == [false, true])
    }
}
