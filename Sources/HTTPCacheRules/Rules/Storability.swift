/// Whether a response may be stored (RFC 9111 §3).
package enum StorageDecision: Hashable, Sendable {
    /// It may be stored, and is of use.
    case store
    /// It may not be stored, or would be of no use.
    case doNotStore(Ground)
}

/// Decides whether a response may be stored, in the order of RFC 9111 §3.
package func storability(
    of response: ResponseHead, to request: RequestHead, under settings: CacheSettings,
    replacing stored: StoredHead? = nil
) -> StorageDecision {
    // "the request method is understood by the cache"
    guard request.method == "GET" else { return .doNotStore(.methodNotCacheable(request.method)) }
    // "the response status code is final"
    guard response.status >= 200 else { return .doNotStore(.statusNotFinal(response.status)) }
    // "if the response status code is 206 or 304 … the cache understands"
    if response.status == 304 { return .doNotStore(.notModifiedIsNoEntry) }
    if response.status == 206 || request.fields.contains("Range") && response.status == 416 {
        return .doNotStore(.partialIsNotStored)
    }
    if let ground = forbidden(response, request, settings) { return .doNotStore(ground) }
    // A server's passing error must not cost the user a response that can be validated later.
    if let stored, isTransientError(response.status), !isTransientError(stored.response.status),
        nominatedFieldsMatch(stored, request)
    {
        return .doNotStore(.errorKeepsStored(response.status))
    }
    return allowed(response, settings) ? .store : .doNotStore(.nothingAllowsStoring)
}

/// The rule that forbids storing, if one does (§3, §3.5, §5.2).
private func forbidden(
    _ response: ResponseHead, _ request: RequestHead, _ settings: CacheSettings
) -> Ground? {
    if request.directives.noStore { return .requestNoStore }
    let directives = response.directives
    if directives.mustUnderstand {
        // "ignore the no-store directive" where the status code is understood (§5.2.2.3).
        if !isUnderstood(response.status) { return .statusNotUnderstood(response.status) }
    } else if directives.noStore {
        return .responseNoStore
    }
    if nominatedNames(by: response) == nil { return .varyAny }
    guard settings.kind == .shared else { return nil }
    if directives.isPrivate { return .responsePrivate }
    if request.fields.contains("Authorization"), !directives.isPublic,
        !directives.mustRevalidate, directives.sMaxAge == nil
    {
        return .authorizedInSharedCache
    }
    return nil
}

/// Whether something lets the response be stored and makes that useful: a lifetime, or a validator (§3).
private func allowed(_ response: ResponseHead, _ settings: CacheSettings) -> Bool {
    let directives = response.directives
    if directives.isPublic || directives.maxAge != nil || response.fields.contains("Expires") {
        return true
    }
    if settings.kind == .shared ? directives.sMaxAge != nil : directives.contains("private") {
        return true
    }
    switch settings.policy {
    case .custom, .cacheFirst: if (200...299).contains(response.status) { return true }
    case .default, .noCache, .forceCache, .cacheOnly, .cacheThenNetwork: break
    }
    return isHeuristicallyCacheable(response.status)
}

/// Whether the specification of a status code is implemented as far as caching goes (§3).
private func isUnderstood(_ status: Int) -> Bool {
    switch status {
    case 200, 203, 204, 206, 300...304, 307, 308, 400...417, 421, 422, 425, 426, 428, 429, 431,
        451, 500...505, 511:
        true
    default: false
    }
}

/// Whether a status tells of a passing trouble of the server.
package func isTransientError(_ status: Int) -> Bool { status >= 500 || status == 429 }
