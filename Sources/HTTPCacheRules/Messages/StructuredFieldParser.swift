/// Reads a structured field from left to right (RFC 9651 §4.2).
struct StructuredFieldParser {
    private var rest: ArraySlice<UInt8>

    init(_ value: String) {
        rest = Array(value.utf8)[...]
        skipSpaces()
        while rest.last == 0x20 { rest = rest.dropLast() }
    }

    mutating func list() -> [StructuredMember]? {
        var members: [StructuredMember] = []
        while !rest.isEmpty {
            guard let member = member() else { return nil }
            members.append(member)
            guard nextMember() else { return nil }
        }
        return members
    }

    mutating func dictionary() -> [Keyed<StructuredMember>]? {
        var members: [Keyed<StructuredMember>] = []
        var places: [String: Int] = [:]
        while !rest.isEmpty {
            guard let key = key() else { return nil }
            var value: StructuredMember
            if skip("=") {
                guard let member = member() else { return nil }
                value = member
            } else {
                value = StructuredMember(items: [.boolean(true)], isInnerList: false)
                guard let parameters = parameters() else { return nil }
                value.parameters = parameters
            }
            if let place = places[key] {
                members[place].value = value
            } else {
                places[key] = members.count
                members.append(Keyed(key: key, value: value))
            }
            guard nextMember() else { return nil }
        }
        return members
    }

    /// Skips the comma before the next member; false where something else, or nothing, follows.
    private mutating func nextMember() -> Bool {
        skipOptionalWhitespace()
        if rest.isEmpty { return true }
        guard skip(",") else { return false }
        skipOptionalWhitespace()
        return !rest.isEmpty
    }

    private mutating func member() -> StructuredMember? {
        guard skip("(") else {
            guard let item = bareItem(), let parameters = parameters() else { return nil }
            return StructuredMember(items: [item], isInnerList: false, parameters: parameters)
        }
        var items: [BareItem] = []
        while true {
            skipSpaces()
            if skip(")") { break }
            guard let item = bareItem(), parameters() != nil,
                rest.first == 0x20 || rest.first == UInt8(ascii: ")")
            else { return nil }
            items.append(item)
        }
        guard let parameters = parameters() else { return nil }
        return StructuredMember(items: items, isInnerList: true, parameters: parameters)
    }

    private mutating func parameters() -> [Keyed<BareItem>]? {
        var parameters: [Keyed<BareItem>] = []
        while skip(";") {
            skipSpaces()
            guard let key = key() else { return nil }
            var value = BareItem.boolean(true)
            if skip("=") {
                guard let item = bareItem() else { return nil }
                value = item
            }
            parameters.append(Keyed(key: key, value: value))
        }
        return parameters
    }

    private mutating func key() -> String? {
        guard let first = rest.first, (0x61...0x7A).contains(first) || first == UInt8(ascii: "*")
        else { return nil }
        return take { byte in
            (0x61...0x7A).contains(byte) || byte.isASCIIDigit || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "*")
        }
    }

    private mutating func bareItem() -> BareItem? {
        guard let first = rest.first else { return nil }
        switch first {
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: ":"): return bytes().map { .bytes($0) }
        case UInt8(ascii: "?"):
            rest = rest.dropFirst()
            if skip("1") { return .boolean(true) }
            return skip("0") ? .boolean(false) : nil
        case UInt8(ascii: "@"):
            rest = rest.dropFirst()
            guard case .integer(let seconds)? = number() else { return nil }
            return .date(seconds)
        case UInt8(ascii: "-"), 0x30...0x39: return number()
        default:
            return first.isTokenStart ? .token(take(while: \.isStructuredTokenByte)) : nil
        }
    }

    private mutating func number() -> BareItem? {
        let isNegative = skip("-")
        let digits = take(while: \.isASCIIDigit)
        guard (1...15).contains(digits.utf8.count), let whole = Int64(digits) else { return nil }
        guard skip(".") else { return .integer(isNegative ? -whole : whole) }
        let fraction = take(while: \.isASCIIDigit)
        guard digits.utf8.count <= 12, (1...3).contains(fraction.utf8.count) else { return nil }
        let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        let thousandths = whole * 1000 + (Int64(padded) ?? 0)
        return .decimal(isNegative ? -thousandths : thousandths)
    }

    private mutating func string() -> String? {
        rest = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst(),
                    escaped == UInt8(ascii: "\"") || escaped == UInt8(ascii: "\\")
                else { return nil }
                text.append(escaped)
            case 0x20...0x7E: text.append(byte)
            default: return nil
            }
        }
        return nil
    }

    private mutating func bytes() -> String? {
        rest = rest.dropFirst()
        let encoded = take { byte in
            byte.isASCIIDigit || (0x61...0x7A).contains(byte.asciiLowercased)
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
                || byte == UInt8(ascii: "=")
        }
        return skip(":") ? encoded : nil
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return String(decoding: taken, as: UTF8.self)
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 } }

    private mutating func skipOptionalWhitespace() { rest = rest.drop { $0.isOptionalWhitespace } }
}
