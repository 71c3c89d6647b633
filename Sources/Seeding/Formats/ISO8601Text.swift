/// Writes dates as ISO 8601 in UTC.
package enum ISO8601Text {
    /// The seconds since 2001 that have such a text: the years 1 to 9999.
    package static let range: ClosedRange<Double> = {
        let first = CalendarDate.days(year: 1, month: 1, day: 1) * 86_400
        let last = CalendarDate.days(year: 9999, month: 12, day: 31) * 86_400
        let epoch = CalendarDate.referenceEpoch
        return Double(first - epoch)...Double(last - epoch)
    }()

    /// A date as `2024-03-09T16:05:30Z`, with as many digits of a second as it takes to read the
    /// same number again, at most nine; nil outside of ``range``.
    ///
    /// Nine always suffice farther than a hundred days from 2001-01-01; nearer to it, numbers tell
    /// apart less than a nanosecond, and the text is off by at most half of one.
    ///
    /// - Parameter seconds: since 2001-01-01T00:00:00Z (docs/format.md#rows).
    package static func text(referenceSeconds seconds: Double) -> String? {
        guard range.contains(seconds) else { return nil }
        var whole = Int(seconds.rounded(.down))
        // The same steps backwards as ``DateConverter`` goes forwards.
        var nanosecond = Int(((seconds - Double(whole)) * 1_000_000_000).rounded())
        if nanosecond >= 1_000_000_000 { (whole, nanosecond) = (whole + 1, 0) }
        let digits = fraction(nanosecond) { Double(whole) + Double($0) / 1_000_000_000 == seconds }
        let unix = whole + CalendarDate.referenceEpoch
        let day = floorDivision(unix, 86_400)
        let second = unix - day * 86_400
        let (year, month, dayOfMonth) = date(ofDay: day)
        return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
            + padded(second / 3_600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
            + padded(second % 60, 2) + digits + "Z"
    }

    /// The shortest fraction that still means the same.
    private static func fraction(_ nanosecond: Int, means: (Int) -> Bool) -> String {
        if nanosecond == 0 { return "" }
        var scale = 100_000_000
        for count in 1...9 {
            let rounded = (nanosecond + scale / 2) / scale * scale
            if rounded < 1_000_000_000, count == 9 || means(rounded) {
                return "." + padded(rounded / scale, count)
            }
            scale /= 10
        }
        return "." + padded(nanosecond, 9)
    }

    /// The date of a day counted from 1970-01-01: the inverse of `CalendarDate.days`.
    private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
            dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    private static func floorDivision(_ number: Int, _ divisor: Int) -> Int {
        let quotient = number / divisor
        return number % divisor < 0 ? quotient - 1 : quotient
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
