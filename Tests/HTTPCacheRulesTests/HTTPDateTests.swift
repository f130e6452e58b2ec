import HTTPCacheRules
import Testing

@Suite struct HTTPDateTests {
    private static let moment: Int64 = 784_111_777
    private static let section = "RFC 9110 §5.6.7"

    static let dates: [Row<String, Int64?>] = [
        Row("IMF-fixdate", section, "Sun, 06 Nov 1994 08:49:37 GMT", moment),
        Row("RFC 850", section, "Sunday, 06-Nov-94 08:49:37 GMT", moment),
        Row("asctime", section, "Sun Nov  6 08:49:37 1994", moment),
        Row("asctime, two digits", section, "Wed Nov 16 08:49:37 1994", moment + 864_000),
        Row("blanks around", section, " Sun, 06 Nov 1994 08:49:37 GMT\t", moment),
        Row("a wrong weekday is not checked", section, "Mon, 06 Nov 1994 08:49:37 GMT", moment),
        Row("month in capitals", section, "Sun, 06 NOV 1994 08:49:37 GMT", moment),
        Row("zone in small letters", section, "Sun, 06 Nov 1994 08:49:37 gmt", moment),
        Row("weekday in capitals", section, "SUN, 06 Nov 1994 08:49:37 GMT", moment),
        Row("the epoch", section, "Thu, 01 Jan 1970 00:00:00 GMT", 0),
        Row("before the epoch", section, "Wed, 31 Dec 1969 23:59:59 GMT", -1),
        Row("year 0", section, "Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
        Row("year 9999", section, "Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        Row("a leap day", section, "Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
        Row("no leap day", section, "Wed, 29 Feb 2023 00:00:00 GMT", nil),
        Row("a leap day in 2000", section, "Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        Row("none in 1900", section, "Thu, 29 Feb 1900 00:00:00 GMT", nil),
        Row("day 31 of April", section, "Sun, 31 Apr 2023 00:00:00 GMT", nil),
        Row("day 0", section, "Sun, 00 Nov 1994 08:49:37 GMT", nil),
        Row("a leap second", section, "Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
        Row("second 61", section, "Sat, 31 Dec 2016 23:59:61 GMT", nil),
        Row("minute 60", section, "Sun, 06 Nov 1994 08:60:37 GMT", nil),
        Row("hour 24", section, "Sun, 06 Nov 1994 24:00:00 GMT", nil),
        Row("50 years ahead", section, "Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
        Row("51 years ahead is the past", section, "Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        Row("UTC", section, "Sun, 06 Nov 1994 08:49:37 UTC", nil),
        Row("an offset", section, "Sun, 06 Nov 1994 08:49:37 +0000", nil),
        Row("no zone", section, "Sun, 06 Nov 1994 08:49:37", nil),
        Row("two-digit year", section, "Sun, 06 Nov 94 08:49:37 GMT", nil),
        Row("dots in the time", section, "Sun, 06 Nov 1994 08.49.37 GMT", nil),
        Row("one-digit hour", section, "Sun, 06 Nov 1994 8:49:37 GMT", nil),
        Row("one-digit day", section, "Sun, 6 Nov 1994 08:49:37 GMT", nil),
        Row("two blanks", section, "Sun, 06  Nov 1994 08:49:37 GMT", nil),
        Row("no comma", section, "Sun 06 Nov 1994 08:49:37 GMT", nil),
        Row("no blank behind the comma", section, "Sun,06 Nov 1994 08:49:37 GMT", nil),
        Row("something behind", section, "Sun, 06 Nov 1994 08:49:37 GMT x", nil),
        Row("twice", section, "Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT", nil),
        Row("a number", section, "0", nil),
        Row("a negative number", section, "-1", nil),
        Row("nothing", section, "", nil),
        Row("not ASCII", section, "Sün, 06 Nov 1994 08:49:37 GMT", nil),
    ]

    @Test(arguments: dates) func parse(_ row: Row<String, Int64?>) {
        #expect(HTTPDate.parse(row.input, now: now)?.secondsSinceEpoch == row.expected)
    }

    @Test(arguments: [
        Int64.min, -62_167_219_201, -1, 0, 784_111_777, 1_709_164_799, 253_402_300_799, Int64.max,
    ])
    func formatParsesBack(_ seconds: Int64) {
        let bounded = min(max(seconds, -62_167_219_200), 253_402_300_799)
        let text = HTTPDate.format(Timestamp(secondsSinceEpoch: seconds))
        #expect(text.utf8.count == 29)
        #expect(HTTPDate.parse(text, now: now)?.secondsSinceEpoch == bounded)
    }

    @Test func formatsAsFixdate() {
        let moment = Timestamp(secondsSinceEpoch: Self.moment)
        #expect(HTTPDate.format(moment) == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    func anyClockWillDo(_ seconds: Int64) {
        let clock = Timestamp(secondsSinceEpoch: seconds)
        _ = HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: clock)
    }
}
