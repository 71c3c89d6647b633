import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import Testing

@testable import Seeding

@Suite("Fast conversion of usual values")
struct QuickConverterTests {
    private static let texts = [
        "0", "1", "-1", "7", "-0", "+7", "0042", "12.0", "32767", "32768", "-32768", "-32769",
        "2147483648", "999999999999999999", "-999999999999999999", "9223372036854775807",
        "9223372036854775808", "1e3", " 1", "1 ", "-", "--1", "1_000", "0x1",
        "true", "false", "TRUE", "False", "yes", "no", "y", "t", "truE", "fals", "falsy", "truth",
        "1.5", "-2.25", ".5", "1e400", "nan", "inf", "1,5",
        "2024-03-09", "2024-03-09T17:05:30", "2024-03-09 17:05:30", "2024-03-09t17:05:30",
        "2024-03-31T02:30:00", "2024-10-27T02:30:00", "2024-02-29", "2023-02-29", "1900-02-29",
        "2000-02-29", "0000-01-01", "0001-01-01", "9999-12-31T23:59:59", "2024-13-01",
        "2024-00-10", "2024-01-00", "2024-01-32", "2024-04-31", "2024-03-09T24:00:00",
        "2024-03-09T23:60:00", "2024-03-09T23:59:60", "2024-03-09T17:05", "2024-03-09T17:05:30Z",
        "2024-03-09T17:05:30.5", "20240309", "2024/03/09", "2024-03-0x", "2024-03-09T17:05:3:",
        "2024-03-09T17-05-30", "２０２４-03-09", "Milch", "é", "1é",
    ]

    private static let types: [AttributeType] = [
        .string, .integer16, .integer32, .integer64, .boolean, .double, .float, .decimal, .date,
        .uuid, .uri, .binaryData,
    ]

    @Test("It gives the converter's result, or none", arguments: types)
    func texts(of type: AttributeType) throws {
        let zone = try #require(ZoneOffsets.zone(named: "Europe/Berlin"))
        let converter = try AttributeConverter(type: type, zone: zone)
        var known = 0
        for text in Self.texts {
            text.withUTF8Bytes { bytes in
                guard let quick = converter.quick.value(of: .text(bytes)) else { return }
                known += 1
                let whole = try? Value(converter.convert(.text(bytes)))
                #expect(Value(quick) == whole, "\(text)")
            }
        }
        let isUsual = [.string, .integer16, .integer32, .integer64, .boolean, .double, .date]
            .contains(type)
        #expect(isUsual == (known > 3))
        #expect(isUsual == converter.quick.isUsable)
    }

    @Test("Every hour of every day of a year is the same", arguments: [1900, 2024])
    func times(year: Int) throws {
        let zone = try #require(ZoneOffsets.zone(named: "Europe/Berlin"))
        let converter = try AttributeConverter(type: .date, zone: zone)
        for number in 0..<(12 * 31 * 24) {
            let (month, day) = (number / (31 * 24) + 1, number / 24 % 31 + 1)
            let text = String(
                format: "%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, number % 24,
                number % 60, number % 59)
            text.withUTF8Bytes { bytes in
                let quick = converter.quick.value(of: .text(bytes)).map(Value.init)
                let whole = try? Value(converter.convert(.text(bytes)))
                #expect(quick == whole, "\(text)")
            }
        }
    }

    @Test("Numbers of a database are converted, too")
    func numbers() throws {
        let fields: [Field] = [
            .integer(0), .integer(32_767), .integer(32_768), .integer(.min), .real(0), .real(1.5),
            .real(.infinity), .real(.nan), .null,
        ]
        for type in Self.types {
            let converter = try AttributeConverter(type: type, zone: nil)
            for field in fields {
                guard let quick = converter.quick.value(of: field) else { continue }
                #expect(try Value(quick) == Value(converter.convert(field)), "\(type) \(field)")
            }
        }
    }

    @Test("It gives no result if a transform applies")
    func others() throws {
        var settings = ConversionSettings(type: .string)
        #expect(try AttributeConverter(settings).quick.isUsable)
        settings.numbers.usesDecimalComma = true
        #expect(try !AttributeConverter(settings).quick.isUsable)
        settings = ConversionSettings(type: .boolean)
        settings.booleanWords = BooleanWords(trueWords: ["ja"], falseWords: ["nein"])
        #expect(try !AttributeConverter(settings).quick.isUsable)
        settings = ConversionSettings(type: .date)
        #expect(try !AttributeConverter(settings).quick.isUsable, "no zone")
        settings.zone = ZoneOffsets.zone(named: "UTC")
        settings.dateFormat = .unix
        #expect(try !AttributeConverter(settings).quick.isUsable)
    }
}
