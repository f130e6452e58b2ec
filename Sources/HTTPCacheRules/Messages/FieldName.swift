/// The case-insensitive name of a field (RFC 9110 §5.1).
public struct FieldName: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name in the spelling in which it was received or written.
    public let rawName: String

    /// Creates a name, keeping its spelling.
    public init(_ rawName: String) {
        self.rawName = rawName
    }

    /// Creates a name from a literal.
    public init(stringLiteral value: String) {
        self.rawName = value
    }

    /// The name as spelt.
    public var description: String { rawName }

    /// The name in lower case.
    public var lowercased: String { rawName.asciiLowercased }

    /// Whether the name is a token and so can be sent (RFC 9110 §5.6.2).
    public var isToken: Bool { rawName.isToken }
}

extension FieldName: Hashable {
    /// Compares two names without regard to ASCII case.
    public static func == (left: FieldName, right: FieldName) -> Bool {
        left.rawName.equalsIgnoringASCIICase(right.rawName)
    }

    /// Hashes the name without regard to ASCII case.
    public func hash(into hasher: inout Hasher) {
        for byte in rawName.utf8 { hasher.combine(byte.asciiLowercased) }
    }
}
