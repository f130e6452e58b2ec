// Structured fields as far as caching needs them: lists, dictionaries, items (RFC 9651).

/// An item without its parameters (RFC 9651 §3.3).
package enum BareItem: Hashable, Sendable {
    case integer(Int64)
    /// A decimal in thousandths.
    case decimal(Int64)
    case string(String)
    case token(String)
    /// A byte sequence, still in base64.
    case bytes(String)
    case boolean(Bool)
    /// A date in seconds since 1970.
    case date(Int64)

    /// The text of a string or a token, else nil.
    package var text: String? {
        switch self {
        case .string(let text), .token(let text): text
        default: nil
        }
    }
}

/// A parameter or a dictionary member: a key and what stands behind its equals sign.
package struct Keyed<Value: Hashable & Sendable>: Hashable, Sendable {
    package var key: String
    package var value: Value
}

/// A member of a list or of a dictionary: one item, or an inner list of them (RFC 9651 §3.1).
package struct StructuredMember: Hashable, Sendable {
    /// The items; one where the member is no inner list.
    package var items: [BareItem]
    /// Whether the member stood in parentheses.
    package var isInnerList: Bool
    /// The member's parameters; those of the items inside an inner list are read and left out.
    package var parameters: [Keyed<BareItem>] = []

    /// The single item, or nil where the member is an inner list.
    package var item: BareItem? { isInnerList ? nil : items.first }

    /// The value of a parameter, the last where there are several.
    package func parameter(_ key: String) -> BareItem? {
        parameters.last { $0.key == key }?.value
    }
}

/// Reads structured fields; whatever is not entirely well-formed is nil as a whole (RFC 9651 §4.2).
package enum StructuredField {
    /// Reads a list.
    package static func list(_ value: String) -> [StructuredMember]? {
        var parser = StructuredFieldParser(value)
        return parser.list()
    }

    /// Reads a dictionary; of several members with the same key the last counts.
    package static func dictionary(_ value: String) -> [Keyed<StructuredMember>]? {
        var parser = StructuredFieldParser(value)
        return parser.dictionary()
    }

    /// Writes a string, leaving out what a structured field cannot hold (RFC 9651 §4.1.6).
    package static func string(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value < 0x7F {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    /// Whether text may be written as a token (RFC 9651 §3.3.4).
    package static func isToken(_ text: String) -> Bool {
        guard let first = text.utf8.first, first.isTokenStart else { return false }
        return text.utf8.allSatisfy(\.isStructuredTokenByte)
    }
}

extension UInt8 {
    var isTokenStart: Bool {
        (0x61...0x7A).contains(asciiLowercased) || self == UInt8(ascii: "*")
    }

    var isStructuredTokenByte: Bool {
        isTokenByte || self == UInt8(ascii: ":") || self == UInt8(ascii: "/")
    }
}
