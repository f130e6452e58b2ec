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

extension EntityTag {
    /// The entity tags in a list such as the value of If-None-Match (RFC 9110 §13.1.2).
    ///
    /// Why: a backslash in an entity tag escapes nothing, unlike in a quoted string (§8.8.3), so a
    /// tag may end in one; and a comma inside the quotation marks does not end it.
    package static func list(_ value: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = value.utf8[...]
        while !rest.isEmpty {
            let isQuoted = opensQuoted(rest)
            var end = rest.startIndex
            var marks = 0
            while end < rest.endIndex {
                if rest[end] == UInt8(ascii: "\"") { marks += 1 }
                if rest[end] == UInt8(ascii: ","), !isQuoted || marks != 1 { break }
                end = rest.index(after: end)
            }
            if let tag = EntityTag(String(Substring(rest[..<end]))) { tags.append(tag) }
            rest = rest[end...].dropFirst()
        }
        return tags
    }

    /// Whether the next member begins with a quotation mark that is closed later.
    private static func opensQuoted(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes.drop { $0.isOptionalWhitespace }
        if rest.starts(with: "W/".utf8) { rest = rest.dropFirst(2) }
        return rest.first == UInt8(ascii: "\"") && rest.dropFirst().contains(UInt8(ascii: "\""))
    }
}

extension ResponseHead {
    /// The entity tag of the response, the first where there are several.
    package var entityTag: EntityTag? { fields.values(of: "ETag").first.flatMap { EntityTag($0) } }
}
