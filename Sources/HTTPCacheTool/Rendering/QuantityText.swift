import HTTPCacheRules

// Quantities as people read them; `Quantities.swift` reads what they write.

/// A span such as `42s`, `5m`, `1h30m` or `3d4h`: the two largest units, rounded down.
func durationText(_ seconds: Int64) -> String {
    if seconds < 0 { return "-" + durationText(seconds == .min ? .max : -seconds) }
    let units: [(size: Int64, name: String)] = [
        (86_400, "d"), (3600, "h"), (60, "m"), (1, "s"),
    ]
    guard let first = units.firstIndex(where: { seconds >= $0.size }) else { return "0s" }
    let count = seconds / units[first].size
    var text = "\(count)\(units[first].name)"
    guard first + 1 < units.count else { return text }
    let next = seconds % units[first].size / units[first + 1].size
    if next > 0 { text += "\(next)\(units[first + 1].name)" }
    return text
}

/// A size such as `13`, `9.7K` or `64M`, in powers of 1024: three digits at most where they suffice.
func sizeText(_ bytes: Int64) -> String {
    if bytes < 1024 { return "\(bytes)" }
    var unit = 0
    var divisor: Int64 = 1024
    while bytes / divisor >= 1024, unit < 3 {
        divisor *= 1024
        unit += 1
    }
    let whole = bytes / divisor
    let name = ["K", "M", "G", "T"][unit]
    let tenths = bytes % divisor * 10 / divisor
    return whole >= 10 || tenths == 0 ? "\(whole)\(name)" : "\(whole).\(tenths)\(name)"
}

/// A share such as `0.667`: three decimals, rounded; nil where there is no whole.
func ratioText(_ part: Int64, of whole: Int64) -> String? {
    guard whole > 0 else { return nil }
    return decimalText(thousandths: Int64((Double(part) / Double(whole) * 1000).rounded()))
}

/// A number of thousandths with its decimals, such as `1.500`.
func decimalText(thousandths: Int64) -> String {
    let rest = "\(thousandths % 1000)"
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
}

/// A moment as RFC 3339 writes it, in UTC.
func timestampText(_ moment: Timestamp) -> String {
    let days = moment.secondsSinceEpoch.flooredQuotient(by: 86_400)
    let second = moment.secondsSinceEpoch - days * 86_400
    // Days from 0000-03-01 on, so that the leap day ends a year, in eras of 400 years.
    let shifted = days + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
}

private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

extension Int64 {
    fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
