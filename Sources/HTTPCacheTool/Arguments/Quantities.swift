package import HTTPCacheRules

// Durations, sizes and numbers as they are typed.

/// Reads a duration such as `90`, `90s`, `15m`, `12h`, `7d`, `2w` or `1h30m`; plain digits are seconds.
package func parseDuration(_ text: String, for option: String) throws(UsageError) -> Seconds {
    let malformed = UsageError(
        "the value '\(text)' of \(option) is no duration",
        hint: "write it like 90, 15m, 12h, 7d or 1h30m"
    )
    var total: Int64 = 0
    var rest = text.utf8[...]
    if rest.isEmpty { throw malformed }
    while !rest.isEmpty {
        let digits = rest.prefix { $0.isASCIIDigit }
        guard !digits.isEmpty, let number = Int64(Substring(digits)) else { throw malformed }
        rest = rest.dropFirst(digits.count)
        let unit: Int64
        switch rest.popFirst() {
        case nil: unit = 1
        case UInt8(ascii: "s"): unit = 1
        case UInt8(ascii: "m"): unit = 60
        case UInt8(ascii: "h"): unit = 3600
        case UInt8(ascii: "d"): unit = 86_400
        case UInt8(ascii: "w"): unit = 604_800
        default: throw malformed
        }
        let (product, overflows) = number.multipliedReportingOverflow(by: unit)
        total = overflows ? .max : total.addingReportingOverflow(product).partialValue
        if overflows || total < 0 || total > 1 << 31 {
            throw UsageError("the value '\(text)' of \(option) is too long a duration")
        }
    }
    return Seconds(saturating: total)
}

/// Reads a size such as `500000`, `500K`, `64M` or `2G`, in powers of 1024, as bytes.
package func parseSize(_ text: String, for option: String) throws(UsageError) -> Int64 {
    let malformed = UsageError(
        "the value '\(text)' of \(option) is no size",
        hint: "write it like 500000, 500K, 64M or 2G"
    )
    let digits = text.utf8.prefix { $0.isASCIIDigit }
    guard !digits.isEmpty, let number = Int64(Substring(digits)) else { throw malformed }
    let unit: Int64
    switch String(text.dropFirst(digits.count)).asciiLowercased {
    case "": unit = 1
    case "k": unit = 1 << 10
    case "m": unit = 1 << 20
    case "g": unit = 1 << 30
    case "t": unit = 1 << 40
    default: throw malformed
    }
    let (bytes, overflows) = number.multipliedReportingOverflow(by: unit)
    if overflows { throw UsageError("the value '\(text)' of \(option) is too large a size") }
    return bytes
}

/// Reads a time in seconds with decimals, as curl's time-outs take it, as milliseconds; 0 means no limit.
package func parseMilliseconds(_ text: String, for option: String) throws(UsageError) -> Int {
    guard let seconds = Double(text), seconds >= 0, seconds < 2_000_000,
        text.utf8.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
    else {
        throw UsageError(
            "the value '\(text)' of \(option) is no time in seconds",
            hint: "write it like 5 or 2.5"
        )
    }
    return Int((seconds * 1000).rounded(.up))
}

/// Reads a number of times.
package func parseCount(_ text: String, for option: String) throws(UsageError) -> Int {
    guard let count = Int(text), count >= -1 else {
        throw UsageError("the value '\(text)' of \(option) is no number")
    }
    return count == -1 ? .max : count
}
