import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import Seeding

@Suite("Dates")
struct DateValueTests {
    private static func seconds(
        _ content: ValueReading.Content, _ format: DateFormat, zone: String = "UTC",
        locale: String? = nil
    ) throws -> Value {
        try ValueReading.value(content, as: .date) { settings in
            settings.dateFormat = format
            settings.zone = ZoneOffsets.zone(named: zone)
            if let locale {
                settings.dateNames = DateNames(try #require(DateNames.locale(named: locale)))
            }
        }
    }

    /// 2024-03-09T17:05:30Z.
    private static let instant = 731_696_730.0

    @Test(
        "Numbers since an epoch",
        arguments: [
            (.text("1710003930"), .unix, instant),
            (.text("1710003930000"), .unixMilliseconds, instant),
            (.text("1710003930000000"), .unixMicroseconds, instant),
            (.integer(1_710_003_930_250_000), .unixMicroseconds, instant + 0.25),
            (.integer(-62_135_596_800), .unix, -63_113_904_000),
            (.integer(-62_135_769_600), .unix, Date.distantPast.timeIntervalSinceReferenceDate),
            (.text("253402300799"), .unix, 252_423_993_599),
            (.text("731696730"), .reference, instant), (.real(1e15), .reference, 1e15),
            (.integer(1_710_003_930_250_000_000), .unixNanoseconds, instant + 0.25),
            (.integer(13_354_477_530_250_000), .webkit, instant + 0.25),
            (.integer(11_644_473_600_000_000), .webkit, -978_307_200),
            (.integer(133_544_775_302_500_000), .filetime, instant + 0.25),
            (.integer(638_456_007_302_500_000), .dotNetTicks, instant + 0.25),
            (.integer(731_696_730_250_000_000), .appleNanoseconds, instant + 0.25),
            (.text("2451910.5"), .julianDay, 0), (.real(2_460_379.2121527777), .julianDay, instant),
            (.integer(2_451_911), .julianDay, 43_200),
            (.real(2_440_587.5), .julianDay, -978_307_200),
        ] as [(ValueReading.Content, DateFormat, Double)])
    func epochs(content: ValueReading.Content, format: DateFormat, expected: Double) throws {
        #expect(try Self.seconds(content, format) == .real(expected))
    }

    @Test("Julian days equal SQLite's")
    func julianDaysOfSQLite() throws {
        let connection = try Connection(path: ":memory:", mode: .create)
        for (text, expected) in [
            ("2024-03-09 17:05:30", Self.instant),
            ("2024-03-09 17:05:30.123", Self.instant + 0.123),
            ("1858-11-17 00:00:00", -4_485_024_000), ("2001-01-01 00:00:00", 0),
        ] {
            let day = try connection.rows("SELECT julianday('\(text)')") { $0.real(at: 0) }
            let value = try Self.seconds(.real(try #require(day.first)), .julianDay)
            #expect(value == .real((expected * 1000).rounded() / 1000))
        }
    }

    @Test(
        "Days of spreadsheets are in the zone's local time",
        arguments: [
            ("1", .excel1900, "UTC", "1900-01-01"), ("59", .excel1900, "UTC", "1900-02-28"),
            ("61", .excel1900, "UTC", "1900-03-01"), ("45360", .excel1900, "UTC", "2024-03-09"),
            ("45360.71215277778", .excel1900, "UTC", "2024-03-09T17:05:30Z"),
            ("45360.5", .excel1900, "+02:00", "2024-03-09T10:00:00Z"),
            ("45360.5", .excel1900, "Australia/Sydney", "2024-03-09T01:00:00Z"),
            ("2958465", .excel1900, "UTC", "9999-12-31"),
            ("0", .excel1904, "UTC", "1904-01-01"), ("43898", .excel1904, "UTC", "2024-03-09"),
            ("0.25", .excel1904, "UTC", "1904-01-01T06:00:00Z"),
        ] as [(String, DateFormat, String, String)])
    func spreadsheets(text: String, format: DateFormat, zone: String, expected: String) throws {
        guard case .real(let seconds) = try Self.seconds(.text(text), format, zone: zone) else {
            return #expect(Bool(false))
        }
        #expect(ISO8601.text(referenceSeconds: seconds) == expected)
    }

    @Test(
        "Days that spreadsheets lack, such as the false 29 February 1900, are refused",
        arguments: [
            ("60", .excel1900), ("60.5", .excel1900), ("0", .excel1900), ("0.5", .excel1900),
            ("-1", .excel1900), ("2958466", .excel1900), ("1e300", .excel1900),
            ("-0.001", .excel1904), ("2957004", .excel1904),
        ] as [(String, DateFormat)])
    func noSuchDays(text: String, format: DateFormat) {
        #expect(throws: ConversionFailure(.value(.noSuchDate))) { try Self.seconds(.text(text), format) }
    }

    @Test(
        "Instants before the year 1 and after 9999 are refused, such as milliseconds read as seconds",
        arguments: [
            (.integer(1_710_003_930_000), .unix), (.integer(-62_135_769_601), .unix),
            (.integer(-62_135_596_801), .unix), (.real(-62_135_769_599.5), .unix),
            (.text("253402300800"), .unix), (.real(1e18), .unixMilliseconds),
            (.integer(.max), .unixMicroseconds), (.integer(.min), .unixMicroseconds),
            (.real(1), .julianDay), (.real(1e7), .julianDay),
            (.text("0000-01-01T00:00:00Z"), .iso8601),
        ] as [(ValueReading.Content, DateFormat)])
    func outOfRange(content: ValueReading.Content, format: DateFormat) {
        #expect(throws: ConversionFailure(.value(.noSuchDate))) { try Self.seconds(content, format) }
    }

    @Test("A day without a time begins at midnight of its zone, and a time alone is an error")
    func dateOnly() throws {
        #expect(try Self.seconds(.text("2001-01-01"), .dateOnly) == .real(0))
        #expect(try Self.seconds(.text("20010101"), .dateOnly) == .real(0))
        #expect(try Self.seconds(.integer(20_010_101), .dateOnly) == .real(0))
        #expect(
            try Self.seconds(.text("2001-01-01"), .dateOnly, zone: "Europe/Berlin") == .real(-3600))
        for text in ["2001-01-01T00:00", "2001-1-1", "01.01.2001", "2001-01-01Z"] {
            #expect(throws: ConversionFailure(.value(.dateFormat("dateOnly")))) {
                try Self.seconds(.text(text), .dateOnly)
            }
        }
    }

    @Test("A day needs a zone")
    func dayWithoutZone() {
        for format in [DateFormat.dateOnly, .excel1900, .excel1904] {
            #expect(format.alwaysNeedsZone)
            #expect(throws: ConversionFailure(.value(.dateWithoutZone))) {
                let text = format == .dateOnly ? "2001-01-01" : "45360"
                _ = try ValueReading.value(.text(text), as: .date) {
                    $0.dateFormat = format
                    $0.zone = nil
                }
            }
        }
    }

    @Test(
        "Names of months and weekdays are in the plan's locale, short or long, in any case",
        arguments: [
            ("de_DE", "d. MMMM yyyy", "9. März 2024"), ("de_DE", "d. MMMM yyyy", "9. MÄRZ 2024"),
            ("de-DE", "d. MMM yyyy", "9. März 2024"),
            ("de_DE", "EEEE, d. LLLL yyyy", "Samstag, 9. März 2024"),
            ("fr_FR", "d MMMM yyyy", "9 mars 2024"),
            ("fr_FR", "EEE d MMM yyyy", "sam. 9 mars 2024"),
            ("es_ES", "d 'de' MMMM 'de' yyyy", "9 de marzo de 2024"),
            ("pl_PL", "d MMMM yyyy", "9 marca 2024"), ("pl_PL", "d LLLL yyyy", "9 marzec 2024"),
            ("ru_RU", "d MMMM yyyy", "9 Марта 2024"), ("ja_JP", "yyyy年MMMd日", "2024年3月9日"),
            ("en_US", "d MMM yyyy", "9 Mar 2024"),
        ])
    func locales(locale: String, pattern: String, text: String) throws {
        #expect(
            try Self.seconds(.text(text), .pattern(pattern), locale: locale) == .real(731_635_200))
    }

    @Test("Decomposed names match")
    func decomposedNames() throws {
        #expect(
            try Self.seconds(
                .text("9. Ma\u{308}rz 2024"), .pattern("d. MMMM yyyy"), locale: "de_DE")
                == .real(731_635_200))
    }

    @Test("Without a locale, only English names match")
    func englishNames() throws {
        #expect(throws: ConversionFailure(.value(.dateFormat("d MMMM yyyy")))) {
            try Self.seconds(.text("9 mars 2024"), .pattern("d MMMM yyyy"))
        }
        #expect(
            try Self.seconds(.text("9 Sept 2024"), .pattern("d MMM yyyy"))
                == Self.seconds(.text("9 September 2024"), .pattern("d MMM yyyy")))
    }

    @Test("A form that two months share matches none")
    func sharedNames() {
        let names = DateNames(months: [["J", "Jan"], ["J", "Jun"]], weekdays: [], halfDays: [])
        #expect(names.months.map { String(decoding: $0, as: UTF8.self) } == ["jan", "jun"])
    }

    @Test("An unknown locale is an error of the plan, with the nearest name")
    func unknownLocale() {
        let issues = ValueReading.issues("locale: de_DEE")
        #expect(
            issues.map(\.reason) == [
                .plan(.unknownName("de_DEE", kind: .locale, nearest: "de_DE"))
            ])
    }

    @Test(
        "Each S is one digit of the fraction",
        arguments: [
            ("ss.S", "30.2", 0.2), ("ss.SSS", "30.123", 0.123), ("ss,SSSSSS", "30,000001", 0.000001),
        ])
    func fractions(pattern: String, text: String, fraction: Double) throws {
        let full = DateFormat.pattern("yyyy-MM-dd HH:mm:" + pattern)
        #expect(
            try Self.seconds(.text("2001-01-01 00:00:" + text), full) == .real(30 + fraction))
        #expect(throws: ConversionFailure(.value(.dateFormat(full.name)))) {
            try Self.seconds(.text("2001-01-01 00:00:" + text + "5"), full)
        }
    }

    @Test(
        "Two-digit years are 1970 to 2069",
        arguments: [
            ("70", "1970-01-01"), ("99", "1999-01-01"), ("00", "2000-01-01"), ("69", "2069-01-01"),
        ])
    func pivot(year: String, expected: String) throws {
        let value = try Self.seconds(.text("01/01/" + year), .pattern("dd/MM/yy"))
        guard case .real(let seconds) = value else { return #expect(Bool(false)) }
        #expect(ISO8601.text(referenceSeconds: seconds) == expected)
    }

    @Test(
        "Dates as text, back and forth",
        arguments: [
            (0, "2001-01-01"), (-0.25, "2000-12-31T23:59:59.750Z"),
            (731_696_730, "2024-03-09T17:05:30Z"),
            (-63_113_904_000, "0001-01-01"), (252_423_993_599, "9999-12-31T23:59:59Z"),
            (1e15, "1000000000000000.0"),
        ] as [(Double, String)])
    func texts(seconds: Double, text: String) {
        #expect(ISO8601.text(referenceSeconds: seconds) == text)
    }

    @Test("Converting days to a date and back gives the same days")
    func days() {
        for days in stride(from: -719_162, to: 2_932_896, by: 17) {
            let date = CalendarDate.date(days: days)
            #expect(
                CalendarDate.days(year: date.year, month: date.month, day: date.day) == days)
        }
    }
}
