import ObjectModel

/// The style in which a number is shown as a date or a time.
enum DateStyle: UInt8 {
    case date, dateTime, time
    /// Hours that may exceed a day.
    case duration
}

/// Converts the serial dates of spreadsheets to ISO 8601 without a zone, because cells show local time.
struct SheetDates {
    /// Whether days count from 1904 instead of from the end of 1899.
    var isFrom1904 = false

    /// Writes a number as `2024-01-15`, `2024-01-15T13:45:00` or `13:45:00`, or a duration as `36:00:00`.
    ///
    /// - Returns: whether the number is a valid date.
    func append(_ serial: Double, _ style: DateStyle, to text: inout [UInt8]) -> Bool {
        guard serial.isFinite, abs(serial) < 10_000_000 else { return false }
        if style == .duration || style == .time && serial >= 0 && serial < 1 {
            let milliseconds = Int((serial * 86_400_000).rounded())
            if milliseconds < 0 { text.append(UInt8(ascii: "-")) }
            Self.appendClock(abs(milliseconds), to: &text)
            return true
        }
        guard let whole = isFrom1904 ? SerialDay.excel1904(serial) : SerialDay.excel1900(serial) else {
            return false
        }
        // Rounds down, also before 1970.
        let milliseconds = ((whole % 86_400_000) + 86_400_000) % 86_400_000
        let date = CalendarDate.date(days: (whole - milliseconds) / 86_400_000)
        guard (1...9999).contains(date.year) else { return false }
        Self.append(date.year, digits: 4, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.month, digits: 2, to: &text)
        text.append(UInt8(ascii: "-"))
        Self.append(date.day, digits: 2, to: &text)
        guard style != .date || milliseconds > 0 else { return true }
        text.append(UInt8(ascii: "T"))
        Self.appendClock(milliseconds, to: &text)
        return true
    }

    /// Writes hours, minutes and seconds, and a fraction if there is one.
    static func appendClock(_ milliseconds: Int, to text: inout [UInt8]) {
        append(milliseconds / 3_600_000, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(milliseconds / 60_000 % 60, digits: 2, to: &text)
        text.append(UInt8(ascii: ":"))
        append(milliseconds / 1000 % 60, digits: 2, to: &text)
        guard milliseconds % 1000 > 0 else { return }
        text.append(UInt8(ascii: "."))
        append(milliseconds % 1000, digits: 3, to: &text)
    }

    private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
        var divisor = 1
        var written = 1
        while written < digits || number / divisor > 9 {
            divisor *= 10
            written += 1
        }
        while divisor > 0 {
            text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}
