/// What this cache did with a request: its member of the Cache-Status field (RFC 9211 §2).
package struct CacheStatus: Hashable, Sendable {
    /// Whether the stored response was used without asking the origin (§2.1).
    package var isHit = false
    /// Why the request was forwarded (§2.2).
    package var forward: ForwardReason?
    /// The status that the origin answered with (§2.3).
    package var forwardStatus: Int?
    /// The seconds of freshness left, negative when stale (§2.4).
    package var timeToLive: Int64?
    /// Whether the answer was stored (§2.5).
    package var isStored = false
    /// Whether the request was collapsed with another (§2.6).
    package var isCollapsed = false
    /// The key of the stored response (§2.7).
    package var key: String?
    /// What the other members cannot say (§2.8).
    package var detail: String?

    package init() {}

    /// The member as it is written in the field.
    ///
    /// "hit" and "fwd" exclude each other (§2.2): where both are set, the request was forwarded.
    package var text: String {
        var text = "httpcache"
        if isHit && forward == nil { text += "; hit" }
        if let forward { text += "; fwd=\(forward.rawValue)" }
        if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { text += "; ttl=\(timeToLive)" }
        if isStored { text += "; stored" }
        if isCollapsed { text += "; collapsed" }
        if let key { text += "; key=\(StructuredField.string(key))" }
        if let detail {
            let value = StructuredField.isToken(detail) ? detail : StructuredField.string(detail)
            text += "; detail=\(value)"
        }
        return text
    }
}
