/// What a redirect leads to (RFC 9110 §15.4).
package struct Redirection: Hashable, Sendable {
    /// The next request.
    package var head: RequestHead
    /// Whether the content of the first request is sent again.
    package var keepsBody: Bool
}

/// The request that a redirect asks for; nil where the response is none that is followed (RFC 9110 §15.4).
///
/// 300, 304, 305 and 306 are not followed, nor is a Location that is no http or https URI.
package func redirection(
    from response: ResponseHead, answering request: RequestHead
) -> Redirection? {
    guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.fields.values(of: "Location").first, !location.isEmpty,
        case .success(let parsed) = request.target.resolve(location.humanReadable)
    else { return nil }
    var next = request
    next.target = parsed.target
    let becomesGET =
        response.status == 303
        ? request.method != "HEAD" && request.method != "GET"
        : (response.status == 301 || response.status == 302) && request.method == "POST"
    if becomesGET {
        next.method = "GET"
        for name in ["Content-Type", "Content-Length", "Content-Encoding"] as [FieldName] {
            next.fields.remove(name)
        }
    }
    if !parsed.target.isSameOrigin(as: request.target) {
        // Credentials are for the origin they were given to, conditions for its representations.
        for name in [
            "Authorization", "Cookie", "Proxy-Authorization", "Host", "If-None-Match",
            "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
        ] as [FieldName] {
            next.fields.remove(name)
        }
    }
    return Redirection(head: next, keepsBody: !becomesGET)
}
