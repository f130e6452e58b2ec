import HTTPCacheRules
import Testing

@Suite struct SelectionTests {
    private static let usable = "Cache-Control: max-age=60"

    @Test("nothing stored (RFC 9211 §2.2)") func nothingStored() {
        let decision = reuseDecision(for: asking(), among: [], under: settings(), at: now)
        #expect(decision.outcome == .forward(asking(), .uriMiss))
        #expect(decision.grounds == [.nothingStored])
    }

    @Test("nothing stored, and only the cache may answer (RFC 9111 §5.2.1.7)") func onlyIfCached() {
        let presented = asking("Cache-Control: only-if-cached")
        let decision = reuseDecision(for: presented, among: [], under: settings(), at: now)
        #expect(decision.outcome == .unsatisfiable)
        let offline = settings { $0.policy = .cacheOnly }
        #expect(
            reuseDecision(for: asking(), among: [], under: offline, at: now).outcome
                == .unsatisfiable
        )
    }

    @Test("other variants' tags are asked about (RFC 9111 §4.3.1)") func varyMiss() {
        let variants = [
            stored(response(200, "Vary: Foo", "ETag: \"1\"", Self.usable), askedBy: ["Foo: 1"]),
            stored(response(200, "Vary: Foo", "ETag: \"2\"", Self.usable), askedBy: ["Foo: 2"]),
        ]
        let decision = reuseDecision(
            for: asking("Foo: 3"),
            among: variants,
            under: settings(),
            at: now
        )
        #expect(
            decision.outcome
                == .validate(asking("Foo: 3", "If-None-Match: \"1\", \"2\""), .varyMiss)
        )
    }

    @Test("without tags, a request for another variant is forwarded (RFC 9111 §4.1)")
    func varyMissWithoutTags() {
        let variant = stored(
            response(200, "Vary: Foo", "Last-Modified: \(date(-60))", Self.usable),
            askedBy: ["Foo: 1"]
        )
        let decision = reuseDecision(
            for: asking("Foo: 3"),
            among: [variant],
            under: settings(),
            at: now
        )
        #expect(decision.outcome == .forward(asking("Foo: 3"), .varyMiss))
    }

    @Test("of several, the latest Date (RFC 9111 §4)") func latestDate() {
        let old = stored(response(200, Self.usable, "Date: \(date(-30))"), ago: 1)
        let new = stored(response(200, Self.usable, "Date: \(date(-20))"), ago: 5)
        #expect(selectStoredResponse(for: asking(), among: [old, new]) == 1)
        #expect(selectStoredResponse(for: asking(), among: [new, old]) == 0)
        #expect(selectStoredResponse(for: asking(), among: []) == nil)
    }

    @Test("of two with one Date, the one received later (RFC 9111 §4)") func latestReception() {
        let first = stored(response(200, "Date: \(date(-30))"), ago: 5)
        let second = stored(response(200, "Date: \(date(-30))"), ago: 1)
        #expect(selectStoredResponse(for: asking(), among: [second, first]) == 0)
    }

    @Test("the bypass policy is not the rules' business, but never reuses by force")
    func defaultPolicyForwards() {
        let stale = stored(response(200, "Cache-Control: max-age=1"), ago: 1)
        for policy in [CachePolicy.default, .noCache] {
            let decision = reuseDecision(
                for: asking(),
                among: [stale],
                under: settings { $0.policy = policy },
                at: now
            )
            #expect(Verdict(decision.outcome) == .forward(.stale))
        }
    }
}
