import ObjectModel

/// Dates as spreadsheets store them: a number of days, with the time of day as a fraction.
package enum SerialDay {
    /// The last day that Excel supports, 9999-12-31, in the 1900 system.
    private static let lastDay = 2_958_465.0

    /// Converts a number in the 1900 system, where 1 is 1900-01-01, to milliseconds since 1970-01-01T00:00 local
    /// time. Returns nil if the number is not a date.
    ///
    /// Excel counts the nonexistent 29 February 1900 as day 60. That day is refused, and the days before it are
    /// shifted by one. Day 0, Excel's "January 0", is a time without a date.
    package static func excel1900(_ serial: Double) -> Int? {
        guard serial >= 1, serial < lastDay + 1 else { return nil }
        if serial >= 60, serial < 61 { return nil }
        let base = CalendarDate.days(year: 1899, month: 12, day: serial < 60 ? 31 : 30)
        return milliseconds(serial, since: base)
    }

    /// Converts a number in the 1904 system, where 0 is 1904-01-01.
    package static func excel1904(_ serial: Double) -> Int? {
        guard serial >= 0, serial < lastDay + 1 - 1462 else { return nil }
        return milliseconds(serial, since: CalendarDate.days(year: 1904, month: 1, day: 1))
    }

    /// Rounds to milliseconds, the precision of spreadsheets.
    private static func milliseconds(_ serial: Double, since base: Int) -> Int? {
        Int(exactly: (serial * 86_400_000).rounded()).map { $0 + base * 86_400_000 }
    }
}
