/// Which parts of a query make no difference to a response (draft-ietf-httpbis-no-vary-search).
package struct NoVarySearch: Hashable, Sendable {
    /// The parameters that make no difference.
    package enum Ignored: Hashable, Sendable {
        /// These, by their decoded names.
        case only([String])
        /// All but these.
        case allExcept([String])
    }

    /// The parameters that make no difference.
    package var ignored: Ignored
    /// Whether the order of the parameters makes a difference.
    package var isOrderSignificant: Bool

    /// Reads the field of a response; nil where it is missing, malformed or without effect.
    package init?(of response: ResponseHead) {
        guard let value = response.fields["No-Vary-Search"],
            let members = StructuredField.dictionary(value)
        else { return nil }
        self.init(members: members)
        if isOrderSignificant, ignored == .only([]) { return nil }
    }

    private init?(members: [Keyed<StructuredMember>]) {
        ignored = .only([])
        isOrderSignificant = true
        var except: StructuredMember?
        for member in members {
            switch member.key {
            case "key-order":
                guard case .boolean(let isIgnored)? = member.value.item else { return nil }
                isOrderSignificant = !isIgnored
            case "params":
                if case .boolean(let isAll)? = member.value.item {
                    ignored = isAll ? .allExcept([]) : .only([])
                } else {
                    guard let names = Self.names(member.value) else { return nil }
                    ignored = .only(names)
                }
            case "except": except = member.value
            default: break
            }
        }
        if let except {
            // It limits `params`, and means nothing where that does not say "all".
            guard case .allExcept = ignored, let names = Self.names(except) else { return nil }
            ignored = .allExcept(names)
        }
    }

    private static func names(_ member: StructuredMember) -> [String]? {
        guard member.isInnerList else { return nil }
        var names: [String] = []
        for item in member.items {
            guard case .string(let name) = item else { return nil }
            names.append(formDecoded(Array(name.utf8)[...]))
        }
        return names
    }

    /// A text that is equal for all queries which make no difference to one another.
    package func normalized(_ query: String?) -> String {
        var parameters = Array((query ?? "").utf8)
            .split(separator: UInt8(ascii: "&"))
            .map(Self.parameter)
            .filter { !isIgnored($0.name) }
        if !isOrderSignificant {
            // A stable order: several values of one name keep theirs.
            parameters = parameters.enumerated()
                .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
                .map(\.element)
        }
        return parameters.map { Self.encoded($0.name) + "=" + Self.encoded($0.value) }
            .joined(separator: "&")
    }

    private func isIgnored(_ name: String) -> Bool {
        switch ignored {
        case .only(let names): names.contains(name)
        case .allExcept(let names): !names.contains(name)
        }
    }

    private static func parameter(_ bytes: ArraySlice<UInt8>) -> (name: String, value: String) {
        let equals = bytes.firstIndex(of: UInt8(ascii: "=")) ?? bytes.endIndex
        return (formDecoded(bytes[..<equals]), formDecoded(bytes[equals...].dropFirst()))
    }

    /// Decodes as `application/x-www-form-urlencoded` does; the text is isomorphic to the bytes.
    private static func formDecoded(_ bytes: ArraySlice<UInt8>) -> String {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let high = rest.first?.hexadecimalValue,
                let low = rest.dropFirst().first?.hexadecimalValue
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(isomorphic: decoded)
    }

    private static func encoded(_ text: String) -> String {
        let bytes = text.isomorphicBytes.flatMap { byte in
            byte.isASCIIDigit || (0x61...0x7A).contains(byte.asciiLowercased)
                ? [byte] : percentEncoded(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
