/// Dates as HTTP writes them, in all three forms (RFC 9110 §5.6.7).
public enum HTTPDate {
    /// Reads a date in one of the three forms, or returns nil for anything else.
    ///
    /// - Parameters:
    ///   - text: The field value; blanks around it are allowed.
    ///   - now: The moment from which a two-digit year is judged: one that appears to lie more than
    ///     50 years ahead is taken for the past century.
    /// - Returns: The moment, or nil.
    public static func parse(_ text: String, now: Timestamp) -> Timestamp? {
        var cursor = Cursor(Array(text[...].trimmingOptionalWhitespace.utf8)[...])
        let date = cursor.date(now: now)
        return cursor.rest.isEmpty ? date : nil
    }

    /// Writes a moment as IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`; years are kept within 0 to 9999.
    public static func format(_ moment: Timestamp) -> String {
        let bounded = min(max(moment.secondsSinceEpoch, -62_167_219_200), 253_402_300_799)
        let days = bounded.floorDivided(by: 86_400)
        let second = bounded - days * 86_400
        let (year, month, day) = civil(fromDays: days)
        let weekday = (((days + 4) % 7) + 7) % 7
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let zeros = String(repeating: "0", count: max(0, 4 - "\(year)".count))
        return
            "\(shortWeekdays[Int(weekday)]), \(two(day)) \(months[Int(month) - 1]) \(zeros)\(year)"
            + " \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) GMT"
    }

    private static let shortWeekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longWeekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads a date from left to right; every step returns nil at the first byte that does not fit.
    private struct Cursor {
        var rest: ArraySlice<UInt8>

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        mutating func date(now: Timestamp) -> Timestamp? {
            if word(longWeekdays) != nil { return rfc850(now: now) }
            guard word(shortWeekdays) != nil else { return nil }
            return rest.first == UInt8(ascii: ",") ? fixdate() : asctime()
        }

        // `, 06 Nov 1994 08:49:37 GMT`
        private mutating func fixdate() -> Timestamp? {
            guard skip(", "), let day = number(2), skip(" "), let month = word(months),
                skip(" "), let year = number(4), skip(" "), let time = time(), zone()
            else { return nil }
            return moment(year, month + 1, day, time)
        }

        // `, 06-Nov-94 08:49:37 GMT`
        private mutating func rfc850(now: Timestamp) -> Timestamp? {
            guard skip(", "), let day = number(2), skip("-"), let month = word(months),
                skip("-"), let twoDigits = number(2), skip(" "), let time = time(), zone()
            else { return nil }
            let thisYear = civil(fromDays: now.secondsSinceEpoch.floorDivided(by: 86_400)).year
            var year = thisYear - thisYear % 100 + twoDigits
            if year > thisYear + 50 { year -= 100 }
            return moment(year, month + 1, day, time)
        }

        // ` Nov  6 08:49:37 1994`
        private mutating func asctime() -> Timestamp? {
            guard skip(" "), let month = word(months), skip(" ") else { return nil }
            let isPadded = skip(" ")
            guard let day = number(isPadded ? 1 : 2), skip(" "), let time = time(), skip(" "),
                let year = number(4)
            else { return nil }
            return moment(year, month + 1, day, time)
        }

        private func moment(
            _ year: Int64,
            _ month: Int,
            _ day: Int64,
            _ second: Int64
        ) -> Timestamp? {
            guard day >= 1, day <= daysInMonth(month, of: year) else { return nil }
            let days = dayNumber(year: year, month: Int64(month), day: day)
            return Timestamp(secondsSinceEpoch: days * 86_400 + second)
        }

        /// Seconds of the day; a leap second counts as the second after 59.
        private mutating func time() -> Int64? {
            guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
                let second = number(2), hour < 24, minute < 60, second <= 60
            else { return nil }
            return hour * 3600 + minute * 60 + second
        }

        private mutating func zone() -> Bool { skip(" GMT") }

        private mutating func number(_ digits: Int) -> Int64? {
            let field = rest.prefix(digits)
            guard field.count == digits, field.allSatisfy({ $0.isASCIIDigit }) else { return nil }
            rest = rest.dropFirst(digits)
            return field.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
        }

        /// The index of the word that comes next, without regard to case.
        private mutating func word(_ words: [String]) -> Int? {
            for (index, word) in words.enumerated() where skip(word) { return index }
            return nil
        }

        private mutating func skip(_ text: String) -> Bool {
            let expected = text.utf8
            let found = rest.prefix(expected.count)
            guard found.elementsEqual(expected, by: { $0.asciiLowercased == $1.asciiLowercased })
            else { return false }
            rest = rest.dropFirst(expected.count)
            return true
        }
    }
}

extension Int64 {
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((divisor - 1 - self) / divisor)
    }
}

private func daysInMonth(_ month: Int, of year: Int64) -> Int64 {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
}

// The proleptic Gregorian calendar in eras of 400 years (146,097 days), years counted from March.

private func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floorDivided(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
}

private func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + 719_468
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
}
