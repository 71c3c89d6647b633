import ObjectModel

/// Dates as spreadsheets count them: days, with the time of day as a fraction.
package enum SerialDay {
    /// The last day that Excel knows, 9999-12-31, in its 1900 system.
    private static let lastDay = 2_958_465.0

    /// Milliseconds from 1970-01-01T00:00 on the same wall clock for a number of the 1900 system,
    /// in which 1 is 1900-01-01; nil for what is no date there.
    ///
    /// Excel counts a 29 February 1900, which never was, as day 60: that day is refused, and days
    /// before it are one less. Day 0, Excel's "January 0", stands for a time without date.
    package static func excel1900(_ serial: Double) -> Int? {
        guard serial >= 1, serial < lastDay + 1 else { return nil }
        if serial >= 60, serial < 61 { return nil }
        let base = CalendarDate.days(year: 1899, month: 12, day: serial < 60 ? 31 : 30)
        return milliseconds(serial, since: base)
    }

    /// The same for the 1904 system, in which 0 is 1904-01-01.
    package static func excel1904(_ serial: Double) -> Int? {
        guard serial >= 0, serial < lastDay + 1 - 1462 else { return nil }
        return milliseconds(serial, since: CalendarDate.days(year: 1904, month: 1, day: 1))
    }

    /// To the nearest millisecond, which is all that spreadsheets keep.
    private static func milliseconds(_ serial: Double, since base: Int) -> Int? {
        Int(exactly: (serial * 86_400_000).rounded()).map { $0 + base * 86_400_000 }
    }
}
