/// What a redirect leads to (RFC 9110 §15.4).
package struct Redirection: Hashable, Sendable {
    /// The next request.
    package var head: RequestHead
    /// Whether the content of the first request is sent again.
    package var keepsBody: Bool
    /// The userinfo part that the Location held; a secret.
    package var userInformation: String?
}

/// Why a redirect that asks to be followed cannot be, or nil where it can or is none (RFC 9110 §15.4).
package func redirectionMalformation(
    of response: ResponseHead,
    answering request: RequestHead
) -> URIMalformation? {
    guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.fields.values(of: "Location").first, !location.isEmpty,
        case .failure(let malformation) = request.target.resolve(fieldValue: location)
    else { return nil }
    return malformation
}

/// The request that a redirect asks for; nil where the response is none that is followed (RFC 9110 §15.4).
///
/// 300, 304, 305 and 306 are not followed, nor is a Location that is no http or https URI.
package func redirection(
    from response: ResponseHead,
    answering request: RequestHead
) -> Redirection? {
    guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.fields.values(of: "Location").first, !location.isEmpty,
        case .success(let parsed) = request.target.resolve(fieldValue: location)
    else { return nil }
    var next = request
    next.target = parsed.target
    let becomesGET = turnsIntoGET(response.status, request.method)
    if becomesGET {
        next.method = "GET"
        for name in contentFields { next.fields.remove(name) }
    }
    if !parsed.target.isSameOrigin(as: request.target) {
        for name in boundToOrigin { next.fields.remove(name) }
    }
    return Redirection(
        head: next,
        keepsBody: !becomesGET,
        userInformation: parsed.userInformation
    )
}

/// "the request method … to GET": for 303 any but HEAD, for 301 and 302 POST alone, as clients do.
private func turnsIntoGET(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 303: method != "HEAD" && method != "GET"
    case 301, 302: method == "POST"
    default: false
    }
}

/// Fields that describe content which is not sent again (RFC 9110 §15.4).
private let contentFields: [FieldName] = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location",
    "Content-MD5", "Content-Digest", "Repr-Digest", "Digest", "Transfer-Encoding", "Expect",
]

/// Credentials are for the origin they were given to, conditions for its representations.
private let boundToOrigin: [FieldName] = [
    "Authorization", "Cookie", "Cookie2", "Proxy-Authorization", "Host", "If-None-Match",
    "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
]
