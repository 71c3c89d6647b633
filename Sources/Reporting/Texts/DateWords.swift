import Foundation
import ObjectModel

/// Dates as texts, with the offset of a zone.
struct DateWords {
    /// Nil for UTC.
    let zone: TimeZone?

    /// `2024-03-09 17:05`, or `2024-03-09` at midnight: where the zone is said once for all.
    func shortText(_ seconds: Double) -> String? {
        guard let text = text(seconds) else { return nil }
        let (day, clock) = (text.prefix { $0 != "T" }, text.drop { $0 != "T" }.dropFirst())
        let isMidnight = clock.hasPrefix("00:00:00") && !clock.hasPrefix("00:00:00.")
        return isMidnight
            ? String(day) : "\(day) \(clock.prefix(clock.dropFirst(5).hasPrefix(":00") ? 5 : 8))"
    }

    /// What people call the zone.
    var zoneName: String { zone?.identifier ?? "UTC" }

    /// `2024-03-09T17:05:30+01:00`; nil outside of the years that such texts have.
    func text(_ seconds: Double) -> String? {
        guard let zone, seconds.isFinite else { return ISO8601Text.text(referenceSeconds: seconds) }
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds))
        guard let text = ISO8601Text.text(referenceSeconds: seconds + Double(offset)) else { return nil }
        let minutes = abs(offset) / 60
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return text.dropLast() + (offset < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60)
    }
}
