/// Why a request was forwarded instead of answered from the store (RFC 9211 §2.2).
package enum ForwardReason: String, Hashable, Sendable {
    /// The cache was not to handle the request.
    case bypass
    /// The method demands forwarding.
    case method
    /// Nothing is stored under the request's key.
    case uriMiss = "uri-miss"
    /// Something is stored, but for other nominated request fields.
    case varyMiss = "vary-miss"
    /// Nothing usable is stored.
    case miss
    /// The request's own directives.
    case request
    /// The stored response is stale.
    case stale
    /// A part of the stored response is missing.
    case partial
}
