// What an answered request makes untrue (RFC 9111 §4.4, RFC 9875).

/// The URIs whose stored responses an answered request has made untrue (RFC 9111 §4.4).
package func invalidatedTargets(request: RequestHead, response: ResponseHead) -> [TargetURI] {
    guard invalidates(request, response) else { return [] }
    var targets = [request.target]
    for name in ["Location", "Content-Location"] as [FieldName] {
        guard let reference = response.fields.values(of: name).first,
            case .success(let parsed) = request.target.resolve(fieldValue: reference)
        else { continue }
        // "MUST NOT … if the origin … differs": another origin's responses are not ours to invalidate.
        if parsed.target.isSameOrigin(as: request.target), !targets.contains(parsed.target) {
            targets.append(parsed.target)
        }
    }
    return targets
}

/// "a non-error response to an unsafe request method (including methods whose safety is unknown)".
private func invalidates(_ request: RequestHead, _ response: ResponseHead) -> Bool {
    !request.isSafe && (200...399).contains(response.status)
}

/// The groups that a response belongs to, within its origin (RFC 9875 §2).
package func cacheGroups(of response: ResponseHead) -> [String] {
    groups(in: response.fields["Cache-Groups"])
}

/// The groups whose stored responses an answered request has made untrue (RFC 9875 §3).
///
/// The field has no meaning in an answer to a safe method.
package func invalidatedGroups(request: RequestHead, response: ResponseHead) -> [String] {
    guard invalidates(request, response) else { return [] }
    return groups(in: response.fields["Cache-Group-Invalidation"])
}

/// Whether a stored response belongs to one of the groups, in the origin that they were named by
/// (RFC 9875 §2.1).
package func belongs(
    _ stored: StoredHead,
    toAnyOf groups: [String],
    of origin: TargetURI
) -> Bool {
    guard !groups.isEmpty, stored.target.isSameOrigin(as: origin) else { return false }
    // Compared to the letter: case and every character count.
    return cacheGroups(of: stored.response).contains { groups.contains($0) }
}

/// The strings of a list; none where it holds anything else, as such a field means nothing.
private func groups(in value: String?) -> [String] {
    guard let value, let members = StructuredField.list(value) else { return [] }
    var groups: [String] = []
    for member in members {
        guard case .string(let group)? = member.item else { return [] }
        if !groups.contains(group) { groups.append(group) }
    }
    return groups
}
