import HTTPCacheRules
@testable import HTTPCacheTool
import Testing

/// Quantities as they are typed and as they are printed.
@Suite("Quantities")
struct QuantitiesTests {
    static let durations: [(String, Int64?)] = [
        ("0", 0), ("90", 90), ("90s", 90), ("15m", 900), ("12h", 43_200), ("7d", 604_800),
        ("2w", 1_209_600), ("1h30m", 5400), ("1d12h", 129_600), ("2147483648", 1 << 31),
        ("2147483649", nil), ("99999999999999999999", nil), ("153722867280912931m", nil),
        ("", nil), ("-1", nil), ("+1", nil), ("1.5h", nil), ("m", nil), ("1x", nil), ("1 h", nil),
        ("1H", nil), ("5 ", nil),
    ]

    @Test("A duration has units, no sign and a bound", arguments: durations)
    func duration(_ text: String, _ seconds: Int64?) {
        let result = Result { try parseDuration(text, for: "--max-age") }
        #expect((try? result.get())?.count == seconds)
        if seconds == nil { #expect(throws: UsageError.self) { try result.get() } }
    }

    static let sizes: [(String, Int64?)] = [
        ("0", 0), ("500000", 500_000), ("500K", 512_000), ("64M", 67_108_864),
        ("2G", 2_147_483_648),
        ("2g", 2_147_483_648), ("9223372036854775807", .max), ("9223372036854775808", nil),
        ("9007199254740992K", nil), ("", nil), ("K", nil), ("-1", nil), ("1.5G", nil), ("1KB", nil),
    ]

    @Test("A size has powers of 1024", arguments: sizes)
    func size(_ text: String, _ bytes: Int64?) {
        #expect((try? parseSize(text, for: "--max-size")) == bytes)
    }

    static let timeouts: [(String, Int?)] = [
        ("0", 0), ("5", 5000), ("2.5", 2500), ("0.0001", 1), ("", nil), ("-1", nil), ("1e3", nil),
        ("nan", nil), ("inf", nil), ("0x10", nil),
    ]

    @Test("A time-out is in seconds with decimals", arguments: timeouts)
    func timeout(_ text: String, _ milliseconds: Int?) {
        #expect((try? parseMilliseconds(text, for: "-m")) == milliseconds)
    }

    static let durationTexts: [(Int64, String)] = [
        (0, "0s"), (59, "59s"), (60, "1m"), (61, "1m1s"), (3600, "1h"), (5400, "1h30m"),
        (86_399, "23h59m"), (86_400, "1d"), (90_061, "1d1h"), (-61, "-1m1s"), (1 << 31, "24855d3h"),
    ]

    @Test("A span is told in its two largest units", arguments: durationTexts)
    func spans(_ seconds: Int64, _ text: String) {
        #expect(durationText(seconds) == text)
    }

    static let sizeTexts: [(Int64, String)] = [
        (0, "0"), (1023, "1023"), (1024, "1K"), (1536, "1.5K"), (10_240, "10K"), (10_751, "10K"),
        (104_857_600, "100M"), (1 << 40, "1T"), (.max, "8388607T"),
    ]

    @Test("A size is told in its largest unit", arguments: sizeTexts)
    func bytes(_ bytes: Int64, _ text: String) {
        #expect(sizeText(bytes) == text)
    }

    static let moments: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (1_796_021_855, "2026-11-30T06:57:35Z"),
        (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
    ]

    @Test("A moment is told as RFC 3339 has it", arguments: moments)
    func moment(_ seconds: Int64, _ text: String) {
        #expect(timestampText(Timestamp(secondsSinceEpoch: seconds)) == text)
    }

    static let ratios: [(Int64, Int64, String?)] = [
        (0, 0, nil), (0, 1, "0.000"), (1, 1, "1.000"), (1, 3, "0.333"), (2, 3, "0.667"),
        (.max, .max, "1.000"),
    ]

    @Test("A share is told with three decimals", arguments: ratios)
    func ratio(_ part: Int64, _ whole: Int64, _ text: String?) {
        #expect(ratioText(part, of: whole) == text)
    }
}
