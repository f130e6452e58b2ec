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
    for trouble: OriginTrouble, answering presented: RequestHead, among stored: [StoredHead],
    under settings: CacheSettings, at now: Timestamp
) -> (index: Int, freshness: Freshness, ground: Ground)? {
    guard presented.method == "GET" || presented.method == "HEAD",
        let index = selectStoredResponse(for: presented, among: stored)
    else { return nil }
    let selected = stored[index]
    let freshness = freshness(of: selected, under: settings, at: now)
    let asked = presented.directives
    // "MUST NOT use a stored response … without successful validation" (§5.2.1.4, §5.2.2.4).
    if asked.noCache || asked.maxAge.map({ $0 < freshness.age }) ?? false { return nil }
    if forbidsStale(selected.response.directives, settings) { return nil }
    let window =
        asked.staleIfError ?? selected.response.directives.staleIfError ?? settings.staleIfError
    if let window, freshness.staleness <= window {
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
