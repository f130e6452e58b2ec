// Conditional requests: asking an origin whether what is stored still holds (RFC 9111 §4.3.1).

extension RequestHead {
    /// Whether the caller has put a precondition of its own that a cache may evaluate (RFC 9111 §4.3.2).
    package var isConditional: Bool {
        fields.contains("If-None-Match") || fields.contains("If-Modified-Since")
    }

    /// Whether the caller has put a precondition that only the origin can evaluate (RFC 9110 §13.1).
    package var demandsOrigin: Bool {
        fields.contains("If-Match") || fields.contains("If-Unmodified-Since")
    }
}

/// The request that validates stored responses, or nil where none of them has a validator (RFC 9111 §4.3.1).
///
/// - Parameters:
///   - presented: The request to answer; its own preconditions give way to the stored validators.
///   - stored: All responses stored under the request's key: each entity tag is asked about.
///   - selected: The one that would be reused; its Last-Modified is asked about.
package func conditionalRequest(
    for presented: RequestHead, validating stored: [StoredHead], selected: StoredHead?
) -> RequestHead? {
    var tags: [String] = []
    for candidate in stored where candidate.response.status != 206 {
        if let tag = candidate.response.entityTag, !tags.contains(tag.text) { tags.append(tag.text) }
    }
    let lastModified = selected?.response.fields.values(of: "Last-Modified").first
    if tags.isEmpty && lastModified == nil { return nil }
    var conditional = presented
    conditional.fields.remove("If-None-Match")
    conditional.fields.remove("If-Modified-Since")
    if !tags.isEmpty {
        conditional.fields.append("If-None-Match", tags.joined(separator: ", "))
    }
    // Echoed to the letter, even where it is no date that we could read.
    if let lastModified, !lastModified.isEmpty {
        conditional.fields.append("If-Modified-Since", lastModified)
    }
    return conditional
}

/// Whether a stored response answers the caller's own precondition by 304 (RFC 9111 §4.3.2).
package func isNotModified(_ stored: StoredHead, for presented: RequestHead) -> Bool {
    let wanted = presented.fields.listMembers(of: "If-None-Match")
    if !wanted.isEmpty {
        if wanted.contains("*") { return true }
        guard let tag = stored.response.entityTag else { return false }
        return wanted.contains { EntityTag($0)?.matchesWeakly(tag) ?? false }
    }
    guard let since = presented.fields.values(of: "If-Modified-Since").first,
        let date = HTTPDate.parse(since, now: stored.responseTime)
    else { return false }
    // Without Last-Modified, the Date stands in, else the time of reception (§4.3.2).
    let modified = stored.response.date(of: "Last-Modified", now: stored.responseTime)
    return (modified ?? stored.dateValue) <= date
}
