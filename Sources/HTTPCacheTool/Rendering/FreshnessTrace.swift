import HTTPCacheRules
import HTTPCacheStore

/// How the freshness of a stored response was computed, line by line, and what a fetch would do now.
struct FreshnessTrace {
    let settings: CacheSettings
    let now: Timestamp

    func text(_ entry: EntrySummary, fields: Fields?) -> String {
        let head = entry.metadata.head
        let age = currentAge(of: head, at: now)
        let lifetime = freshnessLifetime(of: head, under: settings)
        let freshness = Freshness(age: age.seconds, lifetime: lifetime)
        var text = "\(Diagnostics.oneLine(entry.url)) (\(entry.shortKey))\n"
        func add(_ name: String, _ seconds: Int64, _ reason: String, _ section: String) {
            text += "  \(name) = \(seconds) s: \(reason) [\(section)]\n"
        }
        let ageSection = "RFC 9111 §4.2.3"
        add("age_value", age.ageValue.count, ageReason(head), ageSection)
        add(
            "apparent_age",
            age.apparentAge.count,
            "from Date to the response's arrival",
            ageSection
        )
        add("response_delay", age.responseDelay.count, "from request to response", ageSection)
        add(
            "corrected_initial_age",
            age.correctedInitialAge.count,
            "the greater of apparent_age and age_value + response_delay",
            ageSection
        )
        add("resident_time", age.residentTime.count, "in this cache", ageSection)
        add("current_age", age.seconds.count, "corrected_initial_age + resident_time", ageSection)
        let source = lifetimeReason(lifetime.source)
        add("freshness_lifetime", lifetime.seconds.count, source.reason, source.section)
        text += freshness.isFresh ? "  fresh: " : "  stale: "
        text += "freshness_lifetime - current_age = \(freshness.timeToLive) s [RFC 9111 §4.2]\n"
        return text + decision(head, fields)
    }

    private func ageReason(_ head: StoredHead) -> String {
        head.response.fields.contains("Age") ? "the Age field" : "no Age field"
    }

    private func lifetimeReason(
        _ source: FreshnessLifetime.Source
    ) -> (reason: String, section: String) {
        switch source {
        case .policy: ("your policy, whatever the server says", "policy")
        case .targeted: ("the server's max-age for caches like this", "RFC 9213 §2.2")
        case .sMaxAge: ("the server's s-maxage", "RFC 9111 §5.2.2.10")
        case .maxAge: ("the server's max-age", "RFC 9111 §5.2.2.1")
        case .expires: ("Expires - Date", "RFC 9111 §5.3")
        case .heuristic: ("guessed: a tenth of Date - Last-Modified", "RFC 9111 §4.2.2")
        case .defaultMaxAge:
            ("not the server's, but the default for responses that say nothing", "RFC 9111 §4.2.2")
        case .none: ("nobody names a lifetime", "RFC 9111 §4.2.1")
        }
    }

    private func decision(_ head: StoredHead, _ fields: Fields?) -> String {
        // Without fields given, the request is one that selects this very response.
        let presented = RequestHead(target: head.target, fields: fields ?? head.nominatedFields)
        let decision = reuseDecision(for: presented, among: [head], under: settings, at: now)
        var text = "  a fetch now would \(verb(decision.outcome))\n"
        for ground in decision.grounds { text += "    \(ground.text) [\(ground.section)]\n" }
        return text
    }

    private func verb(_ outcome: ReuseDecision) -> String {
        switch outcome {
        case .reuse: "use it, without asking the origin"
        case .reuseWhileValidating: "use it, and validate it in the background"
        case .validate: "ask the origin whether it still holds"
        case .forward: "ask the origin for it anew"
        case .unsatisfiable: "fail: only the cache may be asked"
        }
    }
}
