/// Dates as ISO 8601 and RFC 3339 write them.
///
/// `2024-03-09`, `2024-03-09T17:05`, `2024-03-09T17:05:30.25`, with a space for the `T`, with `Z`
/// or an offset behind, and all of it without the separators (`20240309T170530Z`).
enum ISO8601 {
    /// Reads a text; nil where it is no such date.
    static func parse(_ bytes: UnsafeRawBufferPointer) -> LocalTime? {
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
