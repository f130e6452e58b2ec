import HTTPCacheRules
import Testing

@Suite struct ReuseTests {
    /// One stored response of some age, and a request.
    struct Case: Sendable {
        var stored: [String]
        var age: Int64
        var method = "GET"
        var asked: [String] = []
        var settings = HTTPCacheRulesTests.settings()

        init(
            _ stored: String...,
            age: Int64,
            method: String = "GET",
            asked: [String] = [],
            _ change: (inout CacheSettings) -> Void = { _ in }
        ) {
            self.stored = stored
            self.age = age
            self.method = method
            self.asked = asked
            self.settings = HTTPCacheRulesTests.settings(change)
        }

        var decision: Decision {
            let head = HTTPCacheRulesTests.stored(
                ResponseHead(status: 200, fields: fields(stored)),
                ago: age
            )
            let presented = RequestHead(
                method: method,
                target: uri("http://a.test/"),
                fields: fields(asked)
            )
            return reuseDecision(for: presented, among: [head], under: settings, at: now)
        }
    }

    private static let maxAge = "Cache-Control: max-age=10"
    private static let etag = "ETag: \"a\""

    static let freshness: [Row<Case, Verdict>] = [
        Row("a second before its end", "RFC 9111 §4.2", Case(maxAge, age: 9), .reuse),
        Row("at its end", "RFC 9111 §4.2", Case(maxAge, age: 10), .forward(.stale)),
        Row(
            "at its end, with a validator",
            "RFC 9111 §4.3",
            Case(maxAge, etag, age: 10),
            .validate(.stale)
        ),
        Row(
            "HEAD from a stored GET",
            "RFC 9110 §9.3.2",
            Case(maxAge, age: 9, method: "HEAD"),
            .reuse
        ),
        Row("POST", "RFC 9111 §4", Case(maxAge, age: 9, method: "POST"), .forward(.method)),
        Row("OPTIONS", "RFC 9111 §4", Case(maxAge, age: 9, method: "OPTIONS"), .forward(.method)),
        Row(
            "methods are case-sensitive",
            "RFC 9110 §9.1",
            Case(maxAge, age: 9, method: "get"),
            .forward(.method)
        ),
        Row(
            "If-Match",
            "RFC 9110 §13.1.1",
            Case(maxAge, age: 9, asked: ["If-Match: \"a\""]),
            .forward(.request)
        ),
        Row(
            "If-Unmodified-Since",
            "RFC 9110 §13.1.4",
            Case(maxAge, age: 9, asked: ["If-Unmodified-Since: x"]),
            .forward(.request)
        ),
        Row(
            "no-cache, fresh",
            "RFC 9111 §5.2.2.4",
            Case("Cache-Control: no-cache, max-age=10", etag, age: 1),
            .validate(.stale)
        ),
        Row(
            "qualified no-cache, fresh",
            "RFC 9111 §5.2.2.4",
            Case("Cache-Control: no-cache=\"a\", max-age=10", age: 1),
            .reuse
        ),
        Row(
            "must-revalidate, fresh",
            "RFC 9111 §5.2.2.2",
            Case("Cache-Control: max-age=10, must-revalidate", age: 9),
            .reuse
        ),
        Row(
            "immutable, stale",
            "RFC 8246 §2",
            Case("Cache-Control: max-age=10, immutable", etag, age: 10),
            .validate(.stale)
        ),
    ]

    static let asked: [Row<Case, Verdict>] = [
        Row(
            "no-cache",
            "RFC 9111 §5.2.1.4",
            Case(maxAge, etag, age: 1, asked: ["Cache-Control: no-cache"]),
            .validate(.request)
        ),
        Row(
            "Pragma: no-cache",
            "RFC 9111 §5.4",
            Case(maxAge, etag, age: 1, asked: ["Pragma: no-cache"]),
            .validate(.request)
        ),
        Row(
            "no-cache without a validator",
            "RFC 9111 §5.2.1.4",
            Case(maxAge, age: 1, asked: ["Cache-Control: no-cache"]),
            .forward(.request)
        ),
        Row(
            "no-store still reuses",
            "RFC 9111 §5.2.1.5",
            Case(maxAge, age: 1, asked: ["Cache-Control: no-store"]),
            .reuse
        ),
        Row(
            "max-age met",
            "RFC 9111 §5.2.1.1",
            Case(maxAge, age: 5, asked: ["Cache-Control: max-age=5"]),
            .reuse
        ),
        Row(
            "max-age exceeded",
            "RFC 9111 §5.2.1.1",
            Case(maxAge, age: 6, asked: ["Cache-Control: max-age=5"]),
            .forward(.request)
        ),
        Row(
            "max-age=0, just received",
            "RFC 9111 §5.2.1.1",
            Case(maxAge, age: 0, asked: ["Cache-Control: max-age=0"]),
            .forward(.request)
        ),
        Row(
            "max-age=0 and immutable",
            "RFC 8246 §2",
            Case(
                "Cache-Control: max-age=10, immutable",
                age: 9,
                asked: ["Cache-Control: max-age=0"]
            ),
            .reuse
        ),
        Row(
            "no-cache and immutable",
            "RFC 9111 §5.2.1.4",
            Case(
                "Cache-Control: max-age=10, immutable",
                etag,
                age: 9,
                asked: ["Cache-Control: no-cache"]
            ),
            .validate(.request)
        ),
        Row(
            "max-age met, but stale",
            "RFC 9111 §5.2.1.1",
            Case(
                "Cache-Control: max-age=5, stale-while-revalidate=60",
                age: 6,
                asked: ["Cache-Control: max-age=9"]
            ),
            .forward(.stale)
        ),
        Row(
            "min-fresh met",
            "RFC 9111 §5.2.1.3",
            Case(maxAge, age: 5, asked: ["Cache-Control: min-fresh=5"]),
            .reuse
        ),
        Row(
            "min-fresh not met",
            "RFC 9111 §5.2.1.3",
            Case(maxAge, age: 6, asked: ["Cache-Control: min-fresh=5"]),
            .forward(.request)
        ),
        Row(
            "max-stale met",
            "RFC 9111 §5.2.1.2",
            Case(maxAge, age: 15, asked: ["Cache-Control: max-stale=5"]),
            .reuse
        ),
        Row(
            "max-stale exceeded",
            "RFC 9111 §5.2.1.2",
            Case(maxAge, age: 16, asked: ["Cache-Control: max-stale=5"]),
            .forward(.stale)
        ),
        Row(
            "bare max-stale",
            "RFC 9111 §5.2.1.2",
            Case(maxAge, age: 99_999, asked: ["Cache-Control: max-stale"]),
            .reuse
        ),
        Row(
            "max-stale and must-revalidate",
            "RFC 9111 §5.2.2.2",
            Case(
                "Cache-Control: max-age=10, must-revalidate",
                age: 11,
                asked: ["Cache-Control: max-stale"]
            ),
            .forward(.stale)
        ),
        Row(
            "max-stale and no-cache",
            "RFC 9111 §5.2.2.4",
            Case(
                "Cache-Control: max-age=10, no-cache",
                age: 11,
                asked: ["Cache-Control: max-stale"]
            ),
            .forward(.stale)
        ),
        Row(
            "only-if-cached, fresh",
            "RFC 9111 §5.2.1.7",
            Case(maxAge, age: 9, asked: ["Cache-Control: only-if-cached"]),
            .reuse
        ),
        Row(
            "only-if-cached, stale",
            "RFC 9111 §5.2.1.7",
            Case(maxAge, etag, age: 10, asked: ["Cache-Control: only-if-cached"]),
            .unsatisfiable
        ),
        Row(
            "only-if-cached, max-stale",
            "RFC 9111 §5.2.1.7",
            Case(maxAge, age: 10, asked: ["Cache-Control: only-if-cached, max-stale"]),
            .reuse
        ),
        Row(
            "only-if-cached, POST",
            "RFC 9111 §5.2.1.7",
            Case(maxAge, age: 9, method: "POST", asked: ["Cache-Control: only-if-cached"]),
            .unsatisfiable
        ),
    ]

    static let extensions: [Row<Case, Verdict>] = [
        Row(
            "inside stale-while-revalidate",
            "RFC 5861 §3",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5", age: 14),
            .reuseWhileValidating
        ),
        Row(
            "at its end",
            "RFC 5861 §3",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5", age: 15),
            .forward(.stale)
        ),
        Row(
            "still fresh",
            "RFC 5861 §3",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5", age: 9),
            .reuse
        ),
        Row(
            "none of it",
            "RFC 5861 §3",
            Case("Cache-Control: max-age=10, stale-while-revalidate=0", age: 10),
            .forward(.stale)
        ),
        Row(
            "must-revalidate forbids it",
            "RFC 9111 §5.2.2.2",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5, must-revalidate", age: 11),
            .forward(.stale)
        ),
        Row(
            "no-cache forbids it",
            "RFC 9111 §5.2.2.4",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5, no-cache", age: 11),
            .forward(.stale)
        ),
        Row(
            "the user's own",
            "semantics",
            Case(maxAge, age: 14) { $0.staleWhileRevalidate = 5 },
            .reuseWhileValidating
        ),
        Row(
            "the server's before the user's",
            "semantics",
            Case("Cache-Control: max-age=10, stale-while-revalidate=0", age: 14) {
                $0.staleWhileRevalidate = 5
            },
            .forward(.stale)
        ),
        Row(
            "proxy-revalidate, private",
            "RFC 9111 §5.2.2.8",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5, proxy-revalidate", age: 11),
            .reuseWhileValidating
        ),
        Row(
            "proxy-revalidate, shared",
            "RFC 9111 §5.2.2.8",
            Case("Cache-Control: max-age=10, stale-while-revalidate=5, proxy-revalidate", age: 11) {
                $0.kind = .shared
            },
            .forward(.stale)
        ),
        Row(
            "s-maxage, shared",
            "RFC 9111 §5.2.2.10",
            Case("Cache-Control: s-maxage=10, stale-while-revalidate=5", age: 11) {
                $0.kind = .shared
            },
            .forward(.stale)
        ),
    ]

    static let policies: [Row<Case, Verdict>] = [
        Row(
            "forceCache, stale",
            "semantics",
            Case("Cache-Control: max-age=1, must-revalidate", age: 99) { $0.policy = .forceCache },
            .reuse
        ),
        Row(
            "cacheOnly, stale",
            "semantics",
            Case(maxAge, age: 99) { $0.policy = .cacheOnly },
            .reuse
        ),
        Row(
            "cacheOnly, POST",
            "semantics",
            Case(maxAge, age: 1, method: "POST") { $0.policy = .cacheOnly },
            .unsatisfiable
        ),
        Row(
            "custom, young",
            "semantics",
            Case("Cache-Control: no-cache", age: 9) { $0.policy = .custom(maxAge: 10) },
            .reuse
        ),
        Row(
            "custom, old",
            "semantics",
            Case("Cache-Control: max-age=99", etag, age: 10) { $0.policy = .custom(maxAge: 10) },
            .validate(.stale)
        ),
        Row(
            "cacheFirst, young",
            "semantics",
            Case(age: 9) { $0.policy = .cacheFirst(maxAge: 10) },
            .reuse
        ),
        Row(
            "cacheFirst, old",
            "semantics",
            Case(age: 10) { $0.policy = .cacheFirst(maxAge: 10) },
            .reuseWhileValidating
        ),
        Row(
            "cacheThenNetwork, fresh",
            "semantics",
            Case(maxAge, age: 1) { $0.policy = .cacheThenNetwork },
            .reuseWhileValidating
        ),
    ]

    @Test(arguments: freshness + asked + extensions + policies)
    func verdict(_ row: Row<Case, Verdict>) {
        let decision = row.input.decision
        #expect(Verdict(decision.outcome) == row.expected)
        #expect(!decision.grounds.isEmpty)
        #expect(decision.grounds.allSatisfy { !$0.text.isEmpty && !$0.section.isEmpty })
    }
}
