// The texts whose SHA-256 are the keys of the store (RFC 9111 §2).

/// The text whose SHA-256 is the key of a request's responses (RFC 9111 §2).
///
/// HEAD shares GET's key. The partition keeps the answers to different credentials apart; it stands
/// last, as it is the only part that may hold a line end.
///
/// - Parameters:
///   - method: The request method.
///   - target: The target URI.
///   - partition: The name of the partition, or nil for the common one.
///   - noVarySearch: The rule by which the target's query is read, where its origin has given one.
///   - contentDigest: A digest of a QUERY request's content and its Content-Type and Content-Encoding.
/// - Returns: The text.
package func cacheKeyText(
    method: String,
    target: TargetURI,
    partition: String?,
    noVarySearch: NoVarySearch? = nil,
    contentDigest: String? = nil
) -> String {
    let methodClass = method == "HEAD" ? "GET" : method
    var text = "\(methodClass) \(target)"
    if let noVarySearch {
        // A blank before the question mark: no URI holds one, so no other key is equal.
        let query = noVarySearch.normalized(target.query)
        text = "\(methodClass) \(target.origin)\(target.path) ?\(query)"
    }
    if let contentDigest { text += "\ncontent \(contentDigest)" }
    if let partition { text += "\n\(partition)" }
    return text
}

/// The text whose SHA-256 names the place where a path's No-Vary-Search rule is kept.
///
/// The rule must be known before the response is, so the last one that the path sent is looked up.
package func searchRuleKeyText(target: TargetURI, partition: String?) -> String {
    var text = "No-Vary-Search \(target.origin)\(target.path)"
    if let partition { text += "\n\(partition)" }
    return text
}

/// What of a QUERY request's fields belongs to its content, and so into the content's digest
/// (RFC 9110 §8; the QUERY method's own specification on caching).
package func contentKeyText(for fields: Fields) -> String {
    var text = ""
    for name in ["content-type", "content-encoding", "content-language"] as [FieldName] {
        for value in fields.values(of: name) { text += "\(name): \(value)\n" }
    }
    return text
}

/// The secret material that decides the partition, or nil where a request carries none.
///
/// Only a digest of it may leave the process.
package func partitionText(for fields: Fields) -> String? {
    var text = ""
    for name in ["authorization", "cookie"] as [FieldName] {
        for value in fields.values(of: name) { text += "\(name): \(value)\n" }
    }
    return text.isEmpty ? nil : text
}
