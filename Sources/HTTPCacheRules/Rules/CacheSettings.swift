/// Whose responses a cache holds: one user's, or many users' (RFC 9111 §1).
public enum CacheKind: Hashable, Sendable {
    /// A cache for one user.
    case `private`
    /// A cache for many users.
    case shared
}

/// What the caller asks of the cache; it stretches lifetimes, and never stores what the server forbids.
public enum CachePolicy: Hashable, Sendable {
    /// The server's directives.
    case `default`
    /// Neither read nor write the cache.
    case noCache
    /// Reuse what is stored, whatever its age.
    case forceCache
    /// Reuse what is younger than `maxAge`; what is older too, while it is refreshed in the background.
    case cacheFirst(maxAge: Seconds)
    /// The lifetime is `maxAge`, whatever the server says.
    case custom(maxAge: Seconds)
    /// Reuse what is stored, whatever its age, and never ask the origin.
    case cacheOnly
    /// First the stored response, then the network's.
    case cacheThenNetwork
}

/// The knobs of the rules: what the user has settled for a request.
package struct CacheSettings: Hashable, Sendable {
    /// Whose responses the cache holds.
    package var kind: CacheKind = .private
    /// What the caller asks of the cache.
    package var policy: CachePolicy = .default
    /// The lifetime where the server names none and no heuristic applies; zero turns it off.
    package var defaultMaxAge: Seconds = 300
    /// Whether a lifetime may be guessed at all (RFC 9111 §4.2.2).
    package var isHeuristicFreshnessEnabled = true
    /// The user's own stale-while-revalidate, where the server names none.
    package var staleWhileRevalidate: Seconds?
    /// The user's own stale-if-error, where the server names none.
    package var staleIfError: Seconds?
    /// Whether a stored response may stand in when the origin cannot be reached.
    package var isOfflineFallbackEnabled = true

    /// The targeted fields that a shared cache obeys instead of Cache-Control, in their order (RFC 9213).
    package var targetedFields: [FieldName] = ["CDN-Cache-Control"]
    /// Whether 206 responses are stored and completed; off where nobody can put the parts together.
    package var storesPartialResponses = false
    /// Whether Set-Cookie is stored and shown again; off, as it was given to one exchange.
    package var keepsSetCookie = false

    package init(kind: CacheKind = .private, policy: CachePolicy = .default) {
        self.kind = kind
        self.policy = policy
    }
}
