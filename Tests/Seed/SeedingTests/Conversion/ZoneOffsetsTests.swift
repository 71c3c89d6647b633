import Foundation
import TestSupport
import Testing

@testable import Seeding

@Suite("Wall-clock times to UTC")
struct ZoneOffsetsTests {
    private static func utc(_ text: String, _ zone: String) throws -> String {
        let zone = try #require(ZoneOffsets.zone(named: zone))
        let time = try #require(text.withUTF8Bytes(ISO8601.parse))
        let seconds = ZoneOffsets(zone).utc(wallSeconds: time.wallSeconds)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        return formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
    }

    @Test(
        "Zones",
        arguments: [
            ("2024-07-01 12:00", "UTC", "2024-07-01 12:00:00"),
            ("2024-07-01 12:00", "GMT", "2024-07-01 12:00:00"),
            ("2024-07-01 12:00", "Z", "2024-07-01 12:00:00"),
            ("2024-07-01 12:00", "+05:30", "2024-07-01 06:30:00"),
            ("2024-07-01 12:00", "-0800", "2024-07-01 20:00:00"),
            ("2024-07-01 12:00", "Europe/Berlin", "2024-07-01 10:00:00"),
            ("2024-01-01 12:00", "Europe/Berlin", "2024-01-01 11:00:00"),
            ("2024-01-01 12:00", "America/New_York", "2024-01-01 17:00:00"),
            ("2024-01-01 12:00", "Australia/Sydney", "2024-01-01 01:00:00"),
            ("2024-01-01 12:00", "Asia/Kathmandu", "2024-01-01 06:15:00"),
        ])
    func zones(text: String, zone: String, expected: String) throws {
        #expect(try Self.utc(text, zone) == expected)
    }

    @Test(
        "A time that occurs twice is the first",
        arguments: [
            ("2024-10-27 02:30", "Europe/Berlin", "2024-10-27 00:30:00"),
            ("2024-10-27 01:59:59", "Europe/Berlin", "2024-10-26 23:59:59"),
            ("2024-10-27 03:00", "Europe/Berlin", "2024-10-27 02:00:00"),
            ("2024-11-03 01:30", "America/New_York", "2024-11-03 05:30:00"),
            ("2024-04-07 02:30", "Australia/Sydney", "2024-04-06 15:30:00"),
            ("2024-04-07 01:45", "Australia/Lord_Howe", "2024-04-06 14:45:00"),
        ])
    func overlap(text: String, zone: String, expected: String) throws {
        #expect(try Self.utc(text, zone) == expected)
    }

    @Test(
        "A skipped time has the offset before the change",
        arguments: [
            ("2024-03-31 02:30", "Europe/Berlin", "2024-03-31 01:30:00"),
            ("2024-03-31 01:59:59", "Europe/Berlin", "2024-03-31 00:59:59"),
            ("2024-03-31 03:00", "Europe/Berlin", "2024-03-31 01:00:00"),
            ("2024-03-10 02:30", "America/New_York", "2024-03-10 07:30:00"),
            ("2024-10-06 02:15", "Australia/Lord_Howe", "2024-10-05 15:45:00"),
            // Samoa had no 30 December 2011.
            ("2011-12-30 12:00", "Pacific/Apia", "2011-12-30 22:00:00"),
            ("2011-12-29 23:59", "Pacific/Apia", "2011-12-30 09:59:00"),
            ("2011-12-31 00:00", "Pacific/Apia", "2011-12-30 10:00:00"),
        ])
    func gap(text: String, zone: String, expected: String) throws {
        #expect(try Self.utc(text, zone) == expected)
    }

    @Test(
        "The rule holds for random times, in any order",
        arguments: [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
            "America/St_Johns", "Asia/Tehran", "Africa/Casablanca", "Europe/Dublin",
        ])
    func randomTimes(name: String) throws {
        let zone = try #require(ZoneOffsets.zone(named: name))
        let offsets = ZoneOffsets(zone)
        func offset(at utc: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc)))
        }
        var random = SeededGenerator(seed: 3)
        var walls = (0..<200).map { _ in Int.random(in: 0...1_900_000_000, using: &random) }
        // Times around the changes.
        var date = Date(timeIntervalSince1970: 0)
        while let change = zone.nextDaylightSavingTimeTransition(after: date),
            change.timeIntervalSince1970 < 1_900_000_000, walls.count < 1_000
        {
            for _ in 0..<8 {
                let near = Int.random(in: -100_000...100_000, using: &random)
                walls.append(Int(change.timeIntervalSince1970) + near)
            }
            date = change
        }
        for wall in walls {
            // Every instant at which the clocks show this time.
            let nearby = Set((-5...5).map { offset(at: wall + $0 * 6 * 3_600) })
            let matches = nearby.map { wall - $0 }.filter { $0 + offset(at: $0) == wall }
            let expected = matches.min() ?? (wall - offset(at: wall - 26 * 3_600))
            #expect(offsets.utc(wallSeconds: wall) == expected, "\(name) \(wall)")
        }
    }

    @Test(
        "Changes late in the evening or at midnight are exact to the minute",
        arguments: [
            "America/Nuuk", "America/Scoresbysund", "America/Santiago", "America/Asuncion",
            "America/Havana", "Atlantic/Azores", "Asia/Beirut", "Pacific/Easter",
            "Pacific/Kiritimati", "America/Anchorage",
        ])
    func lateChanges(name: String) throws {
        let zone = try #require(ZoneOffsets.zone(named: name))
        func offset(at utc: Int) -> Int {
            zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(utc)))
        }
        var date = Date(timeIntervalSince1970: 900_000_000)
        for _ in 0..<8 {
            guard let change = zone.nextDaylightSavingTimeTransition(after: date) else { break }
            let wall = Int(change.timeIntervalSince1970) + offset(at: Int(date.timeIntervalSince1970) + 1)
            for minute in stride(from: -36 * 60, through: 36 * 60, by: 15) {
                let time = wall + minute * 60
                let nearby = Set((-5...5).map { offset(at: time + $0 * 6 * 3_600) })
                let matches = nearby.map { time - $0 }.filter { $0 + offset(at: $0) == time }
                let expected = matches.min() ?? (time - offset(at: time - 26 * 3_600))
                // A new object each time, which has no cached days.
                let offsets = ZoneOffsets(zone)
                #expect(offsets.utc(wallSeconds: time) == expected, "\(name) \(time)")
            }
            date = change
        }
    }

    @Test(
        "Unknown zones",
        arguments: ["", "Berlin", "IST", "CET", "Europe/Berlim", "+2", "+25:00", "UTC+2", "utc/"])
    func unknown(name: String) {
        #expect(ZoneOffsets.zone(named: name) == nil)
    }
}
