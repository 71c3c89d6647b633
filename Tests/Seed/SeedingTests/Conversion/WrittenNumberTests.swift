import ObjectModel
import SQLite
import Testing

@testable import Seeding
@testable import Inputs

@Suite("Numbers that are not decimal fractions")
struct WrittenNumberTests {
    @Test(
        "Times",
        arguments: [
            ("3:45", "225", "225", "3.75"), ("1:02:03", "3723", "62.05", nil), ("0:45", "45", "45", "0.75"),
            ("1h 30min", "5400", "90", "1.5"), ("1 h 30", "5400", "90", "1.5"), ("1h30", "5400", "90", "1.5"),
            ("90 min", "5400", "90", "1.5"), ("1,5 Std.", "5400", "90", "1.5"),
            ("1.5 h", "5400", "90", "1.5"),
            ("PT1H30M", "5400", "90", "1.5"), ("1 hour 30 minutes", "5400", "90", "1.5"),
            ("1:30 h", "5400", "90", "1.5"), ("2 min 5 s", "125", nil, nil), ("1d 2h", "93600", "1560", "26"),
            ("1時間30分", "5400", "90", "1.5"), ("75", "75", "75", "75"), ("1:30.5", "90.5", "90.5", nil),
        ] as [(String, String?, String?, String?)])
    func times(text: String, seconds: String?, minutes: String?, hours: String?) {
        func number(_ form: WrittenNumber) -> String? { text.withUTF8Bytes { form.number($0) } }
        #expect(number(.seconds) == seconds)
        if let minutes { #expect(number(.minutes) == minutes) }
        if let hours { #expect(number(.hours) == hours) }
    }

    @Test(
        "Fractions and degrees",
        arguments: [
            ("½", .fraction, "0.5"), ("1 ½", .fraction, "1.5"), ("1½", .fraction, "1.5"),
            ("3/4", .fraction, "0.75"),
            ("1 1/2", .fraction, "1.5"), ("-1 ¼", .fraction, "-1.25"), ("7/2", .fraction, "3.5"),
            ("1⁄8", .fraction, "0.125"), ("2", .fraction, "2"), ("0,5", .fraction, "0.5"),
            ("52° 31' 12\" N", .degrees, "52.52"), ("52°31′12″N", .degrees, "52.52"),
            ("33° 30' S", .degrees, "-33.5"),
            ("52,52° N", .degrees, "52.52"),
            ("N 52° 31.2'", .degrees, "52.52"), ("13.40 W", .degrees, "-13.4"), ("-13.4", .degrees, "-13.4"),
            ("52° 31' 12''", .degrees, "52.52"), ("0° 30' W", .degrees, "-0.5"),
        ] as [(String, WrittenNumber, String)])
    func numbers(text: String, form: WrittenNumber, expected: String) {
        #expect(text.withUTF8Bytes { form.number($0) } == expected)
    }

    @Test(
        "Invalid numbers",
        arguments: [
            ("1:60", .seconds), ("1:5", .seconds), ("1:2:3:4", .seconds), ("30min 1h", .seconds),
            ("1h 75min", .seconds),
            ("5 kg", .seconds), ("", .seconds), ("h", .seconds), ("12:30 s", .seconds), ("1h 1h", .seconds),
            ("5'11\"", .seconds), ("1/0", .fraction), ("1/2/3", .fraction), ("1 3/2", .fraction),
            ("1.5 1/2", .fraction),
            ("", .fraction), ("/2", .fraction), ("½ ½", .fraction), ("a½", .fraction), ("181° N", .degrees),
            ("52° 61' N", .degrees), ("-52° N", .degrees), ("52.5° 30' N", .degrees),
            ("52 31 12 N", .degrees),
            ("N", .degrees), ("52° O", .degrees), ("52° N E", .degrees), ("", .degrees),
        ] as [(String, WrittenNumber)])
    func none(text: String, form: WrittenNumber) {
        #expect(text.withUTF8Bytes { form.number($0) } == nil)
    }

    @Test("Values keep as many digits as the attribute has, and none is dropped silently")
    func values() throws {
        func value(_ text: String, _ type: AttributeType, _ form: WrittenNumber) throws -> Value {
            var settings = ConversionSettings(type: type)
            settings.numbers = NumberForm(units: [Array("kg".utf8)])
            settings.numbers.written = form
            let converter = try AttributeConverter(settings)
            return try text.withUTF8Bytes { Value(try converter.convert(.text($0))) }
        }
        #expect(try value("1/3", .double, .fraction) == .real(1.0 / 3))
        #expect(throws: ConversionFailure.self) { try value("1/3", .decimal, .fraction) }
        #expect(try value("1 ½ kg", .decimal, .fraction) == .real(1.5))
        #expect(try value("1:30", .integer32, .minutes) == .integer(90))
        #expect(throws: ConversionFailure.self) { try value("1:30:20", .integer32, .minutes) }
        #expect(try value("52° 31' 12\" N", .double, .degrees) == .real(52.52))
    }
}
