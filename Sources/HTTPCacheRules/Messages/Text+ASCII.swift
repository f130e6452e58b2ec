// ASCII views of text. Message text is kept isomorphic: one scalar (U+0000…U+00FF) stands for one
// byte as received, so nothing is lost and nothing can fail to decode.

extension UInt8 {
    package var asciiLowercased: UInt8 {
        self >= 0x41 && self <= 0x5A ? self + 0x20 : self
    }

    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The value of a hexadecimal digit, or nil.
    package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// Whether the byte may stand in a token (RFC 9110 §5.6.2).
    package var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
            UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
            UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    /// Whether the byte is a blank or a tab: optional white space (RFC 9110 §5.6.3).
    package var isOptionalWhitespace: Bool { self == 0x20 || self == 0x09 }
}

extension StringProtocol {
    package var isToken: Bool { !isEmpty && utf8.allSatisfy { $0.isTokenByte } }

    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension String {
    package var asciiLowercased: String {
        guard utf8.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) else { return self }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }

    /// Creates text in which each scalar stands for one of the bytes.
    package init(isomorphic bytes: some Collection<UInt8>) {
        if bytes.allSatisfy({ $0 < 0x80 }) {
            self.init(decoding: bytes, as: UTF8.self)
        } else {
            self.init()
            for byte in bytes { unicodeScalars.append(Unicode.Scalar(byte)) }
        }
    }

    /// The bytes that the text stands for; a scalar above U+00FF gives its UTF-8 bytes.
    package var isomorphicBytes: [UInt8] {
        if utf8.allSatisfy({ $0 < 0x80 }) { return Array(utf8) }
        var bytes: [UInt8] = []
        for scalar in unicodeScalars {
            if let byte = UInt8(exactly: scalar.value) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: String(scalar).utf8)
            }
        }
        return bytes
    }

    /// The text for people: its bytes as UTF-8 where they are valid UTF-8, else as Latin-1.
    package var humanReadable: String {
        if utf8.allSatisfy({ $0 < 0x80 }) { return self }
        return String(validating: isomorphicBytes, as: UTF8.self) ?? self
    }
}

extension Substring {
    /// The text without blanks and tabs at both ends (RFC 9110 §5.6.3).
    package var trimmingOptionalWhitespace: Substring {
        var bytes = utf8[...]
        while let first = bytes.first, first.isOptionalWhitespace { bytes.removeFirst() }
        while let last = bytes.last, last.isOptionalWhitespace { bytes.removeLast() }
        return Substring(bytes)
    }
}
