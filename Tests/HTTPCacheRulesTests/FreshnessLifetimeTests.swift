import HTTPCacheRules
import Testing

@Suite struct FreshnessLifetimeTests {
    typealias Lifetime = FreshnessLifetime

    struct Case: Sendable {
        var status = 200
        var lines: [String]
        var settings = CacheSettings()

        init(
            _ lines: String...,
            status: Int = 200,
            _ change: (inout CacheSettings) -> Void = { _ in }
        ) {
            self.status = status
            self.lines = lines
            self.settings = HTTPCacheRulesTests.settings(change)
        }
    }

    private static let order = "RFC 9111 §4.2.1"
    private static let guess = "RFC 9111 §4.2.2"
    private static let monthAgo = "Last-Modified: \(date(-2_592_000))"

    static let explicit: [Row<Case, Lifetime>] = [
        Row(
            "max-age",
            order,
            Case("Cache-Control: max-age=60"),
            .init(seconds: 60, source: .maxAge)
        ),
        Row(
            "max-age before Expires",
            order,
            Case("Cache-Control: max-age=60", "Expires: \(date(-9))"),
            .init(seconds: 60, source: .maxAge)
        ),
        Row(
            "max-age before a malformed Expires",
            order,
            Case("Cache-Control: max-age=60", "Expires: 0"),
            .init(seconds: 60, source: .maxAge)
        ),
        Row(
            "max-age=0 before Expires",
            order,
            Case("Cache-Control: max-age=0", "Expires: \(date(60))"),
            .init(seconds: 0, source: .maxAge)
        ),
        Row(
            "s-maxage in a private cache",
            "RFC 9111 §5.2.2.10",
            Case("Cache-Control: s-maxage=9, max-age=60"),
            .init(seconds: 60, source: .maxAge)
        ),
        Row(
            "s-maxage alone in a private cache",
            "RFC 9111 §5.2.2.10",
            Case("Cache-Control: s-maxage=9"),
            .init(seconds: 0, source: .none)
        ),
        Row(
            "s-maxage in a shared cache",
            "RFC 9111 §5.2.2.10",
            Case("Cache-Control: max-age=60, s-maxage=9") { $0.kind = .shared },
            .init(seconds: 9, source: .sMaxAge)
        ),
        Row(
            "Expires minus Date",
            order,
            Case("Expires: \(date(60))", "Date: \(date(-10))"),
            .init(seconds: 70, source: .expires)
        ),
        Row(
            "Expires without Date",
            order,
            Case("Expires: \(date(60))"),
            .init(seconds: 60, source: .expires)
        ),
        Row(
            "Expires with a malformed Date",
            order,
            Case("Expires: \(date(60))", "Date: x"),
            .init(seconds: 60, source: .expires)
        ),
        Row(
            "Expires with a Date ahead of our clock",
            order,
            Case("Expires: \(date(20))", "Date: \(date(10))"),
            .init(seconds: 10, source: .expires)
        ),
        Row(
            "Expires at Date",
            "RFC 9111 §5.3",
            Case("Expires: \(date(0))", "Date: \(date(0))"),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "Expires before Date",
            "RFC 9111 §5.3",
            Case("Expires: \(date(-60))", "Date: \(date(0))"),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "Expires 0",
            "RFC 9111 §5.3",
            Case("Expires: 0", monthAgo),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "Expires -1",
            "RFC 9111 §5.3",
            Case("Expires: -1"),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "an empty Expires",
            "RFC 9111 §5.3",
            Case("Expires:"),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "Expires twice, different",
            "RFC 9111 §4.2.1",
            Case("Expires: \(date(60))", "Expires: \(date(90))"),
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "Expires twice, equal",
            "RFC 9111 §4.2.1",
            Case("Expires: \(date(60))", "Expires: \(date(60))"),
            .init(seconds: 60, source: .expires)
        ),
        Row(
            "Expires far ahead",
            "RFC 9111 §1.2.2",
            Case("Expires: Sun, 21 Nov 2286 04:46:39 GMT"),
            .init(seconds: .max, source: .expires)
        ),
        Row(
            "Expires in RFC 850 form",
            "RFC 9110 §5.6.7",
            Case("Expires: Thursday, 18-Aug-50 02:01:18 GMT"),
            .init(seconds: 777_175_278, source: .expires)
        ),
    ]

    static let guessed: [Row<Case, Lifetime>] = [
        Row(
            "a tenth of the age of the resource",
            guess,
            Case("Last-Modified: \(date(-3600))"),
            .init(seconds: 360, source: .heuristic)
        ),
        Row(
            "a tenth of 10 s",
            guess,
            Case("Last-Modified: \(date(-10))"),
            .init(seconds: 1, source: .heuristic)
        ),
        Row(
            "a tenth of 9 s",
            guess,
            Case("Last-Modified: \(date(-9))"),
            .init(seconds: 0, source: .heuristic)
        ),
        Row("at most a day", guess, Case(monthAgo), .init(seconds: 86_400, source: .heuristic)),
        Row(
            "modified in the future",
            guess,
            Case("Last-Modified: \(date(60))"),
            .init(seconds: 0, source: .heuristic)
        ),
        Row(
            "from Date, not from reception",
            guess,
            Case("Last-Modified: \(date(-3600))", "Date: \(date(-600))"),
            .init(seconds: 300, source: .heuristic)
        ),
        Row(
            "Date in the future does not help",
            guess,
            Case("Last-Modified: \(date(-3600))", "Date: \(date(36_000))"),
            .init(seconds: 360, source: .heuristic)
        ),
        Row(
            "a malformed Last-Modified",
            guess,
            Case("Last-Modified: x"),
            .init(seconds: 0, source: .none)
        ),
        Row(
            "switched off",
            guess,
            Case(monthAgo) { $0.isHeuristicFreshnessEnabled = false },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "no-cache",
            guess,
            Case(monthAgo, "Cache-Control: no-cache"),
            .init(seconds: 0, source: .none)
        ),
        Row(
            "Pragma: no-cache",
            "RFC 9111 §5.4",
            Case(monthAgo, "Pragma: no-cache"),
            .init(seconds: 0, source: .none)
        ),
        Row(
            "another pragma",
            "RFC 9111 §5.4",
            Case(monthAgo, "Pragma: x"),
            .init(seconds: 86_400, source: .heuristic)
        ),
        Row(
            "the user's default",
            "semantics",
            Case { $0.defaultMaxAge = 300 },
            .init(seconds: 300, source: .defaultMaxAge)
        ),
        Row(
            "the default after a malformed Last-Modified",
            "semantics",
            Case("Last-Modified: x") { $0.defaultMaxAge = 300 },
            .init(seconds: 300, source: .defaultMaxAge)
        ),
        Row(
            "no default with an explicit lifetime",
            "semantics",
            Case("Expires: 0") { $0.defaultMaxAge = 300 },
            .init(seconds: 0, source: .expires)
        ),
        Row(
            "no default with no-cache",
            "semantics",
            Case("Cache-Control: no-cache") { $0.defaultMaxAge = 300 },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "no default for a 404",
            "semantics",
            Case(status: 404) { $0.defaultMaxAge = 300 },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "the default for a 301",
            "semantics",
            Case(status: 301) { $0.defaultMaxAge = 300 },
            .init(seconds: 300, source: .defaultMaxAge)
        ),
        Row(
            "both switched off",
            "semantics",
            Case(monthAgo) {
                $0.defaultMaxAge = 300; $0.isHeuristicFreshnessEnabled = false
            },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "public allows it for any status",
            guess,
            Case(monthAgo, "Cache-Control: public", status: 599),
            .init(seconds: 86_400, source: .heuristic)
        ),
    ]

    static let policies: [Row<Case, Lifetime>] = [
        Row(
            "custom, whatever the server says",
            "semantics",
            Case("Cache-Control: max-age=0") { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 60, source: .policy)
        ),
        Row(
            "custom and a redirect for good",
            "semantics",
            Case(status: 308) { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 60, source: .policy)
        ),
        Row(
            "custom and a passing redirect",
            "semantics",
            Case(status: 302) { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "custom does not keep a 404",
            "semantics",
            Case("Cache-Control: max-age=5", status: 404) { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 5, source: .maxAge)
        ),
        Row(
            "custom does not keep a 403",
            "semantics",
            Case(status: 403) { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "custom does not keep a 503",
            "semantics",
            Case(status: 503) { $0.policy = .custom(maxAge: 60) },
            .init(seconds: 0, source: .none)
        ),
        Row(
            "cacheFirst",
            "semantics",
            Case("Cache-Control: max-age=0") { $0.policy = .cacheFirst(maxAge: 60) },
            .init(seconds: 60, source: .policy)
        ),
        Row(
            "forceCache leaves lifetimes alone",
            "semantics",
            Case("Cache-Control: max-age=5") { $0.policy = .forceCache },
            .init(seconds: 5, source: .maxAge)
        ),
    ]

    @Test(arguments: explicit + guessed + policies) func lifetime(_ row: Row<Case, Lifetime>) {
        let head = stored(
            ResponseHead(status: row.input.status, fields: fields(row.input.lines))
        )
        #expect(freshnessLifetime(of: head, under: row.input.settings) == row.expected)
    }

    @Test("status codes that may be guessed for (RFC 9110 §15.1)") func heuristicStatusCodes() {
        let allowed = (100...999).filter(isHeuristicallyCacheable)
        #expect(allowed == [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501])
    }

    @Test("a response exactly as old as its lifetime is stale (RFC 9111 §4.2)") func boundary() {
        let head = response(200, "Cache-Control: max-age=10")
        let fresh = freshness(of: stored(head, ago: 9), under: settings(), at: now)
        #expect(fresh.isFresh && fresh.timeToLive == 1 && fresh.staleness == 0)
        let even = freshness(of: stored(head, ago: 10), under: settings(), at: now)
        #expect(!even.isFresh && even.timeToLive == 0 && even.staleness == 0)
        let stale = freshness(of: stored(head, ago: 11), under: settings(), at: now)
        #expect(!stale.isFresh && stale.timeToLive == -1 && stale.staleness == 1)
    }
}
