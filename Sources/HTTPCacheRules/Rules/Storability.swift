/// Whether a response may be stored (RFC 9111 §3).
package enum StorageDecision: Hashable, Sendable {
    /// It may be stored, and is of use.
    case store
    /// It may not be stored, or would be of no use.
    case doNotStore(Ground)
}

/// Decides whether a response may be stored, in the order of RFC 9111 §3.
///
/// - Parameters:
///   - response: The response as received.
///   - request: The request that it answers.
///   - settings: The knobs of the rules.
///   - stored: What is stored for such a request, where something is.
/// - Returns: Whether it is stored, and if not, by which rule.
package func storability(
    of response: ResponseHead,
    to request: RequestHead,
    under settings: CacheSettings,
    replacing stored: StoredHead? = nil
) -> StorageDecision {
    // "the request method is understood by the cache"
    guard request.method == "GET" || request.method == "QUERY" else {
        return .doNotStore(.methodNotCacheable(request.method))
    }
    // "the response status code is final"
    guard response.status >= 200 else { return .doNotStore(.statusNotFinal(response.status)) }
    // "if the response status code is 206 or 304 … the cache understands"
    if let ground = unsupported(response, request, settings) { return .doNotStore(ground) }
    if let ground = forbidden(response, request, settings) { return .doNotStore(ground) }
    if let stored, let ground = wouldLose(stored, to: response, request) {
        return .doNotStore(ground)
    }
    return allowed(response, settings) ? .store : .doNotStore(.nothingAllowsStoring)
}

/// The rule by which this cache cannot keep such a response as a response of its own (§3, §3.3).
private func unsupported(
    _ response: ResponseHead,
    _ request: RequestHead,
    _ settings: CacheSettings
) -> Ground? {
    switch response.status {
    case 304: return .notModifiedIsNoEntry
    case 206:
        // Not implemented: storing multipart/byteranges, whose parts have no common head.
        guard settings.storesPartialResponses, request.method == "GET",
            response.enclosedPart != nil
        else { return .partialIsNotStored }
    case 416: return .partialIsNotStored
    default: break
    }
    return hasContradictoryLength(response) ? .lengthContradictsItself : nil
}

/// Whether the framing leaves it open where the body ends (RFC 9112 §6.3).
private func hasContradictoryLength(_ response: ResponseHead) -> Bool {
    let lengths = response.fields.listMembers(of: "Content-Length")
    guard let first = lengths.first else { return false }
    return lengths.contains { $0 != first } || ByteRange.position(first[...]) == nil
        || response.fields.contains("Transfer-Encoding")
}

/// The rule that forbids storing, if one does (§3, §3.5, §5.2).
private func forbidden(
    _ response: ResponseHead,
    _ request: RequestHead,
    _ settings: CacheSettings
) -> Ground? {
    if request.directives.noStore { return .requestNoStore }
    let directives = response.directives(under: settings)
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

/// The rule by which what is stored is worth more than the response.
private func wouldLose(
    _ stored: StoredHead,
    to response: ResponseHead,
    _ request: RequestHead
) -> Ground? {
    guard nominatedFieldsMatch(stored, request) else { return nil }
    // A server's passing error must not cost the user a response that can be validated later.
    if isTransientError(response.status), !isTransientError(stored.response.status) {
        return .errorKeepsStored(response.status)
    }
    // A part never takes the place of a whole.
    return response.status == 206 && !stored.isPartial ? .partialIsNotStored : nil
}

/// Whether something lets the response be stored and makes that useful: a lifetime, or a validator (§3).
private func allowed(_ response: ResponseHead, _ settings: CacheSettings) -> Bool {
    let (directives, isTargeted) = response.governingDirectives(under: settings)
    if directives.isPublic || directives.maxAge != nil { return true }
    if !isTargeted, response.fields.contains("Expires") { return true }
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
