import ObjectModel

/// A wall-clock time without a zone, or with a fixed offset if the text had one.
package struct LocalTime: Equatable {
    package var year = 2001
    package var month = 1
    package var day = 1
    var hour = 0
    var minute = 0
    package var second = 0
    /// Nanoseconds within the second.
    package var nanosecond = 0
    /// Seconds east of UTC, if the text has an offset.
    package var offset: Int?

    /// Whether this time exists in the calendar and on the clock. 24:00 and leap seconds do not count.
    package var exists: Bool {
        (1...9999).contains(year) && (1...12).contains(month) && day >= 1
            && day <= CalendarDate.length(ofMonth: month, year: year)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
    }

    /// Seconds from 1970-01-01T00:00:00 to this time on the same wall clock.
    package var wallSeconds: Int {
        CalendarDate.days(year: year, month: month, day: day) * 86_400
            + hour * 3_600 + minute * 60 + second
    }
}
