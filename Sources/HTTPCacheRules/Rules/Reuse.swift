/// Decides how a request is answered: the one decision of the cache (RFC 9111 §4).
///
/// - Parameters:
///   - presented: The request to answer.
///   - stored: All responses stored under its key.
///   - settings: The knobs of the rules.
///   - now: The moment for which ages are computed.
/// - Returns: What is to be done, and the rules that decided.
package func reuseDecision(
    for presented: RequestHead,
    among stored: [StoredHead],
    under settings: CacheSettings,
    at now: Timestamp
) -> Decision {
    var deliberation = Deliberation(
        presented: presented,
        stored: stored,
        settings: settings,
        asked: presented.directives
    )
    let outcome = deliberation.outcome(at: now)
    return Decision(outcome: outcome, grounds: deliberation.grounds)
}

/// The stored response under consideration.
private struct Candidate {
    let index: Int
    let head: StoredHead
    let directives: CacheControlDirectives
    let freshness: Freshness
}

private struct Deliberation {
    let presented: RequestHead
    let stored: [StoredHead]
    let settings: CacheSettings
    /// The request's directives.
    let asked: CacheControlDirectives
    var grounds: [Ground] = []

    mutating func outcome(at now: Timestamp) -> ReuseDecision {
        // "the request method … allows a stored response to be used": GET's, for HEAD too.
        guard ["GET", "HEAD", "QUERY"].contains(presented.method) else {
            grounds.append(.methodNotCacheable(presented.method))
            return ask(presented, .method)
        }
        if presented.demandsOrigin {
            grounds.append(.originsPrecondition)
            return ask(presented, .request)
        }
        guard let index = selectStoredResponse(for: presented, among: stored) else {
            return nothingSelected()
        }
        let head = stored[index]
        let candidate = Candidate(
            index: index,
            head: head,
            directives: head.response.directives(under: settings),
            freshness: freshness(of: head, under: settings, at: now)
        )
        return suffices(head, for: presented) ? outcome(for: candidate) : partialOutcome(candidate)
    }

    private mutating func outcome(for candidate: Candidate) -> ReuseDecision {
        let freshness = candidate.freshness
        if candidate.head.isPartial { grounds.append(.partSuffices) }
        if let ground = policyGround {
            grounds += [ground, freshness.isFresh ? .fresh(freshness) : .stale(freshness)]
            return settings.policy == .cacheThenNetwork
                ? .reuseWhileValidating(index: candidate.index, freshness)
                : .reuse(index: candidate.index, freshness)
        }
        if let demand = demandForValidation(of: candidate) {
            grounds.append(demand)
            return validate(candidate.head, demand == .responseNoCache ? .stale : .request)
        }
        if freshness.isFresh {
            grounds.append(.fresh(freshness))
            return .reuse(index: candidate.index, freshness)
        }
        grounds.append(.stale(freshness))
        return staleOutcome(candidate)
    }

    /// The policy that reuses whatever is stored, if the caller has asked for one.
    private var policyGround: Ground? {
        switch settings.policy {
        case .forceCache: .policyForcesCache
        case .cacheOnly: .policyOffline
        case .cacheThenNetwork: .policyShowsStoredFirst
        case .default, .noCache, .cacheFirst, .custom: nil
        }
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
            grounds.append(.hasValidators)
            return ask(conditional, .varyMiss, isConditional: true)
        }
        return ask(presented, .varyMiss)
    }

    /// A part is stored that does not hold what is asked for (§3.3).
    private mutating func partialOutcome(_ candidate: Candidate) -> ReuseDecision {
        let isFresh = candidate.freshness.isFresh && demandForValidation(of: candidate) == nil
        if let completing = completingRequest(
            for: presented,
            from: candidate.head,
            isFresh: isFresh
        ) {
            grounds.append(.partIsCompleted)
            return ask(completing, .partial)
        }
        grounds.append(.partIsMissing)
        return ask(presented, .partial)
    }

    /// The rule by which even a fresh response must be validated, if there is one.
    private mutating func demandForValidation(of candidate: Candidate) -> Ground? {
        if asked.noCache { return .requestNoCache }
        let freshness = candidate.freshness
        if let maxAge = asked.maxAge, freshness.age > maxAge || maxAge == .zero {
            // A reload does not validate what its server called immutable (RFC 8246 §2).
            guard freshness.isFresh, candidate.directives.immutable else {
                return .requestMaxAge(maxAge)
            }
            grounds.append(.immutable)
        }
        if let minFresh = asked.minFresh, freshness.lifetime.seconds - freshness.age < minFresh {
            return .requestMinFresh(minFresh)
        }
        if candidate.directives.noCache, freshness.lifetime.source != .policy {
            return .responseNoCache
        }
        return nil
    }

    private mutating func staleOutcome(_ candidate: Candidate) -> ReuseDecision {
        let freshness = candidate.freshness
        if case .cacheFirst = settings.policy, freshness.lifetime.source == .policy {
            grounds.append(.policyShowsStoredFirst)
            return .reuseWhileValidating(index: candidate.index, freshness)
        }
        if forbidsStale(candidate.directives, settings) {
            grounds.append(.mustRevalidate)
            return validate(candidate.head, .stale)
        }
        if let maxStale = asked.maxStale {
            if freshness.staleness > maxStale { return validate(candidate.head, .stale) }
            grounds.append(.requestMaxStale(maxStale))
            return .reuse(index: candidate.index, freshness)
        }
        // "Unless the max-stale request directive is also present, the client does not wish to
        // receive a stale response" (§5.2.1.1).
        if asked.maxAge != nil {
            grounds.append(.requestRefusesStale)
            return validate(candidate.head, .stale)
        }
        let window = candidate.directives.staleWhileRevalidate ?? settings.staleWhileRevalidate
        if let window, freshness.staleness < window {
            grounds.append(.staleWhileRevalidate(window))
            return .reuseWhileValidating(index: candidate.index, freshness)
        }
        return validate(candidate.head, .stale)
    }

    private mutating func validate(
        _ selected: StoredHead,
        _ reason: ForwardReason
    ) -> ReuseDecision {
        if let conditional = conditionalRequest(
            for: presented,
            validating: stored,
            selected: selected
        ) {
            grounds.append(.hasValidators)
            return ask(conditional, reason, isConditional: true)
        }
        grounds.append(.hasNoValidators)
        return ask(presented, reason)
    }

    private mutating func ask(
        _ head: RequestHead,
        _ reason: ForwardReason,
        isConditional: Bool = false
    ) -> ReuseDecision {
        if asked.onlyIfCached {
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
