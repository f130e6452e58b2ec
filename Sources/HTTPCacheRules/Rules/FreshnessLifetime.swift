/// How long a response stays fresh, and who says so (RFC 9111 §4.2.1).
package struct FreshnessLifetime: Hashable, Sendable {
    /// Where a lifetime comes from, in the order in which they are asked.
    package enum Source: String, Hashable, Sendable {
        /// The caller's policy.
        case policy
        /// `s-maxage`, in a shared cache.
        case sMaxAge = "s-maxage"
        /// A targeted field, in a shared cache (RFC 9213).
        case targeted = "targeted max-age"
        /// `max-age`.
        case maxAge = "max-age"
        /// The Expires field.
        case expires = "Expires"
        /// A tenth of the time since the last modification (§4.2.2).
        case heuristic
        /// The user's default for responses that say nothing.
        case defaultMaxAge = "default-max-age"
        /// Nobody: the response is stale from the start.
        case none
    }

    /// The lifetime.
    package var seconds: Seconds
    /// Who says so.
    package var source: Source

    package init(seconds: Seconds, source: Source) {
        self.seconds = seconds
        self.source = source
    }
}

/// Calculates how long a stored response is fresh (RFC 9111 §4.2.1, §4.2.2).
package func freshnessLifetime(
    of stored: StoredHead,
    under settings: CacheSettings
) -> FreshnessLifetime {
    if let lifetime = policyLifetime(of: stored.response.status, under: settings.policy) {
        return FreshnessLifetime(seconds: lifetime, source: .policy)
    }
    let response = stored.response
    let (directives, isTargeted) = response.governingDirectives(under: settings)
    if settings.kind == .shared, let lifetime = directives.sMaxAge {
        return FreshnessLifetime(seconds: lifetime, source: .sMaxAge)
    }
    if let lifetime = directives.maxAge {
        return FreshnessLifetime(seconds: lifetime, source: isTargeted ? .targeted : .maxAge)
    }
    // "MUST ignore … Expires" where a targeted field holds (RFC 9213 §2.2).
    if !isTargeted, let lifetime = expiryLifetime(of: stored) {
        return FreshnessLifetime(seconds: lifetime, source: .expires)
    }
    return guessedLifetime(of: stored, directives, under: settings)
}

/// The time from Date to Expires, or nil where there is no Expires (RFC 9111 §4.2.1, §5.3).
private func expiryLifetime(of stored: StoredHead) -> Seconds? {
    let values = stored.response.fields.values(of: "Expires")
    guard let value = values.first else { return nil }
    // An Expires that is no date, or that stands twice with two values, is in the past.
    guard values.allSatisfy({ $0 == value }),
        let expires = HTTPDate.parse(value, now: stored.responseTime)
    else { return .zero }
    // Why: a Date ahead of our clock is taken as it stands: both moments come from that one clock.
    let date = stored.response.date(of: "Date", now: stored.responseTime) ?? stored.responseTime
    return expires.since(date)
}

/// Successes only: an error is not kept longer than its server says because of a user's policy.
private func policyLifetime(of status: Int, under policy: CachePolicy) -> Seconds? {
    guard (200...299).contains(status) || status == 301 || status == 308 else { return nil }
    switch policy {
    case .custom(let maxAge), .cacheFirst(let maxAge): return maxAge
    case .default, .noCache, .forceCache, .cacheOnly, .cacheThenNetwork: return nil
    }
}

private func guessedLifetime(
    of stored: StoredHead,
    _ directives: CacheControlDirectives,
    under settings: CacheSettings
) -> FreshnessLifetime {
    let response = stored.response
    let none = FreshnessLifetime(seconds: .zero, source: .none)
    guard settings.isHeuristicFreshnessEnabled, !directives.noCache,
        !CacheControlDirectives(of: response.fields, named: "Pragma").contains("no-cache"),
        isHeuristicallyCacheable(response.status) || directives.isPublic
    else { return none }
    if let lastModified = response.date(of: "Last-Modified", now: stored.responseTime) {
        let unchanged = stored.dateValue.since(lastModified)
        let lifetime = min(Seconds(saturating: unchanged.count / 10), 86_400)
        return FreshnessLifetime(seconds: lifetime, source: .heuristic)
    }
    guard settings.defaultMaxAge > .zero, [200, 203, 301, 308].contains(response.status) else {
        return none
    }
    return FreshnessLifetime(seconds: settings.defaultMaxAge, source: .defaultMaxAge)
}

/// Whether a status code may have a guessed lifetime (RFC 9110 §15.1).
package func isHeuristicallyCacheable(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
}

/// The age and the lifetime of a stored response, side by side (RFC 9111 §4.2).
package struct Freshness: Hashable, Sendable {
    /// The age now.
    package var age: Seconds
    /// The lifetime and its source.
    package var lifetime: FreshnessLifetime

    package init(age: Seconds, lifetime: FreshnessLifetime) {
        self.age = age
        self.lifetime = lifetime
    }

    /// Whether the lifetime exceeds the age: a response exactly as old as its lifetime is stale.
    package var isFresh: Bool { lifetime.seconds > age }

    /// By how much the age exceeds the lifetime.
    package var staleness: Seconds { age - lifetime.seconds }

    /// The seconds of freshness left; negative when stale (RFC 9211 §2.4).
    package var timeToLive: Int64 { lifetime.seconds.count - age.count }
}

/// Calculates age and lifetime of a stored response.
package func freshness(
    of stored: StoredHead,
    under settings: CacheSettings,
    at now: Timestamp
) -> Freshness {
    Freshness(
        age: currentAge(of: stored, at: now).seconds,
        lifetime: freshnessLifetime(of: stored, under: settings)
    )
}
