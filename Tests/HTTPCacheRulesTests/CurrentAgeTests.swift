import HTTPCacheRules
import Testing

@Suite struct CurrentAgeTests {
    /// What the age is computed from: fields, seconds since reception, seconds the answer took.
    struct Case: Sendable {
        var lines: [String]
        var ago: Int64 = 0
        var delay: Int64 = 0
    }

    private static let section = "RFC 9111 §4.2.3"

    static let ages: [Row<Case, Seconds>] = [
        Row("just received, no fields", section, Case(lines: []), 0),
        Row("received a while ago", section, Case(lines: [], ago: 7), 7),
        Row("the Age field", section, Case(lines: ["Age: 30"], ago: 7), 37),
        Row("the delay is added to Age", section, Case(lines: ["Age: 30"], ago: 7, delay: 3), 40),
        Row("the delay without Age", section, Case(lines: [], ago: 7, delay: 3), 10),
        Row("an old Date", section, Case(lines: ["Date: \(date(-60))"], ago: 7), 60),
        Row(
            "Age above the apparent age",
            section,
            Case(lines: ["Date: \(date(-60))", "Age: 90"], ago: 7),
            97
        ),
        Row(
            "Age below the apparent age",
            section,
            Case(lines: ["Date: \(date(-60))", "Age: 9"], ago: 7),
            60
        ),
        Row(
            "a Date in the future",
            "RFC 9110 §6.6.1",
            Case(lines: ["Date: \(date(600))"], ago: 7),
            7
        ),
        Row("a malformed Date", "RFC 9110 §6.6.1", Case(lines: ["Date: yesterday"], ago: 7), 7),
        Row(
            "a Date joined twice",
            "RFC 9110 §6.6.1",
            Case(lines: ["Date: \(date(-60)), \(date(-60))"]),
            0
        ),
        Row(
            "the epoch as Date",
            section,
            Case(lines: ["Date: \(HTTPDate.format(.init(secondsSinceEpoch: 0)))"]),
            1_767_225_600
        ),
        Row("a fraction in Age is ignored", "RFC 9111 §5.1", Case(lines: ["Age: 30.0"]), 0),
        Row("a negative Age is ignored", "RFC 9111 §5.1", Case(lines: ["Age: -30"]), 0),
        Row("a word as Age is ignored", "RFC 9111 §5.1", Case(lines: ["Age: old"]), 0),
        Row("an Age with a parameter is ignored", "RFC 9111 §5.1", Case(lines: ["Age: 30;a=b"]), 0),
        Row("the first of a list", "RFC 9111 §5.1", Case(lines: ["Age: 30, 0"]), 30),
        Row(
            "the first of two lines, old",
            "RFC 9111 §5.1",
            Case(lines: ["Age: 30", "Age: 0"]),
            30
        ),
        Row("the first of two lines, new", "RFC 9111 §5.1", Case(lines: ["Age: 0", "Age: 30"]), 0),
        Row("2³¹ - 1", "RFC 9111 §1.2.2", Case(lines: ["Age: 2147483647"]), 2_147_483_647),
        Row("2³¹", "RFC 9111 §1.2.2", Case(lines: ["Age: 2147483648"], ago: 9), .max),
        Row(
            "no number holds it",
            "RFC 9111 §1.2.2",
            Case(lines: ["Age: 9999999999999999999999"]),
            .max
        ),
        Row("the clock was set back an hour", section, Case(lines: ["Age: 5"], ago: -3600), 5),
        Row("the clock was set back a day", section, Case(lines: [], ago: -86_400), 0),
        Row("the clock was set back more", section, Case(lines: [], ago: -86_401), .max),
    ]

    @Test(arguments: ages) func age(_ row: Row<Case, Seconds>) {
        let head = stored(
            ResponseHead(status: 200, fields: fields(row.input.lines)),
            ago: row.input.ago,
            delay: row.input.delay
        )
        #expect(currentAge(of: head, at: now).seconds == row.expected)
    }

    @Test("all that it is computed from (RFC 9111 §4.2.3)") func variables() {
        let head = stored(response(200, "Age: 30", "Date: \(date(-60))"), ago: 7, delay: 3)
        let age = currentAge(of: head, at: now)
        #expect(age.ageValue == 30 && age.apparentAge == 53 && age.responseDelay == 3)
        #expect(age.correctedInitialAge == 53 && age.residentTime == 7 && age.seconds == 60)
    }

    @Test("no clock traps", arguments: [Int64.min, -1, 0, Int64.max]) func extremes(_ at: Int64) {
        let head = stored(response(200, "Age: 9999999999", "Date: \(date(-60))"))
        _ = currentAge(of: head, at: Timestamp(secondsSinceEpoch: at)).seconds
    }
}
