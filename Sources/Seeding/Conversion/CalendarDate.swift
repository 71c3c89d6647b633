/// Days in the proleptic Gregorian calendar, as plain integers.
enum CalendarDate {
    /// The reference epoch of Core Data, 2001-01-01T00:00:00Z, in seconds since 1970 (SPEC 8).
    static let referenceEpoch = 978_307_200

    /// Days from 1970-01-01 to a date.
    ///
    /// The method is the well-known one that begins the year in March, so that the leap day is its
    /// last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    @inline(__always)
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// How many days a month has.
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
}

/// A wall-clock time without a zone, or with a fixed offset where the text gave one.
struct LocalTime: Equatable {
    var year = 2001
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    /// Nanoseconds within the second.
    var nanosecond = 0
    /// Seconds east of UTC, where the text says so.
    var offset: Int?

    /// Whether the calendar and the clock have this time (24:00 and leap seconds do not count).
    var exists: Bool {
        (1...12).contains(month) && day >= 1
            && day <= CalendarDate.length(ofMonth: month, year: year)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
    }

    /// Seconds from 1970-01-01T00:00:00 to this time on the same wall clock.
    var wallSeconds: Int {
        CalendarDate.days(year: year, month: month, day: day) * 86_400
            + hour * 3_600 + minute * 60 + second
    }
}
