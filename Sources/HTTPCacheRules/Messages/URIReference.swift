/// A URI reference split into its five components, nothing decoded (RFC 3986 §4.1, appendix B).
struct URIReference {
    /// The scheme in lower case, or nil in a relative reference.
    var scheme: String?
    var authority: [UInt8]?
    var path: [UInt8]
    var query: [UInt8]?
    var fragment: [UInt8]?

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if let mark = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = Array(rest[(mark + 1)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(decoding: rest[..<colon], as: UTF8.self).asciiLowercased
            rest = rest[(colon + 1)...]
        }
        if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Array(rest[..<end])
            rest = rest[end...]
        }
        path = Array(rest)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, (0x61...0x7A).contains(first.asciiLowercased) else {
            return false
        }
        return bytes.allSatisfy {
            $0.isASCIIDigit || (0x61...0x7A).contains($0.asciiLowercased)
                || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
    }
}

/// Removes `.` and `..` segments; an empty path becomes `/` (RFC 3986 §5.2.4).
func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var output: [ArraySlice<UInt8>] = []
    let segments = path.split(separator: slash, omittingEmptySubsequences: false)
    // The first piece is what stands before the first slash: nothing, in an absolute path.
    let pieces = path.first == slash ? segments.dropFirst() : segments[...]
    for (position, segment) in pieces.enumerated() {
        let isLast = position == pieces.count - 1
        switch dotCount(segment) {
        case 1: if isLast { output.append([]) }
        case 2:
            if !output.isEmpty { output.removeLast() }
            if isLast { output.append([]) }
        default: output.append(segment)
        }
    }
    if output.isEmpty { return [slash] }
    return output.reduce(into: []) { $0 += [slash] + $1 }
}

/// The number of dots that a segment consists of, 0 where it holds anything else; `%2e` is a dot.
private func dotCount(_ segment: ArraySlice<UInt8>) -> Int {
    var rest = segment
    var dots = 0
    while let first = rest.first {
        if first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
        } else if rest.count >= 3, first == UInt8(ascii: "%"),
            rest[rest.startIndex + 1] == UInt8(ascii: "2"),
            rest[rest.startIndex + 2].asciiLowercased == UInt8(ascii: "e")
        {
            rest = rest.dropFirst(3)
        } else {
            return 0
        }
        dots += 1
    }
    return dots
}

/// Decodes percent-encoded unreserved bytes and writes the other encodings in upper case (RFC 3986 §6.2.2).
func normalizedPath(_ path: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(path.count)
    var index = 0
    while index < path.count {
        let byte = path[index]
        if byte == UInt8(ascii: "%"), index + 2 < path.count,
            let high = path[index + 1].hexadecimalValue, let low = path[index + 2].hexadecimalValue
        {
            let decoded = high << 4 | low
            output += decoded.isUnreserved ? [decoded] : percentEncoded(decoded)
            index += 3
        } else {
            output.append(byte)
            index += 1
        }
    }
    return output
}

extension UInt8 {
    /// Whether the byte is an unreserved character (RFC 3986 §2.3).
    fileprivate var isUnreserved: Bool {
        isASCIIDigit || (0x61...0x7A).contains(asciiLowercased) || self == UInt8(ascii: "-")
            || self == UInt8(ascii: ".") || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
    }
}

/// The percent-encoding of a byte, in upper case (RFC 3986 §2.1).
func percentEncoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}
