import Foundation

/// Converts wall-clock times of one time zone to UTC, fast.
///
/// At daylight-saving changes, a time that occurs twice means the first of the two. A time that does not occur gets
/// the offset before the change, so it moves forward by the length of the gap.
package final class ZoneOffsets {
    private let zone: TimeZone
    /// The offsets of days without a change. Each is at the index made of the last bits of the day's number.
    private var uniformDays = noDays(count: 256)
    /// The number of offsets looked up since the table got its size.
    private var lookups = 0

    private struct UniformDay {
        /// Days since 1970.
        let day: Int
        let offset: Int
    }

    /// Enough for 44 years.
    private static let mostDays = 16_384

    private static func noDays(count: Int) -> [UniformDay] {
        Array(repeating: UniformDay(day: .min, offset: 0), count: count)
    }

    private var lastDay = Int.min
    private var lastOffset = 0

    init(_ zone: TimeZone) {
        self.zone = zone
    }

    /// Returns the zone of an identifier such as `Europe/Berlin`, `UTC` or `+02:00`; nil if it is unknown.
    package static func zone(named name: String) -> TimeZone? {
        if name == "UTC" || name == "GMT" || name == "Z" { return TimeZone(secondsFromGMT: 0) }
        if let offset = name.withUTF8Bytes(fixedOffset) {
            return TimeZone(secondsFromGMT: offset)
        }
        // Foundation also accepts abbreviations, but their meaning is not fixed (`IST`). Only full names are
        // accepted.
        guard name.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return TimeZone(identifier: name)
    }

    /// The identifiers of all zones, for suggestions when a name is misspelled.
    static var knownNames: [String] { TimeZone.knownTimeZoneIdentifiers.sorted() }

    private static func fixedOffset(_ bytes: UnsafeRawBufferPointer) -> Int? {
        var cursor = ByteCursor(bytes)
        guard let offset = cursor.zoneOffset(), cursor.isAtEnd else { return nil }
        return offset
    }

    /// Returns the seconds since 1970 in UTC for a wall-clock time, which is also given in seconds since 1970.
    func utc(wallSeconds: Int) -> Int {
        let day = wallSeconds >= 0 ? wallSeconds / 86_400 : (wallSeconds - 86_399) / 86_400
        if day == lastDay { return wallSeconds - lastOffset }
        let index = day & (uniformDays.count - 1)
        if uniformDays[index].day == day {
            lastDay = day
            lastOffset = uniformDays[index].offset
            return wallSeconds - lastOffset
        }
        let before = offset(at: day * 86_400 - 86_400)
        let after = offset(at: day * 86_400 + 2 * 86_400)
        if before == after {
            note(UniformDay(day: day, offset: before))
            lastDay = day
            lastOffset = before
            return wallSeconds - before
        }
        return utcNearChange(wallSeconds, before: before, after: after)
    }

    /// Stores a day. The table is small for few dates, and grows when it is half full.
    private func note(_ day: UniformDay) {
        lookups += 1
        if 2 * lookups > uniformDays.count, uniformDays.count < Self.mostDays {
            uniformDays = Self.noDays(count: 4 * uniformDays.count)
            lookups = 0
        }
        uniformDays[day.day & (uniformDays.count - 1)] = day
    }

    private func utcNearChange(_ wallSeconds: Int, before: Int, after: Int) -> Int {
        let first = wallSeconds - before
        if offset(at: first) == before { return first }
        let second = wallSeconds - after
        if offset(at: second) == after { return second }
        return first
    }

    private func offset(at utc: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc)))
    }
}
