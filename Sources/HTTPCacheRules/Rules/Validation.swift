// Conditional requests: asking an origin whether what is stored still holds (RFC 9111 §4.3.1, §4.3.2).

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
///   - presented: The request to answer. Its own entity tags are asked about beside the stored ones;
///     its If-Modified-Since gives way to the stored Last-Modified.
///   - stored: All responses stored under the request's key: each entity tag is asked about.
///   - selected: The one that would be reused; its Last-Modified is asked about.
/// - Returns: The conditional request, with at most one field of each kind.
package func conditionalRequest(
    for presented: RequestHead,
    validating stored: [StoredHead],
    selected: StoredHead?
) -> RequestHead? {
    var tags: [String] = []
    // "if any of the stored responses contains only partial content, the cache ought not include its
    // entity tag … unless the request is for a range that would be fully satisfied".
    for candidate in stored where suffices(candidate, for: presented) {
        if let tag = candidate.response.entityTag, !tags.contains(tag.text) {
            tags.append(tag.text)
        }
    }
    let lastModified = selected.flatMap { selected in
        suffices(selected, for: presented)
            ? selected.response.fields.values(of: "Last-Modified").first { !$0.isEmpty } : nil
    }
    if tags.isEmpty && lastModified == nil { return nil }
    var conditional = presented
    conditional.fields.remove("If-None-Match")
    conditional.fields.remove("If-Modified-Since")
    if !tags.isEmpty {
        for tag in presented.ownEntityTags where !tags.contains(tag) { tags.append(tag) }
        conditional.fields.append("If-None-Match", tags.joined(separator: ", "))
    }
    // Echoed to the letter, even where it is no date that we could read.
    if let lastModified { conditional.fields.append("If-Modified-Since", lastModified) }
    return conditional
}

extension RequestHead {
    /// The caller's own entity tags, without `*`, which beside tags would mean nothing.
    fileprivate var ownEntityTags: [String] {
        fields.values(of: "If-None-Match").flatMap { EntityTag.list($0) }.map(\.text)
            .filter { $0 != "*" }
    }
}

/// Whether a stored response answers the caller's own precondition by 304 (RFC 9111 §4.3.2).
///
/// If-None-Match counts alone where it is present (RFC 9110 §13.1.3).
package func isNotModified(_ stored: StoredHead, for presented: RequestHead) -> Bool {
    let conditions = presented.fields.values(of: "If-None-Match")
    if !conditions.isEmpty {
        if conditions.contains(where: { $0[...].trimmingOptionalWhitespace == "*" }) { return true }
        guard let tag = stored.response.entityTag else { return false }
        return conditions.contains { value in
            EntityTag.list(value).contains { $0.matchesWeakly(tag) }
        }
    }
    guard let since = presented.fields.values(of: "If-Modified-Since").first,
        let date = HTTPDate.parse(since, now: stored.responseTime)
    else { return false }
    // Without Last-Modified, the Date stands in, else the time of reception (§4.3.2).
    let modified = stored.response.date(of: "Last-Modified", now: stored.responseTime)
    return (modified ?? stored.dateValue) <= date
}
