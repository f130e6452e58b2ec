// When a stored response may be served stale (RFC 9111 §4.2.4, RFC 5861).

/// Whether the response's directives forbid to serve it stale (RFC 9111 §4.2.4).
package func forbidsStale(
    _ directives: CacheControlDirectives,
    _ settings: CacheSettings
) -> Bool {
    if directives.mustRevalidate || directives.noCache { return true }
    return settings.kind == .shared && (directives.proxyRevalidate || directives.sMaxAge != nil)
}

/// Whether the request's directives take a response as it is, without validation (RFC 9111 §5.2.1).
package func accepts(_ asked: CacheControlDirectives, _ freshness: Freshness) -> Bool {
    if asked.noCache { return false }
    if let maxAge = asked.maxAge, freshness.age > maxAge { return false }
    if let minFresh = asked.minFresh, freshness.lifetime.seconds - freshness.age < minFresh {
        return false
    }
    if freshness.isFresh { return true }
    if let maxStale = asked.maxStale { return freshness.staleness <= maxStale }
    return asked.maxAge == nil
}

/// Why the origin's answer cannot be used.
package enum OriginTrouble: Hashable, Sendable {
    /// No answer came.
    case unreachable
    /// The origin answered with this error.
    case error(status: Int)
}

/// The stored response that may stand in for a failed answer, with the rule that allows it
/// (RFC 9111 §4.2.4, RFC 5861 §4).
package func substitute(
    for trouble: OriginTrouble,
    answering presented: RequestHead,
    among stored: [StoredHead],
    under settings: CacheSettings,
    at now: Timestamp
) -> (index: Int, freshness: Freshness, ground: Ground)? {
    guard ["GET", "HEAD", "QUERY"].contains(presented.method), !presented.demandsOrigin,
        let index = selectStoredResponse(for: presented, among: stored)
    else { return nil }
    let selected = stored[index]
    let freshness = freshness(of: selected, under: settings, at: now)
    let asked = presented.directives
    let directives = selected.response.directives(under: settings)
    // "MUST NOT use a stored response … without successful validation" (§5.2.1.4, §5.2.2.4).
    guard suffices(selected, for: presented), !directives.noCache,
        freshness.isFresh || !forbidsStale(directives, settings)
    else { return nil }
    // An explicit stale-if-error of the request counts before its other wishes (RFC 5861 §4).
    guard accepts(asked, freshness) || asked.staleIfError != nil && !asked.noCache else {
        return nil
    }
    let window = asked.staleIfError ?? directives.staleIfError ?? settings.staleIfError
    if let window, freshness.isFresh || freshness.staleness < window {
        return (index, freshness, .staleIfError(window))
    }
    switch trouble {
    case .error: return nil
    case .unreachable:
        guard settings.isOfflineFallbackEnabled else { return nil }
        return (index, freshness, .servedStaleAfterFailure)
    }
}

/// Whether an error status is one of those that stale-if-error is about (RFC 5861 §4).
package func isServerError(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }
