import HTTPCacheRules
import Testing

@Suite struct StalenessTests {
    struct Case: Sendable {
        var control: String
        var age: Int64
        var trouble = OriginTrouble.unreachable
        var asked = ""
        var settings = HTTPCacheRulesTests.settings()

        init(
            _ control: String,
            age: Int64,
            _ trouble: OriginTrouble = .unreachable,
            asked: String = "",
            _ change: (inout CacheSettings) -> Void = { _ in }
        ) {
            self.control = control
            self.age = age
            self.trouble = trouble
            self.asked = asked
            self.settings = HTTPCacheRulesTests.settings(change)
        }
    }

    private static let broken = OriginTrouble.error(status: 503)
    private static let sie = "RFC 5861 §4"

    static let rows: [Row<Case, Bool>] = [
        Row("unreachable, stale", "RFC 9111 §4.2.4", Case("max-age=10", age: 9999), true),
        Row(
            "no fallback wanted",
            "semantics",
            Case("max-age=10", age: 11) { $0.isOfflineFallbackEnabled = false },
            false
        ),
        Row(
            "must-revalidate, stale",
            "RFC 9111 §5.2.2.2",
            Case("max-age=10, must-revalidate", age: 10),
            false
        ),
        Row(
            "must-revalidate, fresh",
            "RFC 9111 §5.2.2.2",
            Case("max-age=10, must-revalidate", age: 9),
            true
        ),
        Row("no-cache, fresh", "RFC 9111 §5.2.2.4", Case("max-age=10, no-cache", age: 1), false),
        Row(
            "proxy-revalidate, private",
            "RFC 9111 §5.2.2.8",
            Case("max-age=10, proxy-revalidate", age: 11),
            true
        ),
        Row(
            "proxy-revalidate, shared",
            "RFC 9111 §5.2.2.8",
            Case("max-age=10, proxy-revalidate", age: 11) { $0.kind = .shared },
            false
        ),
        Row(
            "s-maxage, shared",
            "RFC 9111 §5.2.2.10",
            Case("s-maxage=10", age: 11) { $0.kind = .shared },
            false
        ),
        Row(
            "the request's no-cache",
            "RFC 9111 §5.2.1.4",
            Case("max-age=10", age: 1, asked: "no-cache"),
            false
        ),
        Row(
            "the request's max-age",
            "RFC 9111 §5.2.1.1",
            Case("max-age=10", age: 11, asked: "max-age=60"),
            false
        ),
        Row(
            "the request's max-age and max-stale",
            "RFC 9111 §5.2.1.1",
            Case("max-age=10", age: 11, asked: "max-age=60, max-stale"),
            true
        ),
        Row(
            "max-stale met",
            "RFC 9111 §5.2.1.2",
            Case("max-age=10", age: 15, asked: "max-stale=5"),
            true
        ),
        Row(
            "max-stale exceeded",
            "RFC 9111 §5.2.1.2",
            Case("max-age=10", age: 16, asked: "max-stale=5"),
            false
        ),
        Row(
            "min-fresh not met",
            "RFC 9111 §5.2.1.3",
            Case("max-age=10", age: 6, asked: "min-fresh=5"),
            false
        ),
        Row("an error without stale-if-error", sie, Case("max-age=10", age: 11, broken), false),
        Row(
            "inside stale-if-error",
            sie,
            Case("max-age=10, stale-if-error=5", age: 14, broken),
            true
        ),
        Row("at its end", sie, Case("max-age=10, stale-if-error=5", age: 15, broken), false),
        Row("stale-if-error=0", sie, Case("max-age=10, stale-if-error=0", age: 10, broken), false),
        Row(
            "the user's own",
            sie,
            Case("max-age=10", age: 14, broken) { $0.staleIfError = 5 },
            true
        ),
        Row(
            "the request's",
            sie,
            Case("max-age=10", age: 14, broken, asked: "stale-if-error=5"),
            true
        ),
        Row(
            "the request's, exceeded",
            sie,
            Case("max-age=10, stale-if-error=60", age: 15, broken, asked: "stale-if-error=5"),
            false
        ),
        Row(
            "with must-revalidate",
            "RFC 9111 §5.2.2.2",
            Case("max-age=10, stale-if-error=5, must-revalidate", age: 11, broken),
            false
        ),
        Row(
            "with no-cache",
            "RFC 9111 §5.2.2.4",
            Case("max-age=10, stale-if-error=5, no-cache", age: 11, broken),
            false
        ),
        Row(
            "unreachable inside stale-if-error, no fallback",
            sie,
            Case("max-age=10, stale-if-error=5", age: 11) { $0.isOfflineFallbackEnabled = false },
            true
        ),
    ]

    @Test(arguments: rows) func standsIn(_ row: Row<Case, Bool>) {
        let input = row.input
        let head = stored(response(200, "Cache-Control: \(input.control)"), ago: input.age)
        let presented = input.asked.isEmpty ? asking() : asking("Cache-Control: \(input.asked)")
        let found = substitute(
            for: input.trouble,
            answering: presented,
            among: [head],
            under: input.settings,
            at: now
        )
        #expect((found != nil) == row.expected)
    }

    @Test("which errors (RFC 5861 §4)") func errors() {
        #expect((100...999).filter(isServerError) == [500, 502, 503, 504])
    }

    @Test("what nothing may stand in for") func never() {
        let head = stored(response(200, "Cache-Control: max-age=1"), ago: 2)
        let presented = [
            request("POST"), asking("If-Match: \"a\""), asking("If-Unmodified-Since: \(date(0))"),
        ]
        for presented in presented {
            #expect(
                substitute(
                    for: .unreachable,
                    answering: presented,
                    among: [head],
                    under: settings(),
                    at: now
                ) == nil
            )
        }
        #expect(
            substitute(
                for: .unreachable,
                answering: asking(),
                among: [],
                under: settings(),
                at: now
            )
                == nil
        )
    }
}
