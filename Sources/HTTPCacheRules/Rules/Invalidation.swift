/// The URIs whose stored responses an answered request has made untrue (RFC 9111 §4.4).
package func invalidatedTargets(request: RequestHead, response: ResponseHead) -> [TargetURI] {
    guard !request.isSafe, (200...399).contains(response.status) else { return [] }
    var targets = [request.target]
    for name in ["Location", "Content-Location"] as [FieldName] {
        guard let reference = response.fields.values(of: name).first,
            case .success(let parsed) = request.target.resolve(reference)
        else { continue }
        // "the host part … differs": another origin's responses are not ours to invalidate.
        if parsed.target.isSameOrigin(as: request.target), !targets.contains(parsed.target) {
            targets.append(parsed.target)
        }
    }
    return targets
}
