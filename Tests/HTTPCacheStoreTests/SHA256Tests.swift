import CKernel
@testable import HTTPCacheStore
import Testing

struct DigestRow: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let unit: String
    let count: Int
    let digest: String
}

/// The examples that NIST publishes for SHA-256, and lengths around the padding's boundaries.
let digestRows: [DigestRow] = [
    DigestRow(
        testDescription: "nothing",
        unit: "",
        count: 1,
        digest: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    ),
    DigestRow(
        testDescription: "24 bits",
        unit: "abc",
        count: 1,
        digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    ),
    DigestRow(
        testDescription: "448 bits",
        unit: "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        count: 1,
        digest: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    DigestRow(
        testDescription: "a million letters",
        unit: "a",
        count: 1_000_000,
        digest: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
]

// Why one after the other: the choice between the two codes holds for the whole process.
@Suite(.serialized) struct SHA256Tests {
    @Test(arguments: digestRows) func publishedSumsByBothCodes(_ row: DigestRow) {
        defer { ck_sha256_allow_instructions(1) }
        let bytes = Array(String(repeating: row.unit, count: row.count).utf8)
        for allowed: Int32 in [1, 0] {
            ck_sha256_allow_instructions(allowed)
            if allowed == 0 { #expect(ck_sha256_uses_instructions() == 0) }
            for piece in [1, 63, 64, 65, 1 << 20] where piece > 1 || bytes.count < 1000 {
                #expect(sum(bytes, inPiecesOf: piece).hex == row.digest)
            }
        }
    }

    @Test func bothCodesAgreeAtAllLengthsOfTheLastBlocks() {
        defer { ck_sha256_allow_instructions(1) }
        for length in 0...200 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ length) }
            ck_sha256_allow_instructions(1)
            let byInstructions = sum(bytes, inPiecesOf: 50)
            ck_sha256_allow_instructions(0)
            #expect(sum(bytes, inPiecesOf: 64) == byInstructions)
        }
    }

    @Test func onlySixtyFourLowerCaseDigitsAreASum() {
        let hex = digestRows[1].digest
        #expect(SHA256Digest(hex: hex.utf8)?.hex == hex)
        for junk in [
            "", hex.uppercased(), String(hex.dropLast()), hex + "0", "g" + hex.dropFirst(),
        ] {
            #expect(SHA256Digest(hex: junk.utf8) == nil)
        }
    }

    private func sum(_ bytes: [UInt8], inPiecesOf size: Int) -> SHA256Digest {
        var hash = SHA256()
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let end = min(start + size, buffer.count)
                hash.update(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
                start = end
            }
        }
        return hash.digest()
    }
}
