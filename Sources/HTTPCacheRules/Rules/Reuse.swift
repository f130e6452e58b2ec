/// What is to be done with a request (RFC 9111 §4).
package enum ReuseDecision: Hashable, Sendable {
    /// Answer with the stored response at this index.
    case reuse(index: Int, Freshness)
    /// Answer with it now, and validate it in the background (RFC 5861 §3).
    case reuseWhileValidating(index: Int, Freshness)
    /// Ask the origin by this conditional request whether it still holds (§4.3.1).
    case validate(RequestHead, ForwardReason)
    /// Ask the origin.
    case forward(RequestHead, ForwardReason)
    /// Answer 504: only the cache may be asked, and it has nothing to give (§5.2.1.7).
    case unsatisfiable
}

/// A decision and the rules that made it.
package struct Decision: Hashable, Sendable {
    /// What is to be done.
    package var outcome: ReuseDecision
    /// The rules that decided, in the order in which they were asked.
    package var grounds: [Ground]

    package init(outcome: ReuseDecision, grounds: [Ground]) {
        self.outcome = outcome
        self.grounds = grounds
    }
}

/// Decides how a request is answered: the one decision of the cache (RFC 9111 §4).
package func reuseDecision(
    for presented: RequestHead, among stored: [StoredHead], under settings: CacheSettings,
    at now: Timestamp
) -> Decision {
    var deliberation = Deliberation(
        presented: presented, stored: stored, settings: settings,
        directives: presented.directives)
    let outcome = deliberation.outcome(at: now)
    return Decision(outcome: outcome, grounds: deliberation.grounds)
}

private struct Deliberation {
    let presented: RequestHead
    let stored: [StoredHead]
    let settings: CacheSettings
    let directives: CacheControlDirectives
    var grounds: [Ground] = []

    mutating func outcome(at now: Timestamp) -> ReuseDecision {
        guard presented.method == "GET" || presented.method == "HEAD" else {
            grounds.append(.methodNotCacheable(presented.method))
            return ask(presented, .method)
        }
        if presented.demandsOrigin { return ask(presented, .request) }
        guard let index = selectStoredResponse(for: presented, among: stored) else {
            return nothingSelected()
        }
        let selected = stored[index]
        let freshness = freshness(of: selected, under: settings, at: now)
        switch settings.policy {
        case .forceCache, .cacheOnly:
            grounds += [
                settings.policy == .cacheOnly ? .policyOffline : .policyForcesCache,
                freshness.isFresh ? .fresh(freshness) : .stale(freshness),
            ]
            return .reuse(index: index, freshness)
        case .default, .noCache, .cacheFirst, .custom, .cacheThenNetwork: break
        }
        if let demand = demandForValidation(of: selected, freshness) {
            grounds.append(demand)
            return validate(selected, demand == .responseNoCache ? .stale : .request)
        }
        if freshness.isFresh {
            grounds.append(.fresh(freshness))
            return .reuse(index: index, freshness)
        }
        grounds.append(.stale(freshness))
        return staleOutcome(index, selected, freshness)
    }

    private mutating func nothingSelected() -> ReuseDecision {
        if stored.isEmpty {
            grounds.append(.nothingStored)
            return ask(presented, .uriMiss)
        }
        grounds.append(.varyMismatch)
        // Another variant may be what the origin selects: all their tags are asked about (§4.3.1).
        if let conditional = conditionalRequest(for: presented, validating: stored, selected: nil),
            !presented.isConditional
        {
            return ask(conditional, .varyMiss, isConditional: true)
        }
        return ask(presented, .varyMiss)
    }

    /// The rule by which even a fresh response must be validated, if there is one.
    private mutating func demandForValidation(
        of selected: StoredHead, _ freshness: Freshness
    ) -> Ground? {
        if directives.noCache { return .requestNoCache }
        let isImmutable = freshness.isFresh && selected.response.directives.immutable
        if let maxAge = directives.maxAge, freshness.age > maxAge || maxAge == .zero {
            // A reload does not validate what its server called immutable (RFC 8246 §2).
            if !isImmutable { return .requestMaxAge(maxAge) }
            grounds.append(.immutable)
        }
        if let minFresh = directives.minFresh,
            freshness.lifetime.seconds - freshness.age < minFresh
        {
            return .requestMinFresh(minFresh)
        }
        if selected.response.directives.noCache, freshness.lifetime.source != .policy {
            return .responseNoCache
        }
        return nil
    }

    private mutating func staleOutcome(
        _ index: Int, _ selected: StoredHead, _ freshness: Freshness
    ) -> ReuseDecision {
        if case .cacheFirst = settings.policy, freshness.lifetime.source == .policy {
            return .reuseWhileValidating(index: index, freshness)
        }
        if forbidsStale(selected.response.directives, settings) {
            grounds.append(.mustRevalidate)
            return validate(selected, .stale)
        }
        if let maxStale = directives.maxStale, freshness.staleness <= maxStale {
            grounds.append(.requestMaxStale(maxStale))
            return .reuse(index: index, freshness)
        }
        let window =
            selected.response.directives.staleWhileRevalidate ?? settings.staleWhileRevalidate
        if let window, freshness.staleness < window {
            grounds.append(.staleWhileRevalidate(window))
            return .reuseWhileValidating(index: index, freshness)
        }
        return validate(selected, .stale)
    }

    private mutating func validate(
        _ selected: StoredHead, _ reason: ForwardReason
    ) -> ReuseDecision {
        if let conditional = conditionalRequest(
            for: presented, validating: stored, selected: selected)
        {
            grounds.append(.hasValidators)
            return ask(conditional, reason, isConditional: true)
        }
        grounds.append(.hasNoValidators)
        return ask(presented, reason)
    }

    private mutating func ask(
        _ head: RequestHead, _ reason: ForwardReason, isConditional: Bool = false
    ) -> ReuseDecision {
        if directives.onlyIfCached {
            grounds.append(.onlyIfCached)
            return .unsatisfiable
        }
        if settings.policy == .cacheOnly {
            grounds.append(.policyOffline)
            return .unsatisfiable
        }
        return isConditional ? .validate(head, reason) : .forward(head, reason)
    }
}

/// Whether the response's directives forbid to serve it stale (RFC 9111 §4.2.4).
package func forbidsStale(
    _ directives: CacheControlDirectives, _ settings: CacheSettings
) -> Bool {
    if directives.mustRevalidate || directives.noCache { return true }
    return settings.kind == .shared && (directives.proxyRevalidate || directives.sMaxAge != nil)
}
