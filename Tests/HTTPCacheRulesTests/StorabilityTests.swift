import HTTPCacheRules
import Testing

@Suite struct StorabilityTests {
    struct Case: Sendable {
        var method = "GET"
        var asked: [String] = []
        var status = 200
        var lines: [String] = []
        var settings = HTTPCacheRulesTests.settings()

        init(
            _ lines: String...,
            status: Int = 200,
            method: String = "GET",
            asked: [String] = [],
            _ change: (inout CacheSettings) -> Void = { _ in }
        ) {
            self.method = method
            self.asked = asked
            self.status = status
            self.lines = lines
            self.settings = HTTPCacheRulesTests.settings(change)
        }
    }

    private static let section = "RFC 9111 §3"
    private static let control = "Cache-Control: max-age=60"
    private static let part = "Content-Range: bytes 0-4/10"

    private static func no(_ ground: Ground) -> StorageDecision { .doNotStore(ground) }

    static let messages: [Row<Case, StorageDecision>] = [
        Row("an ordinary answer", section, Case(control), .store),
        Row("no lifetime, but a status that may be guessed for", section, Case(), .store),
        Row("QUERY", section, Case(control, method: "QUERY"), .store),
        Row("HEAD", section, Case(control, method: "HEAD"), no(.methodNotCacheable("HEAD"))),
        Row("POST", section, Case(control, method: "POST"), no(.methodNotCacheable("POST"))),
        Row("an interim answer", section, Case(control, status: 199), no(.statusNotFinal(199))),
        Row("a 304", "RFC 9111 §3", Case(control, status: 304), no(.notModifiedIsNoEntry)),
        Row(
            "a 206 where parts are not stored",
            "RFC 9111 §3.3",
            Case(control, part, status: 206),
            no(.partialIsNotStored)
        ),
        Row(
            "a 206 where they are",
            "RFC 9111 §3.3",
            Case(control, part, status: 206) { $0.storesPartialResponses = true },
            .store
        ),
        Row(
            "a 206 without Content-Range",
            "RFC 9111 §3.3",
            Case(control, status: 206) { $0.storesPartialResponses = true },
            no(.partialIsNotStored)
        ),
        Row("a 416", "RFC 9110 §15.5.17", Case(control, status: 416), no(.partialIsNotStored)),
        Row("a 302 without lifetime", section, Case(status: 302), no(.nothingAllowsStoring)),
        Row("a 302 with lifetime", section, Case(control, status: 302), .store),
        Row("a 299 with lifetime", section, Case(control, status: 299), .store),
        Row("a 500 with lifetime", section, Case(control, status: 500), .store),
        Row("a 201 with Expires", section, Case("Expires: \(date(60))", status: 201), .store),
        Row("a 201 that is public", section, Case("Cache-Control: public", status: 201), .store),
        Row(
            "a 201 by the user's lifetime",
            "semantics",
            Case(status: 201) { $0.policy = .custom(maxAge: 60) },
            .store
        ),
        Row(
            "a 403 by the user's lifetime",
            "semantics",
            Case(status: 403) { $0.policy = .custom(maxAge: 60) },
            no(.nothingAllowsStoring)
        ),
        Row("Vary: *", "RFC 9111 §4.1", Case(control, "Vary: A, *"), no(.varyAny)),
        Row(
            "two lengths",
            "RFC 9112 §6.3",
            Case(control, "Content-Length: 2", "Content-Length: 5"),
            no(.lengthContradictsItself)
        ),
        Row("one length twice", "RFC 9112 §6.3", Case(control, "Content-Length: 2, 2"), .store),
        Row(
            "a length that is no number",
            "RFC 9112 §6.3",
            Case(control, "Content-Length: x"),
            no(.lengthContradictsItself)
        ),
        Row(
            "a length and a transfer coding",
            "RFC 9112 §6.3",
            Case(control, "Content-Length: 2", "Transfer-Encoding: chunked"),
            no(.lengthContradictsItself)
        ),
    ]

    static let directives: [Row<Case, StorageDecision>] = [
        Row(
            "the request's no-store",
            "RFC 9111 §5.2.1.5",
            Case(control, asked: ["Cache-Control: no-store"]),
            no(.requestNoStore)
        ),
        Row(
            "the response's",
            "RFC 9111 §5.2.2.5",
            Case("Cache-Control: no-store, max-age=60"),
            no(.responseNoStore)
        ),
        Row(
            "in capitals, on a second line",
            "RFC 9111 §5.2.2.5",
            Case(control, "cache-control: No-StOrE"),
            no(.responseNoStore)
        ),
        Row(
            "with an argument",
            "RFC 9111 §5.2",
            Case("Cache-Control: no-store=\"a\", max-age=60"),
            no(.responseNoStore)
        ),
        Row(
            "behind an open quotation mark",
            "RFC 9111 §4.2.1",
            Case("Cache-Control: a=\"b, no-store"),
            no(.responseNoStore)
        ),
        Row(
            "under any policy",
            "semantics",
            Case("Cache-Control: no-store") { $0.policy = .custom(maxAge: 60) },
            no(.responseNoStore)
        ),
        Row(
            "must-understand and a known status",
            "RFC 9111 §5.2.2.3",
            Case("Cache-Control: no-store, must-understand, max-age=60"),
            .store
        ),
        Row(
            "must-understand and an unknown one",
            "RFC 9111 §5.2.2.3",
            Case("Cache-Control: must-understand, max-age=60", status: 299),
            no(.statusNotUnderstood(299))
        ),
        Row(
            "private, private cache",
            "RFC 9111 §5.2.2.7",
            Case("Cache-Control: private", status: 201),
            .store
        ),
        Row(
            "private, shared cache",
            "RFC 9111 §5.2.2.7",
            Case("Cache-Control: private, max-age=60") { $0.kind = .shared },
            no(.responsePrivate)
        ),
        Row(
            "qualified private, shared cache",
            "RFC 9111 §5.2.2.7",
            Case("Cache-Control: private=\"a\", max-age=60") { $0.kind = .shared },
            .store
        ),
        Row(
            "s-maxage, shared cache",
            "RFC 9111 §3",
            Case("Cache-Control: s-maxage=60", status: 201) { $0.kind = .shared },
            .store
        ),
        Row(
            "s-maxage, private cache",
            "RFC 9111 §3",
            Case("Cache-Control: s-maxage=60", status: 201),
            no(.nothingAllowsStoring)
        ),
        Row(
            "Authorization, private cache",
            "RFC 9111 §3.5",
            Case(control, asked: ["Authorization: x"]),
            .store
        ),
        Row(
            "Authorization, shared cache",
            "RFC 9111 §3.5",
            Case(control, asked: ["Authorization: x"]) { $0.kind = .shared },
            no(.authorizedInSharedCache)
        ),
        Row(
            "… and public",
            "RFC 9111 §3.5",
            Case("Cache-Control: public", asked: ["Authorization: x"]) { $0.kind = .shared },
            .store
        ),
        Row(
            "… and must-revalidate",
            "RFC 9111 §3.5",
            Case("Cache-Control: must-revalidate, max-age=9", asked: ["Authorization: x"]) {
                $0.kind = .shared
            },
            .store
        ),
        Row(
            "… and s-maxage",
            "RFC 9111 §3.5",
            Case("Cache-Control: s-maxage=9", asked: ["Authorization: x"]) { $0.kind = .shared },
            .store
        ),
    ]

    @Test(arguments: messages + directives) func decision(_ row: Row<Case, StorageDecision>) {
        let input = row.input
        let head = ResponseHead(status: input.status, fields: fields(input.lines))
        let request = RequestHead(
            method: input.method,
            target: uri("http://a.test/"),
            fields: fields(input.asked)
        )
        #expect(storability(of: head, to: request, under: input.settings) == row.expected)
    }

    @Test("errors don't replace a usable response (semantics)", arguments: [429, 500, 503, 599])
    func errors(_ status: Int) {
        let usable = stored(response(200, Self.control))
        let error = response(status, Self.control)
        #expect(
            storability(of: error, to: asking(), under: settings(), replacing: usable)
                == .doNotStore(.errorKeepsStored(status))
        )
        let failed = stored(response(502, Self.control))
        #expect(
            storability(of: error, to: asking(), under: settings(), replacing: failed) == .store
        )
        let variant = stored(response(200, "Vary: A"), askedBy: ["A: 1"])
        #expect(
            storability(of: error, to: asking(), under: settings(), replacing: variant) == .store
        )
    }

    @Test("a 404 replaces it (semantics)") func notFound() {
        let usable = stored(response(200, Self.control))
        #expect(
            storability(
                of: response(404, Self.control),
                to: asking(),
                under: settings(),
                replacing: usable
            )
                == .store
        )
    }

    @Test("a part does not replace the whole (RFC 9111 §3.3)") func partForWhole() {
        let parts = settings { $0.storesPartialResponses = true }
        let part = response(206, Self.control, Self.part)
        #expect(
            storability(of: part, to: asking(), under: parts, replacing: stored(response(200)))
                == .doNotStore(.partialIsNotStored)
        )
        #expect(
            storability(of: part, to: asking(), under: parts, replacing: stored(part)) == .store
        )
    }
}
