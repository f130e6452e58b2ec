// What an origin's 304 or HEAD answer does to stored responses (RFC 9111 §4.3.3 to §4.3.5).

/// What a 304 means for a request that carried stored validators (RFC 9111 §4.3.3, §4.3.4).
package enum NotModifiedOutcome: Hashable, Sendable {
    /// It confirms the stored response at this index: freshen and reuse it.
    case freshen(index: Int)
    /// It confirms what the caller has, not what is stored: the caller gets the 304.
    case passOn
    /// It confirms nothing that is known here: ask again, without the stored validators.
    case askAgain
}

/// Decides what a 304 is about (RFC 9111 §4.3.4).
package func notModifiedOutcome(
    among stored: [StoredHead],
    with notModified: ResponseHead,
    answering presented: RequestHead
) -> NotModifiedOutcome {
    if let index = selectForFreshening(among: stored, with: notModified, answering: presented) {
        return .freshen(index: index)
    }
    guard let tag = notModified.entityTag else { return .askAgain }
    let own = presented.fields.values(of: "If-None-Match").flatMap { EntityTag.list($0) }
    return own.contains { $0.matchesWeakly(tag) } ? .passOn : .askAgain
}

/// The stored response that a 304 is about, or nil where it is about none of them (RFC 9111 §4.3.4).
package func selectForFreshening(
    among stored: [StoredHead],
    with notModified: ResponseHead,
    answering presented: RequestHead
) -> Int? {
    let candidates = stored.indices.filter { suffices(stored[$0], for: presented) }
    if let tag = notModified.entityTag {
        return preferred(candidates.filter { corresponds(stored[$0], tag) }, stored, presented)
    }
    if let modified = notModified.fields.values(of: "Last-Modified").first {
        // "weak validators": the most recent of the responses that they correspond to.
        let matching = candidates.filter {
            stored[$0].response.fields.values(of: "Last-Modified").first == modified
        }
        return preferred(matching, stored, presented)
    }
    // Why: many origins leave the validator out of a 304. It can only be about the one that was
    // asked about; where several tags were asked about, nobody knows which.
    let asked = Set(candidates.compactMap { stored[$0].response.entityTag })
    if asked.count > 1 { return nil }
    if let tag = asked.first {
        return preferred(
            candidates.filter { stored[$0].response.entityTag == tag },
            stored,
            presented
        )
    }
    return preferred(
        candidates.filter { nominatedFieldsMatch(stored[$0], presented) },
        stored,
        presented
    )
}

/// All stored responses that a 304 freshens beside the selected one: those with its strong validator
/// (RFC 9111 §4.3.4).
package func alsoFreshened(
    among stored: [StoredHead],
    with notModified: ResponseHead,
    selected: Int
) -> [Int] {
    guard let tag = notModified.entityTag, !tag.isWeak else { return [] }
    return stored.indices.filter { $0 != selected && corresponds(stored[$0], tag) }
}

/// "one of those same strong validators", or for a weak one a weak comparison (RFC 9110 §8.8.3.2).
private func corresponds(_ stored: StoredHead, _ tag: EntityTag) -> Bool {
    guard let storedTag = stored.response.entityTag else { return false }
    return tag.isWeak ? storedTag.matchesWeakly(tag) : storedTag.matchesStrongly(tag)
}

/// Among equals: what matches the request's nominated fields first, then the most recent.
private func preferred(
    _ indices: [Int],
    _ stored: [StoredHead],
    _ presented: RequestHead
) -> Int? {
    func rank(_ index: Int) -> (Int, Timestamp, Timestamp) {
        let head = stored[index]
        return (nominatedFieldsMatch(head, presented) ? 1 : 0, head.dateValue, head.responseTime)
    }
    return indices.max { rank($0) < rank($1) }
}

/// The stored response as a 304 leaves it: updated fields, and an age that counts from now (RFC 9111 §4.3.4).
package func freshen(
    _ stored: StoredHead,
    with notModified: ResponseHead,
    under settings: CacheSettings,
    requestTime: Timestamp,
    responseTime: Timestamp
) -> StoredHead {
    var freshened = stored
    freshened.response.fields = updatedFields(
        of: stored.response.fields,
        with: notModified,
        under: settings
    )
    if !notModified.fields.contains("Date") {
        // The confirmation is as new as its reception, however old the stored Date is.
        freshened.response.fields.replace("Date", with: HTTPDate.format(responseTime))
    }
    freshened.requestTime = requestTime
    freshened.responseTime = responseTime
    return freshened
}

/// What a HEAD answer says of a stored GET response (RFC 9111 §4.3.5).
package enum HeadOutcome: Hashable, Sendable {
    /// It describes the same response: its fields are updated.
    case freshen
    /// It describes another one: what is stored is stale now.
    case invalidate
    /// It says nothing about it.
    case leave
}

/// Decides what a HEAD answer does to a stored GET response (RFC 9111 §4.3.5).
///
/// - Parameters:
///   - stored: The stored response that would have been selected for a GET.
///   - bodyLength: The length of its body, in bytes.
///   - head: The answer to HEAD.
/// - Returns: Whether the stored response is freshened, invalidated or left alone.
package func headOutcome(
    for stored: StoredHead,
    bodyLength: Int64,
    given head: ResponseHead
) -> HeadOutcome {
    // What is gone cannot be current; any other error says nothing about the resource.
    if head.status == 404 || head.status == 410 {
        return stored.response.status == head.status ? .leave : .invalidate
    }
    guard head.status == 200, stored.response.status == 200 else { return .leave }
    if let length = head.fields.values(of: "Content-Length").first,
        ByteRange.position(length[...]) != bodyLength
    {
        return .invalidate
    }
    if let tag = head.entityTag, tag != stored.response.entityTag { return .invalidate }
    if let modified = head.fields.values(of: "Last-Modified").first,
        modified != stored.response.fields.values(of: "Last-Modified").first
    {
        return .invalidate
    }
    return .freshen
}
