import CKernel
import Testing

@testable import HTTPCacheStore

/// Serialized because one test turns the processor's instructions off for the whole process.
@Suite("SHA-256", .serialized)
struct SHA256Tests {
    struct Vector: Sendable, CustomTestStringConvertible {
        var name: String
        var message: [UInt8]
        var digest: String

        var testDescription: String { name }

        init(_ name: String, _ message: [UInt8], _ digest: String) {
            self.name = name
            self.message = message
            self.digest = digest
        }
    }

    /// FIPS 180-4's examples, and lengths around the block and its padding.
    static let vectors: [Vector] = [
        Vector("nothing", [], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Vector(
            "one block",
            Array("abc".utf8),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        ),
        Vector(
            "two blocks",
            Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        Vector(
            "three blocks",
            Array(
                ("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu").utf8
            ),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
        ),
        Vector(
            "a million letters",
            Array(repeating: 0x61, count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
        Vector(
            "one byte",
            [0xBD],
            "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b"
        ),
        Vector(
            "the last length whose padding fits",
            Array(repeating: 0, count: 55),
            "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7"
        ),
        Vector(
            "the first length whose padding needs a block",
            Array(repeating: 0, count: 56),
            "d4817aa5497628e7c77e6b606107042bbba3130888c5f47a375e6179be789fbb"
        ),
        Vector(
            "exactly a block",
            Array(repeating: 0, count: 64),
            "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
        ),
    ]

    private func digest(of message: [UInt8], piece: Int) -> String {
        var hash = SHA256()
        var offset = 0
        message.withUnsafeBytes { bytes in
            while offset < bytes.count {
                let end = min(offset + piece, bytes.count)
                hash.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<end]))
                offset = end
            }
        }
        return hash.digest().hex
    }

    @Test("published vectors, in whatever pieces", arguments: vectors)
    func vector(_ vector: Vector) {
        for piece in [1, 63, 64, 65, 127, 4096, 1 << 20] {
            #expect(digest(of: vector.message, piece: piece) == vector.digest)
        }
    }

    @Test("published vectors by the portable code", arguments: vectors)
    func portable(_ vector: Vector) {
        ck_sha256_allow_instructions(0)
        defer { ck_sha256_allow_instructions(1) }
        #expect(ck_sha256_uses_instructions() == 0)
        for piece in [63, 64, 1 << 20] {
            #expect(digest(of: vector.message, piece: piece) == vector.digest)
        }
    }

    @Test("a sum can be taken before more bytes follow")
    func intermediateSum() {
        var hash = SHA256()
        "a".utf8CString.dropLast().withUnsafeBytes { hash.update($0) }
        let first = hash.digest()
        #expect(first == SHA256.digest(of: "a"))
        "bc".utf8CString.dropLast().withUnsafeBytes { hash.update($0) }
        #expect(hash.digest() == SHA256.digest(of: "abc"))
    }

    @Test(
        "what is no sum in lower-case hexadecimal is refused",
        arguments: [
            "", "ab", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
            String(repeating: "A", count: 64), String(repeating: "g", count: 64),
            String(repeating: "a", count: 63) + "\n",
        ]
    )
    func malformed(_ text: String) {
        #expect(SHA256Digest(hex: text.utf8) == nil)
    }

    @Test("hexadecimal reads back")
    func roundTrip() {
        let hex = "00ff5a0000000000000000000000000000000000000000000000000000000001"
        #expect(SHA256Digest(hex: hex.utf8)?.hex == hex)
    }
}
