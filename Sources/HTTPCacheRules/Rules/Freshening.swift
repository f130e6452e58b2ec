// What an origin's 304 or HEAD answer does to stored responses (RFC 9111 §4.3.3 to §4.3.5).

/// The stored response that a 304 is about, or nil where it is about none of them (RFC 9111 §4.3.4).
package func selectForFreshening(
    among stored: [StoredHead], with notModified: ResponseHead, answering presented: RequestHead
) -> Int? {
    if let tag = notModified.entityTag {
        // "strong validator": all stored responses with it; the one that would be reused is served.
        let matching = stored.indices.filter { index in
            guard let storedTag = stored[index].response.entityTag else { return false }
            return tag.isWeak ? storedTag.matchesWeakly(tag) : storedTag.matchesStrongly(tag)
                || (storedTag.isWeak && storedTag.matchesWeakly(tag))
        }
        return latest(of: matching, in: stored)
    }
    // Without an entity tag, the response that would have been selected for the request.
    guard let index = selectStoredResponse(for: presented, among: stored) else {
        return stored.count == 1 ? 0 : nil
    }
    if let modified = notModified.fields.values(of: "Last-Modified").first,
        let storedModified = stored[index].response.fields.values(of: "Last-Modified").first,
        modified != storedModified
    {
        return nil
    }
    return index
}

private func latest(of indices: [Int], in stored: [StoredHead]) -> Int? {
    indices.max { stored[$0].dateValue < stored[$1].dateValue }
}

/// The stored response as a 304 leaves it: updated fields, and an age that counts from now (RFC 9111 §4.3.4).
package func freshen(
    _ stored: StoredHead, with notModified: ResponseHead, under settings: CacheSettings,
    requestTime: Timestamp, responseTime: Timestamp
) -> StoredHead {
    var freshened = stored
    freshened.response.fields = updatedFields(
        of: stored.response.fields, with: notModified, under: settings)
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
package func headOutcome(
    for stored: StoredHead, bodyLength: Int64, given head: ResponseHead
) -> HeadOutcome {
    guard head.status == 200, stored.response.status == 200 else { return .leave }
    if let length = head.fields.values(of: "Content-Length").first,
        length != "\(bodyLength)"
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
