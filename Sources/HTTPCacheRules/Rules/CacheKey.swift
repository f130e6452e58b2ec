/// The text whose SHA-256 is the key of a request's responses (RFC 9111 §2).
///
/// HEAD shares GET's key. The partition keeps the answers to different credentials apart.
package func cacheKeyText(method: String, target: TargetURI, partition: String?) -> String {
    let methodClass = method == "HEAD" ? "GET" : method
    guard let partition else { return "\(methodClass) \(target)" }
    return "\(methodClass) \(target)\n\(partition)"
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
