import HTTPCacheRules
import Testing

@Suite struct TargetedDirectivesTests {
    static let lifetimes: [Row<[String], FreshnessLifetime>] = [
        Row(
            "the targeted field counts",
            "RFC 9213 §2.2",
            ["CDN-Cache-Control: max-age=60", "Cache-Control: max-age=10"],
            FreshnessLifetime(seconds: 60, source: .targeted)
        ),
        Row(
            "Expires does not count beside it",
            "RFC 9213 §2.2",
            ["CDN-Cache-Control: public", "Expires: \(date(600))"],
            FreshnessLifetime(seconds: 0, source: .none)
        ),
        Row(
            "an empty one is as none",
            "RFC 9213 §2.2",
            ["CDN-Cache-Control: ", "Cache-Control: max-age=10"],
            FreshnessLifetime(seconds: 10, source: .maxAge)
        ),
        Row(
            "a malformed one is as none",
            "RFC 9213 §2.1",
            ["CDN-Cache-Control: max-age=60, &", "Cache-Control: max-age=10"],
            FreshnessLifetime(seconds: 10, source: .maxAge)
        ),
        Row(
            "s-maxage in it",
            "RFC 9213 §2.1",
            ["CDN-Cache-Control: s-maxage=70, max-age=60"],
            FreshnessLifetime(seconds: 70, source: .sMaxAge)
        ),
        Row(
            "a value of another type is stale",
            "RFC 9213 §2.1",
            ["CDN-Cache-Control: max-age=60.5", "Cache-Control: max-age=10"],
            FreshnessLifetime(seconds: 0, source: .targeted)
        ),
        Row(
            "a negative number is stale",
            "RFC 9213 §2.1",
            ["CDN-Cache-Control: max-age=-60"],
            FreshnessLifetime(seconds: 0, source: .targeted)
        ),
        Row(
            "parameters don't count",
            "RFC 9213 §2.1",
            ["CDN-Cache-Control: max-age=60;x=1"],
            FreshnessLifetime(seconds: 60, source: .targeted)
        ),
    ]

    @Test(arguments: lifetimes) func sharedCache(_ row: Row<[String], FreshnessLifetime>) {
        let head = stored(ResponseHead(status: 200, fields: fields(row.input)))
        #expect(freshnessLifetime(of: head, under: settings { $0.kind = .shared }) == row.expected)
    }

    @Test("a private cache has no targeted field (RFC 9213 §2)") func privateCache() {
        let head = stored(
            response(200, "CDN-Cache-Control: max-age=60", "Cache-Control: max-age=10")
        )
        #expect(
            freshnessLifetime(of: head, under: settings())
                == FreshnessLifetime(seconds: 10, source: .maxAge)
        )
    }

    @Test("no-store in the targeted field (RFC 9213 §2.2)") func noStore() {
        let head = response(200, "CDN-Cache-Control: no-store", "Cache-Control: max-age=10")
        let shared = settings { $0.kind = .shared }
        #expect(storability(of: head, to: asking(), under: shared) == .doNotStore(.responseNoStore))
        #expect(storability(of: head, to: asking(), under: settings()) == .store)
        let off = response(
            200,
            "CDN-Cache-Control: no-store=?0, max-age=1",
            "Cache-Control: no-store"
        )
        #expect(storability(of: off, to: asking(), under: shared) == .store)
    }
}
