import Files

/// Writes dates as ISO 8601 in UTC.
package enum ISO8601Text {
    /// The seconds since 2001 that have such a text: those of the years 1 to 9999.
    package static let range: ClosedRange<Double> = {
        let first = CalendarDate.days(year: 1, month: 1, day: 1) * 86_400
        let last = CalendarDate.days(year: 9999, month: 12, day: 31) * 86_400
        let epoch = CalendarDate.referenceEpoch
        return Double(first - epoch)...Double(last - epoch)
    }()

    /// Returns a date as `2024-03-09T16:05:30Z`, with as many digits of a second as are needed to read the same
    /// number again, at most nine. Returns nil outside of ``range``.
    ///
    /// Nine digits always suffice more than a hundred days from 2001-01-01. Closer to it, numbers differ by less than
    /// a nanosecond, and the text is off by at most half of one.
    ///
    /// - Parameter seconds: since 2001-01-01T00:00:00Z (docs/internals/format.md#rows).
    package static func text(referenceSeconds seconds: Double) -> String? {
        var text = TextBytes(capacity: 64)
        return append(referenceSeconds: seconds, to: &text) ? text.string() : nil
    }

    /// Returns the text of a date for a message: in ISO 8601, or beyond the years 1 to 9999 as its seconds.
    ///
    /// - Parameter seconds: since 2001-01-01T00:00:00Z.
    package static func shown(referenceSeconds seconds: Double) -> String {
        text(referenceSeconds: seconds) ?? "\(seconds) s since 2001"
    }

    /// Appends the text of a date.
    ///
    /// - Returns: false, with nothing appended, outside of ``range``.
    package static func append(referenceSeconds seconds: Double, to text: inout TextBytes) -> Bool {
        guard range.contains(seconds) else { return false }
        var whole = Int(seconds.rounded(.down))
        // These steps are the reverse of those in ``DateConverter``.
        var nanosecond = Int(((seconds - Double(whole)) * 1_000_000_000).rounded())
        if nanosecond >= 1_000_000_000 { (whole, nanosecond) = (whole + 1, 0) }
        let unix = whole + CalendarDate.referenceEpoch
        let day = floorDivision(unix, 86_400)
        let second = unix - day * 86_400
        let (year, month, dayOfMonth) = CalendarDate.date(days: day)
        text.append(digits: year, count: 4)
        text.append(UInt8(ascii: "-"))
        text.append(digits: month, count: 2)
        text.append(UInt8(ascii: "-"))
        text.append(digits: dayOfMonth, count: 2)
        text.append(UInt8(ascii: "T"))
        text.append(digits: second / 3_600, count: 2)
        text.append(UInt8(ascii: ":"))
        text.append(digits: second / 60 % 60, count: 2)
        text.append(UInt8(ascii: ":"))
        text.append(digits: second % 60, count: 2)
        if nanosecond != 0 {
            let (fraction, count) = shortest(nanosecond) {
                Double(whole) + Double($0) / 1_000_000_000 == seconds
            }
            text.append(UInt8(ascii: "."))
            text.append(digits: fraction, count: count)
        }
        text.append(UInt8(ascii: "Z"))
        return true
    }

    /// Returns the shortest fraction with the same meaning, and its number of digits.
    private static func shortest(_ nanosecond: Int, means: (Int) -> Bool) -> (fraction: Int, count: Int) {
        var scale = 100_000_000
        for count in 1...9 {
            let rounded = (nanosecond + scale / 2) / scale * scale
            if rounded < 1_000_000_000, count == 9 || means(rounded) { return (rounded / scale, count) }
            scale /= 10
        }
        return (nanosecond, 9)
    }

    private static func floorDivision(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }
}
