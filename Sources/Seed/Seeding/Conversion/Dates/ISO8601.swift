import ObjectModel

/// Dates in the form of ISO 8601 and RFC 3339.
///
/// `2024-03-09`, `2024-03-09T17:05`, `2024-03-09T17:05:30.25`. There may be a space instead of the `T`, and `Z` or an
/// offset at the end. All forms also exist without separators (`20240309T170530Z`).
package enum ISO8601 {
    /// Reads a text; nil if it is not such a date.
    package static func parse(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
        var cursor = ByteCursor(bytes)
        var time = LocalTime()
        guard let year = cursor.digits(4, 4) else { return nil }
        time.year = year
        let isExtended = cursor.skip(UInt8(ascii: "-"))
        guard let month = cursor.digits(2, 2) else { return nil }
        time.month = month
        if isExtended, !cursor.skip(UInt8(ascii: "-")) { return nil }
        guard let day = cursor.digits(2, 2) else { return nil }
        time.day = day
        if cursor.isAtEnd { return time }
        guard cursor.skip(anyOf: "Tt ") != nil, clock(&cursor, isExtended, &time) else {
            return nil
        }
        if !cursor.isAtEnd {
            guard let offset = cursor.zoneOffset() else { return nil }
            time.offset = offset
        }
        return cursor.isAtEnd ? time : nil
    }

    /// Returns the seconds from 1970-01-01T00:00:00 on the same wall clock for `2024-03-09`, `2024-03-09T17:05:30`,
    /// and the same with a space. Returns nil for any other text and for times that do not exist.
    @inline(__always)
    static func quickWallSeconds(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count == 19 || bytes.count == 10 else { return nil }
        var isDigit = true
        func two(_ index: Int) -> Int {
            let tens = bytes[index] &- UInt8(ascii: "0")
            let ones = bytes[index + 1] &- UInt8(ascii: "0")
            isDigit = isDigit && tens <= 9 && ones <= 9
            return Int(tens) * 10 + Int(ones)
        }
        var time = LocalTime(year: two(0) * 100 + two(2), month: two(5), day: two(8))
        guard bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        if bytes.count == 19 {
            (time.hour, time.minute, time.second) = (two(11), two(14), two(17))
            guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
                bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":")
            else { return nil }
        }
        return isDigit && time.exists ? time.wallSeconds : nil
    }

    /// Reads a day without a time; nil for other texts.
    static func parseDay(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
        bytes.count == 10 || bytes.count == 8 ? parse(bytes) : nil
    }

    /// Returns the text of an instant, such as `2024-03-09T17:05:30Z`, or of its day if it is midnight.
    ///
    /// - Parameter seconds: since 2001-01-01T00:00:00Z; beyond the years 1 to 9999 they are returned as a number.
    package static func text(referenceSeconds seconds: Double) -> String {
        guard CalendarDate.secondsOfYears1To9999.contains(seconds) else { return "\(seconds)" }
        let milliseconds =
            Int((seconds * 1000).rounded(.down)) + CalendarDate.referenceEpoch * 1000
        let clock = ((milliseconds % 86_400_000) + 86_400_000) % 86_400_000
        let date = CalendarDate.date(days: (milliseconds - clock) / 86_400_000)
        let day = "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
        guard clock > 0 else { return day }
        let second = clock / 1000
        let time =
            "\(digits(second / 3_600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
        let fraction = clock % 1000 > 0 ? ".\(digits(clock % 1000, 3))" : ""
        return "\(day)T\(time)\(fraction)Z"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }

    private static func clock(
        _ cursor: inout ByteCursor, _ isExtended: Bool, _ time: inout LocalTime
    ) -> Bool {
        guard let hour = cursor.digits(2, 2) else { return false }
        time.hour = hour
        if isExtended, !cursor.skip(UInt8(ascii: ":")) { return false }
        guard let minute = cursor.digits(2, 2) else { return false }
        time.minute = minute
        let hasSeconds =
            isExtended ? cursor.skip(UInt8(ascii: ":")) : cursor.digitCount() >= 2
        guard hasSeconds else { return true }
        guard let second = cursor.digits(2, 2) else { return false }
        time.second = second
        guard cursor.skip(anyOf: ".,") != nil else { return true }
        guard let nanosecond = cursor.fraction() else { return false }
        time.nanosecond = nanosecond
        return true
    }
}
