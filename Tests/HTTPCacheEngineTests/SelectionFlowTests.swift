import HTTPCacheEngine
import HTTPCacheRules
import HTTPCacheStore
import Testing

private let missStored = "fwd=uri-miss; fwd-status=200; stored"
private let varyStored = "fwd=vary-miss; fwd-status=200; stored"

private func as_(_ user: String?) -> CacheRequest { get { $0.userKey = user } }

/// A miss that is stored for a minute.
private func storing(
    at elapsed: Int64 = 0,
    _ request: CacheRequest,
    _ body: String,
    _ status: String = missStored,
    fields lines: [String] = [],
    stored: [String]
) -> Step {
    Step(
        at: elapsed,
        request,
        .answer(200, ["Cache-Control: max-age=60"] + lines, [body], bodyFailure: nil),
        gives: .miss,
        status,
        200,
        body,
        sent: [request.head.summary],
        stored: stored
    )
}

private let german = get("Accept-Language: de")
private let english = get("Accept-Language: en")
private let vary = "Vary: Accept-Language"

private let flows: [Flow] = [
    Flow(
        "two user keys never share, nor with nobody's",
        "partition",
        storing(as_("a"), "a", stored: ["200 a"]),
        storing(as_("b"), "b", stored: ["200 a", "200 b"]),
        storing(as_(nil), "common", stored: ["200 a", "200 b", "200 common"]),
        storing(as_(""), "empty", stored: ["200 a", "200 b", "200 common", "200 empty"]),
        Step(at: 1, as_("a"), gives: .hit, "hit; ttl=59", 200, "a"),
        Step(at: 1, as_("b"), gives: .hit, "hit; ttl=59", 200, "b"),
        Step(at: 1, as_(nil), gives: .hit, "hit; ttl=59", 200, "common"),
        Step(at: 1, as_(""), gives: .hit, "hit; ttl=59", 200, "empty")
    ),
    Flow(
        "two credentials never share",
        "RFC 9111 §3.5, partition",
        storing(get("Authorization: Basic YQ=="), "a", stored: ["200 a"]),
        storing(get("Authorization: Basic Yg=="), "b", stored: ["200 a", "200 b"]),
        storing(get(), "common", stored: ["200 a", "200 b", "200 common"]),
        Step(
            at: 1,
            get("authorization: Basic YQ=="),
            gives: .hit,
            "hit; ttl=59",
            200,
            "a"
        ),
        Step(
            at: 1,
            get("Authorization: Basic Yg=="),
            gives: .hit,
            "hit; ttl=59",
            200,
            "b"
        ),
        Step(at: 1, get(), gives: .hit, "hit; ttl=59", 200, "common")
    ),
    Flow(
        "two cookies never share",
        "partition",
        storing(get("Cookie: s=a"), "a", stored: ["200 a"]),
        storing(get("Cookie: s=b"), "b", stored: ["200 a", "200 b"]),
        Step(at: 1, get("Cookie: s=a"), gives: .hit, "hit; ttl=59", 200, "a")
    ),
    Flow(
        "a user key stands in the place of credentials",
        "partition",
        storing(
            get("Authorization: Bearer 1") { $0.userKey = "a" },
            "a",
            stored: ["200 a"]
        ),
        Step(
            at: 1,
            get("Authorization: Bearer 2") { $0.userKey = "a" },
            gives: .hit,
            "hit; ttl=59",
            200,
            "a"
        )
    ),
    Flow(
        "no stand-in from another partition",
        "partition",
        storing(as_("a"), "a", stored: ["200 a"]),
        Step(
            at: 1,
            get("Cache-Control: only-if-cached") { $0.userKey = "b" },
            gives: .miss,
            "detail=only-if-cached",
            504,
            ""
        )
    ),
    Flow(
        "variants live side by side",
        "RFC 9111 §4.1",
        storing(german, "de", fields: [vary], stored: ["200 de"]),
        storing(english, "en", varyStored, fields: [vary], stored: ["200 de", "200 en"]),
        Step(at: 1, german, gives: .hit, "hit; ttl=59", 200, "de"),
        Step(at: 1, english, gives: .hit, "hit; ttl=59", 200, "en"),
        Step(
            at: 1,
            get("Accept-Language:  de", "Accept: a/b"),
            gives: .hit,
            "hit; ttl=59",
            200,
            "de"
        ),
        storing(
            at: 2,
            get(),
            "none",
            varyStored,
            fields: [vary],
            stored: ["200 de", "200 en", "200 none"]
        )
    ),
    Flow(
        "one variant is freshened, the other stays stale",
        "RFC 9111 §4.3.4",
        storing(german, "de", fields: [vary, "ETag: \"de\""], stored: ["200 de"]),
        Step(
            at: 0,
            english,
            .answer(200, "Cache-Control: max-age=60", vary, "ETag: \"en\"", body: "en"),
            gives: .miss,
            varyStored,
            200,
            "en",
            sent: ["GET / [Accept-Language: en; If-None-Match: \"de\"]"],
            stored: ["200 de", "200 en"]
        ),
        Step(
            at: 60,
            english,
            .answer(304, "ETag: \"en\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "en",
            sent: ["GET / [Accept-Language: en; If-None-Match: \"en\", \"de\"]"]
        ),
        Step(at: 61, english, gives: .hit, "hit; ttl=59", 200, "en"),
        Step(
            at: 61,
            german,
            .answer(304, "ETag: \"de\""),
            gives: .validated,
            "fwd=stale; fwd-status=304; ttl=60; stored",
            200,
            "de",
            sent: ["GET / [Accept-Language: de; If-None-Match: \"en\", \"de\"]"]
        )
    ),
    Flow(
        "the origin selects a variant stored for another request",
        "RFC 9111 §4.3.1",
        storing(german, "de", fields: [vary, "ETag: \"de\""], stored: ["200 de"]),
        Step(
            at: 1,
            get("Accept-Language: at"),
            .answer(304, "ETag: \"de\"", vary),
            gives: .validated,
            "fwd=vary-miss; fwd-status=304; ttl=60; stored",
            200,
            "de",
            sent: ["GET / [Accept-Language: at; If-None-Match: \"de\"]"]
        )
    ),
    Flow(
        "Vary: * is not stored",
        "RFC 9111 §4.1",
        Step(
            at: 0,
            get(),
            .answer(200, "Cache-Control: max-age=60", "Vary: *", body: "one"),
            gives: .miss,
            "fwd=uri-miss; fwd-status=200",
            200,
            "one",
            sent: ["GET /"],
            stored: []
        )
    ),
]

@Suite("Selection")
struct SelectionFlowTests {
    @Test("flow", arguments: flows)
    func flow(_ flow: Flow) async throws {
        try await flow.play()
    }

    @Test("no secret is in a partition's name")
    func secrets() async throws {
        let fixture = try EngineFixture()
        try await fixture.ask(
            get("Authorization: Basic c2VjcmV0", "Cookie: token"),
            .answer(200, "Cache-Control: max-age=60", body: "one")
        )
        let partition = try #require(try fixture.responses().first?.metadata.partition)
        #expect(partition.hasPrefix("digest "))
        #expect(!partition.contains("c2VjcmV0"))
        #expect(!partition.contains("token"))
    }
}
