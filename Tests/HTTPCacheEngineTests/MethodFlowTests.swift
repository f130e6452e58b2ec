import HTTPCacheEngine
import HTTPCacheRules
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"

private func storing(_ path: String = "/", _ body: String = "one") -> Step {
    Step(
        at: 0,
        request("GET", path),
        .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", "Content-Length: 3", body: body),
        gives: .miss,
        missStored,
        200,
        body,
        sent: ["GET \(path)"]
    )
}

private func stored(_ step: Step, _ stored: String...) -> Step {
    var step = step
    step.expected.stored = stored
    return step
}

/// A request of an unsafe method between a stored response and the look whether it is still there.
private func unsafe(
    _ method: String,
    _ path: String,
    _ turn: OriginTurn,
    _ status: Int,
    removes: Bool
) -> Flow {
    Flow(
        "\(method) \(path) answered \(status)",
        "RFC 9111 §4.4",
        stored(storing(), "200 one"),
        Step(
            at: 1,
            request(method, path),
            turn,
            gives: .miss,
            "fwd=method; fwd-status=\(status)",
            status,
            "",
            sent: ["\(method) \(path)"],
            stored: removes ? [] : nil
        )
    )
}

private let flows: [Flow] = [
    unsafe("POST", "/", .answer(200), 200, removes: true),
    unsafe("POST", "/", .answer(303), 303, removes: true),
    unsafe("POST", "/", .answer(399), 399, removes: true),
    unsafe("POST", "/", .answer(400), 400, removes: false),
    unsafe("POST", "/", .answer(500), 500, removes: false),
    unsafe("PUT", "/", .answer(204), 204, removes: true),
    unsafe("DELETE", "/", .answer(204), 204, removes: true),
    unsafe("UNKNOWN", "/", .answer(200), 200, removes: true),
    unsafe("OPTIONS", "/", .answer(200), 200, removes: false),
    unsafe("POST", "/new", .answer(201), 201, removes: false),
    unsafe("POST", "/new", .answer(201, "Location: /"), 201, removes: true),
    unsafe("POST", "/new", .answer(201, "Content-Location: http://a.test"), 201, removes: true),
    unsafe("POST", "/new", .answer(201, "Location: http://b.test/"), 201, removes: false),
    Flow(
        "POST is neither answered from the store nor stored",
        "RFC 9111 §4",
        stored(storing(), "200 one"),
        Step(
            at: 1,
            request("POST"),
            .answer(500, "Cache-Control: max-age=60", body: "posted"),
            gives: .miss,
            "fwd=method; fwd-status=500",
            500,
            "posted",
            sent: ["POST /"]
        )
    ),
    Flow(
        "HEAD from a stored GET: its head, no body",
        "RFC 9111 §4",
        stored(storing(), "200 one"),
        Step(at: 1, request("HEAD"), gives: .hit, "hit; ttl=59", 200, "")
    ),
    Flow(
        "HEAD alone stores nothing",
        "RFC 9111 §4.3.5",
        Step(
            at: 0,
            request("HEAD"),
            .answer(200, "Cache-Control: max-age=60"),
            gives: .miss,
            "fwd=uri-miss; fwd-status=200",
            200,
            "",
            sent: ["HEAD /"],
            stored: []
        ),
        stored(storing(), "200 one")
    ),
    Flow(
        "a HEAD's 200 about the same response freshens it",
        "RFC 9111 §4.3.5",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD"),
            .answer(200, "Cache-Control: max-age=60", "ETag: \"1\"", "Content-Length: 3"),
            gives: .miss,
            "fwd=stale; fwd-status=200",
            200,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"]
        ),
        Step(at: 119, get(), gives: .hit, "hit; ttl=1", 200, "one")
    ),
    Flow(
        "a HEAD's 304 freshens",
        "RFC 9111 §4.3.4",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD"),
            .answer(304, "ETag: \"1\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"]
        ),
        Step(at: 119, get(), gives: .hit, "hit; ttl=1", 200, "one")
    ),
    Flow(
        "a HEAD's other tag invalidates",
        "RFC 9111 §4.3.5",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD"),
            .answer(200, "ETag: \"2\""),
            gives: .miss,
            "fwd=stale; fwd-status=200",
            200,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"],
            stored: []
        )
    ),
    Flow(
        "a HEAD's other length invalidates",
        "RFC 9111 §4.3.5",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD"),
            .answer(200, "Content-Length: 4"),
            gives: .miss,
            "fwd=stale; fwd-status=200",
            200,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"],
            stored: []
        )
    ),
    Flow(
        "a HEAD's 503 says nothing",
        "RFC 9111 §4.3.5",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD"),
            .answer(503, "Content-Length: 9"),
            gives: .miss,
            "fwd=stale; fwd-status=503",
            503,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "a HEAD that is not to be stored changes nothing",
        "--no-store",
        stored(storing(), "200 one"),
        Step(
            at: 60,
            request("HEAD") { $0.storesAnswer = false },
            .answer(200, "ETag: \"2\""),
            gives: .miss,
            "fwd=stale; fwd-status=200",
            200,
            "",
            sent: ["HEAD / [If-None-Match: \"1\"]"]
        )
    ),
    Flow(
        "a precondition that only the origin can evaluate",
        "RFC 9110 §13.1",
        stored(storing(), "200 one"),
        Step(
            at: 1,
            get("If-Match: \"2\""),
            .answer(412),
            gives: .miss,
            "fwd=request; fwd-status=412",
            412,
            "",
            sent: ["GET / [If-Match: \"2\"]"]
        )
    ),
]

@Suite("Methods")
struct MethodFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test("an unsafe request removes all variants")
    func variants() async throws {
        let fixture = try EngineFixture()
        for language in ["de", "en"] {
            try await fixture.ask(
                get("Accept-Language: \(language)"),
                .answer(200, "Cache-Control: max-age=60", "Vary: Accept-Language", body: language)
            )
        }
        #expect(try fixture.stored() == ["200 de", "200 en"])
        try await fixture.ask(request("POST"), .answer(200))
        #expect(try fixture.stored() == [])
    }

    @Test("an unsafe request removes the user's own and the common responses, no other user's")
    func partitions() async throws {
        let fixture = try EngineFixture()
        for user in [nil, "a", "b"] {
            try await fixture.ask(
                get { $0.userKey = user },
                .answer(200, "Cache-Control: max-age=60", body: user ?? "common")
            )
        }
        try await fixture.ask(request("POST") { $0.userKey = "a" }, .answer(200))
        #expect(try fixture.stored() == ["200 b"])
    }
}
