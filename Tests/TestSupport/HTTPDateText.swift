#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes dates as HTTP writes them (RFC 9110 §5.6.7).
package enum HTTPDateText {
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The seconds since 1970 now.
    package static var now: Int { time(nil) }

    /// The moment as IMF-fixdate, in seconds since 1970.
    package static func imfFixdate(_ seconds: Int) -> String {
        let parts = broken(seconds)
        let weekday = weekdays[Int(parts.tm_wday)].prefix(3)
        let day = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(weekday), \(day) \(clock(parts)) GMT"
    }

    /// The moment in the obsolete form of RFC 850, in seconds since 1970.
    package static func rfc850(_ seconds: Int) -> String {
        let parts = broken(seconds)
        let day = "\(two(parts.tm_mday))-\(months[Int(parts.tm_mon)])-\(two(parts.tm_year % 100))"
        return "\(weekdays[Int(parts.tm_wday)]), \(day) \(clock(parts)) GMT"
    }

    /// IMF-fixdate of a moment given in seconds from now; negative is the past.
    package static func fromNow(_ seconds: Int) -> String { imfFixdate(now + seconds) }

    /// An IMF-fixdate moved by so many seconds; nil when the text is not one.
    package static func shift(_ text: String, by seconds: Int) -> String? {
        let words = text.split { " :".contains($0) }
        guard words.count == 8, let month = months.firstIndex(of: String(words[2])) else {
            return nil
        }
        let numbers = [words[1], words[3], words[4], words[5], words[6]].compactMap { Int32($0) }
        guard numbers.count == 5 else { return nil }
        var parts = tm()
        (parts.tm_mday, parts.tm_mon) = (numbers[0], Int32(month))
        parts.tm_year = numbers[1] - 1900
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[2], numbers[3], numbers[4])
        return imfFixdate(timegm(&parts) + seconds)
    }

    private static func broken(_ seconds: Int) -> tm {
        var moment = time_t(seconds)
        var parts = tm()
        gmtime_r(&moment, &parts)
        return parts
    }

    private static func clock(_ parts: tm) -> String {
        "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
    }

    private static func two(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
