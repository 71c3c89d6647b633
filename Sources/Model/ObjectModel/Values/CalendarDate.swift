/// Days in the proleptic Gregorian calendar, as plain integers.
package enum CalendarDate {
    /// The reference epoch of Core Data, 2001-01-01T00:00:00Z, in seconds since 1970 (docs/internals/format.md#rows).
    package static let referenceEpoch = 978_307_200

    /// Returns the days from 1970-01-01 to a date.
    ///
    /// The well-known method lets the year begin in March, so that the leap day is its last (Howard Hinnant,
    /// "chrono-Compatible Low-Level Date Algorithms").
    @inlinable
    package static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the date of a number of days since 1970-01-01. This is the inverse of ``days(year:month:day:)``.
    package static func date(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        let month = index < 10 ? index + 3 : index - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * index + 2) / 5 + 1)
    }

    /// `Date.distantPast`. It is two days before the year 1 of this calendar, because Foundation uses the Julian
    /// calendar there.
    package static let distantPast = -63_114_076_800.0

    /// The plausible range of seconds since the reference epoch.
    ///
    /// Seconds read from milliseconds by mistake are far outside of it.
    package static let secondsOfYears1To9999: Range<Double> = {
        func start(ofYear year: Int) -> Double {
            Double(days(year: year, month: 1, day: 1) * 86_400 - referenceEpoch)
        }
        return start(ofYear: 1)..<start(ofYear: 10_000)
    }()

    /// Returns whether a number of seconds is a plausible date: in the years 1 to 9999, or ``distantPast``, which
    /// apps use for a missing date.
    package static func isUsual(_ seconds: Double) -> Bool {
        secondsOfYears1To9999.contains(seconds) || seconds == distantPast
    }

    /// Returns the number of days in a month.
    package static func length(ofMonth month: Int, year: Int) -> Int {
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
