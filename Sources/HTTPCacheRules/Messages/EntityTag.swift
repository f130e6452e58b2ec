/// An entity tag: an opaque validator that is strong or weak (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// Whether the tag is weak.
    public let isWeak: Bool
    /// The opaque part with its quotation marks, as received.
    public let opaque: String

    /// Reads one entity tag; text without quotation marks is taken for a strong tag as it stands.
    ///
    /// Why: some servers send bare tags and compare them to the letter; sending them back unchanged
    /// is the only way that such a server ever answers 304.
    public init?(_ text: String) {
        let trimmed = text[...].trimmingOptionalWhitespace
        let isWeak = trimmed.utf8.starts(with: "W/".utf8)
        let opaque = isWeak ? trimmed.dropFirst(2) : trimmed
        if opaque.isEmpty { return nil }
        self.isWeak = isWeak
        self.opaque = String(opaque)
    }

    /// The tag as it is written in a field.
    public var text: String { isWeak ? "W/" + opaque : opaque }

    /// Whether both tags are strong and equal (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Whether both tags are equal, weak or not (RFC 9110 §8.8.3.2).
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

extension ResponseHead {
    /// The entity tag of the response, the first where there are several.
    package var entityTag: EntityTag? { fields.values(of: "ETag").first.flatMap { EntityTag($0) } }
}
