package import HTTPCacheRules

/// The name under which the responses to one request are stored: a SHA-256 sum in hexadecimal.
package struct StoreKey: Hashable, Sendable, CustomStringConvertible {
    private let digest: SHA256Digest

    /// Makes the key of a cache key's text.
    package init(hashing text: String) {
        digest = SHA256.digest(of: text)
    }

    /// Reads 64 hexadecimal digits in lower case; nil for anything else.
    package init?(hex: some StringProtocol) {
        guard let digest = SHA256Digest(hex: hex.utf8) else { return nil }
        self.digest = digest
    }

    /// The key as 64 hexadecimal digits in lower case.
    package var hex: String { digest.hex }

    package var description: String { hex }
}

/// The name of one stored response: its key, and which variant of the key it is.
package struct EntryName: Hashable, Sendable, CustomStringConvertible {
    /// The key.
    package let key: StoreKey
    /// Sixteen hexadecimal digits for a response that names request fields in Vary, else nil.
    package let variant: String?

    package init(key: StoreKey, variant: String? = nil) {
        self.key = key
        self.variant = variant
    }

    /// Names the variant of a response by the request fields that it nominates (RFC 9111 §4.1).
    package init(key: StoreKey, of head: StoredHead) {
        self.init(key: key, variant: Self.variant(of: head))
    }

    /// Reads `<key>` or `<key>-<variant>`; nil for anything else.
    package init?(fileStem: some StringProtocol) {
        let parts = fileStem.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let key = StoreKey(hex: first) else {
            return nil
        }
        if parts.count == 2, !Self.isVariant(parts[1].utf8) { return nil }
        self.init(key: key, variant: parts.count == 2 ? String(parts[1]) : nil)
    }

    /// The name without a suffix, as files carry it.
    package var fileStem: String {
        variant.map { "\(key.hex)-\($0)" } ?? key.hex
    }

    package var description: String { fileStem }

    static func isVariant(_ digits: some Collection<UInt8>) -> Bool {
        digits.count == 16 && digits.allSatisfy { $0.lowercaseHexadecimalValue != nil }
    }

    /// An absent field must not give the same suffix as an empty one, so only present ones have a colon.
    private static func variant(of head: StoredHead) -> String? {
        let members = head.response.fields.listMembers(of: "Vary")
        if members.isEmpty { return nil }
        var text = ""
        for name in Set(members.map(\.asciiLowercased)).sorted() {
            text += name
            if let value = head.nominatedFields[FieldName(name)] { text += ":" + value }
            text += "\n"
        }
        return String(SHA256.digest(of: text).hex.prefix(16))
    }
}
