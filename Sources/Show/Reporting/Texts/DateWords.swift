import Foundation
import ObjectModel

/// Formats dates as texts, with the offset of a time zone.
struct DateWords {
    /// The time zone; nil for UTC.
    let zone: TimeZone?

    /// Returns `2024-03-09 17:05`, or `2024-03-09` at midnight, for places that name the zone once.
    func shortText(_ seconds: Double) -> String? {
        guard let text = text(seconds) else { return nil }
        let (day, clock) = (text.prefix { $0 != "T" }, text.drop { $0 != "T" }.dropFirst())
        let isMidnight = clock.hasPrefix("00:00:00") && !clock.hasPrefix("00:00:00.")
        return isMidnight
            ? String(day) : "\(day) \(clock.prefix(clock.dropFirst(5).hasPrefix(":00") ? 5 : 8))"
    }

    /// The name of the zone for people.
    var zoneName: String { zone?.identifier ?? "UTC" }

    /// Returns `2024-03-09T17:05:30+01:00`; nil for years outside the range of such texts.
    func text(_ seconds: Double) -> String? {
        guard let zone, seconds.isFinite else { return ISO8601Text.text(referenceSeconds: seconds) }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds))
        guard let text = ISO8601Text.text(referenceSeconds: seconds + Double(offset)) else { return nil }
        let minutes = abs(offset) / 60
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return text.dropLast() + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
