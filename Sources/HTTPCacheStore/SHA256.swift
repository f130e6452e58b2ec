import CKernel
import HTTPCacheRules

/// The 32 bytes of a SHA-256 sum.
package struct SHA256Digest: Hashable, Sendable, CustomStringConvertible {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// Reads 64 hexadecimal digits in lower case; nil for anything else.
    package init?(hex: some Sequence<UInt8>) {
        var words: [UInt64] = [0, 0, 0, 0]
        var count = 0
        for digit in hex {
            guard count < 64, let value = digit.lowercaseHexadecimalValue else { return nil }
            words[count / 16] = words[count / 16] << 4 | UInt64(value)
            count += 1
        }
        guard count == 64 else { return nil }
        self.words = (words[0], words[1], words[2], words[3])
    }

    fileprivate init(bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt64 {
            UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
        }
        words = (word(0), word(1), word(2), word(3))
    }

    /// The sum as 64 hexadecimal digits in lower case.
    package var hex: String {
        words.0.hexadecimal + words.1.hexadecimal + words.2.hexadecimal + words.3.hexadecimal
    }

    package var description: String { hex }

    package static func == (left: Self, right: Self) -> Bool { left.words == right.words }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
    }
}

/// A SHA-256 sum that is fed in pieces (FIPS 180-4).
package struct SHA256: Sendable {
    private var state = ck_sha256()

    package init() {
        ck_sha256_init(&state)
    }

    /// Takes the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        ck_sha256_update(&state, start, bytes.count)
    }

    /// The sum of the bytes taken so far; more may follow.
    package func digest() -> SHA256Digest {
        var copy = state
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { bytes in
            ck_sha256_final(&copy, bytes.baseAddress)
            return SHA256Digest(bytes: UnsafeRawBufferPointer(bytes))
        }
    }

    /// The sum of a text's UTF-8 bytes.
    package static func digest(of text: String) -> SHA256Digest {
        var hash = SHA256()
        var text = text
        text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        return hash.digest()
    }
}

extension UInt8 {
    /// The value of a digit as names in the store spell it: never in upper case.
    var lowercaseHexadecimalValue: UInt8? {
        self >= 0x41 && self <= 0x46 ? nil : hexadecimalValue
    }
}

extension UInt64 {
    /// Sixteen hexadecimal digits in lower case.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
