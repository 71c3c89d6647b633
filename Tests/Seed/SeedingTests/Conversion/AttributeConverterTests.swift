import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import Testing

@testable import Seeding

@Suite("Cells converted to attribute values")
struct AttributeConverterTests {
    /// A cell that owns its bytes.
    enum Cell: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob([UInt8])

        func with<Result>(_ body: (Field) throws -> Result) rethrows -> Result {
            switch self {
            case .null: try body(.null)
            case .integer(let value): try body(.integer(value))
            case .real(let value): try body(.real(value))
            case .text(let text): try text.withUTF8Bytes { try body(.text($0)) }
            case .blob(let bytes): try bytes.withUnsafeBytes { try body(.blob($0)) }
            }
        }
    }

    private static func convert(
        _ cell: Cell, to type: AttributeType, _ format: DateFormat = .iso8601,
        zone: TimeZone? = nil
    ) throws -> Value {
        let converter = try AttributeConverter(type: type, dateFormat: format, zone: zone)
        return try cell.with { Value(try converter.convert($0)) }
    }

    private static let valuesCases: [(Cell, AttributeType, Value)] = [
        (.text("abc"), .string, .text("abc")), (.text(" a "), .string, .text(" a ")),
        (.integer(7), .string, .text("7")), (.real(1.5), .string, .text("1.5")),
        (.text("-32768"), .integer16, .integer(-32_768)),
        (.text("32767"), .integer16, .integer(32_767)),
        (.text("2147483647"), .integer32, .integer(2_147_483_647)),
        (.text("-2147483648"), .integer32, .integer(-2_147_483_648)),
        (.text("9223372036854775807"), .integer64, .integer(.max)),
        (.text("-9223372036854775808"), .integer64, .integer(.min)),
        (.text("3.0"), .integer16, .integer(3)), (.real(3), .integer16, .integer(3)),
        (.integer(3), .integer16, .integer(3)), (.text("1e3"), .integer16, .integer(1000)),
        (.text("1.2E+05"), .integer32, .integer(120_000)),
        (.text("-9.223372036854775808E18"), .integer64, .integer(.min)),
        (.text("Yes"), .boolean, .integer(1)), (.text("0"), .boolean, .integer(0)),
        (.integer(1), .boolean, .integer(1)), (.real(0), .boolean, .integer(0)),
        (.text("1.25"), .double, .real(1.25)), (.integer(2), .double, .real(2)),
        (.text("0.1"), .float, .real(Double(Float(0.1)))),
        (.text("9.99"), .decimal, .real(9.99)),
        (.text("2001-01-01T00:00:00Z"), .date, .real(0)),
        (.text("2010-03-26T00:00:00Z"), .date, .real(291_254_400)),
        (.text("2000-12-31T23:59:59.75Z"), .date, .real(-0.25)),
        (.text("http://a.b/c?d"), .uri, .text("http://a.b/c?d")),
        (.blob([1, 2]), .binaryData, .blob([1, 2])),
        (
            .text("00112233-4455-6677-8899-aabbccddeeff"), .uuid,
            .blob([0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255])
        ),
        (
            .blob([UInt8](repeating: 9, count: 16)), .uuid,
            .blob([UInt8](repeating: 9, count: 16))
        ),
    ]

    @Test(
        "Values",
        arguments: valuesCases)
    func values(cell: Cell, type: AttributeType, expected: Value) throws {
        #expect(try Self.convert(cell, to: type) == expected)
    }

    private static let unitsCases: [(Cell, AttributeType, Value?)] = [
        (.text("55 %"), .double, .real(0.55)), (.text("55%"), .double, .real(0.55)),
        (.text("1.250,5 %"), .double, .real(12.505)), (.text("-7"), .double, .real(-0.07)),
        (.text("300"), .integer16, .integer(3)), (.text("50"), .integer16, nil),
        (.integer(55), .double, .real(0.55)), (.real(1.234), .double, .real(0.01234)),
        (.integer(300), .integer16, .integer(3)), (.text("55 kg"), .double, nil),
        (.text("%"), .double, nil), (.text("% % 5"), .double, nil),
    ]

    @Test(
        "Units and scales, for texts and for numbers of a source",
        arguments: unitsCases)
    func units(cell: Cell, type: AttributeType, expected: Value?) throws {
        var settings = ConversionSettings(type: type)
        settings.numbers = NumberForm(
            usesDecimalComma: true, thousands: .point, units: [Array("%".utf8)],
            scale: Decimal(string: "0.01"))
        let converter = try AttributeConverter(settings)
        #expect(cell.with { cell in (try? converter.convert(cell)).map { Value($0) } } == expected)
    }

    @Test(
        "Separated thousands and accountants' signs are read, and similar texts are not",
        arguments: [
            ("12,34,567", 1_234_567), ("1,23,456.5", 123_456.5), ("12,34,56,789", 123_456_789),
            ("12,345,678", 12_345_678), ("123,456", 123_456), ("1,234.5", 1_234.5), ("123,45,678", nil),
            ("123,456,78", nil), ("12,345,67", nil), ("12,345,67,890", nil), ("12,34,5678", nil),
            ("1234,567", nil), ("0,123", nil), ("12,34", nil), (",123", nil), ("7-", -7), ("12-", -12),
            ("(7)", -7), ("(1,234.5)", -1_234.5),
            ("−7", -7), ("7 -", -7), ("-7", -7), ("-", nil), ("()", nil), ("--", nil), ("(-7)", nil),
            ("-7-", nil),
            ("7,-", nil), ("(123,45,678)", nil), ("(", nil), ("−", nil),
        ] as [(String, Double?)])
    func groupsAndSigns(text: String, expected: Double?) throws {
        var settings = ConversionSettings(type: .double)
        settings.numbers = NumberForm(thousands: .comma, isAccounting: true)
        let converter = try AttributeConverter(settings)
        #expect(
            Cell.text(text).with { cell in (try? converter.convert(cell)).map { Value($0) } }
                == expected.map { .real($0) })
        guard !text.contains("."), !text.contains("-"), text.contains(",") else { return }
        settings.numbers = NumberForm(usesDecimalComma: true, thousands: .point, isAccounting: true)
        let points = try AttributeConverter(settings)
        // Groups of two digits have commas only.
        let isUsual = text.components(separatedBy: ",").dropFirst().allSatisfy { $0.count == 3 }
        let found = Cell.text(text.replacing(",", with: ".")).with { cell in
            (try? points.convert(cell)).map { Value($0) }
        }
        #expect(found == (isUsual ? expected.map { .real($0) } : nil))
    }

    @Test(
        "An empty cell is nil for every type",
        arguments: [
            AttributeType.string, .integer16, .integer32, .integer64, .boolean, .double, .float,
            .decimal, .date, .uuid, .uri, .binaryData,
        ])
    func empty(type: AttributeType) throws {
        #expect(try Self.convert(.null, to: type) == .null)
        #expect(try Self.convert(.text(""), to: type) == .null)
    }

    private static let int16 = SeedIssue.Reason.value(.outOfRange(lowest: "-32768", highest: "32767"))
    private static let int32 = SeedIssue.Reason.value(
        .outOfRange(
            lowest: "-2147483648", highest: "2147483647"))
    private static let int64 = SeedIssue.Reason.value(
        .outOfRange(
            lowest: "-9223372036854775808", highest: "9223372036854775807"))
    private static let float = SeedIssue.Reason.value(
        .outOfRange(
            lowest: "-3.4028235e+38", highest: "3.4028235e+38"))

    private static let failuresCases: [(Cell, AttributeType, SeedIssue.Reason)] = [
        (.text("32768"), .integer16, int16), (.text("-32769"), .integer16, int16),
        (.integer(40_000), .integer16, int16), (.real(1e10), .integer32, int32),
        (.text("2147483648"), .integer32, int32), (.text("-2147483649"), .integer32, int32),
        (.text("9223372036854775808"), .integer64, int64), (.real(1e300), .integer64, int64),
        (.real(9_223_372_036_854_775_808), .integer64, int64),
        (.text("1.5"), .integer16, .value(.fractionInInteger)),
        (.real(1.5), .integer16, .value(.fractionInInteger)),
        (.text("1e400"), .integer16, int16), (.text("3.2768E+4"), .integer16, int16),
        (.text("1e10"), .integer32, int32), (.text("1e19"), .integer64, int64),
        (.text("1.5e0"), .integer16, .value(.fractionInInteger)),
        (.text("1e-3"), .integer64, .value(.fractionInInteger)),
        (.real(.nan), .integer16, .value(.notFinite)), (.real(.infinity), .integer16, .value(.notFinite)),
        (.text("twelve"), .integer16, .value(.notA(.integer))),
        (.text(" 1"), .integer16, .value(.notA(.integer))),
        (.blob([1]), .integer16, .value(.notA(.integer))),
        (.text("2"), .boolean, .value(.notA(.boolean))),
        (.text("maybe"), .boolean, .value(.notA(.boolean))),
        (.integer(2), .boolean, .value(.notA(.boolean))), (.blob([1]), .boolean, .value(.notA(.boolean))),
        (.text("NaN"), .double, .value(.notFinite)), (.text("-inf"), .double, .value(.notFinite)),
        (.text("1e400"), .double, .value(.notFinite)), (.real(.nan), .double, .value(.notFinite)),
        (.text("1,5"), .double, .value(.notA(.number))), (.blob([1]), .double, .value(.notA(.number))),
        (.text("1e39"), .float, float), (.text("$5"), .decimal, .value(.notA(.decimal))),
        (.text("26-Mar-10"), .date, .value(.dateFormat("iso8601"))),
        (.text("2010-02-29T00:00Z"), .date, .value(.noSuchDate)),
        (.text("2010-13-01T00:00Z"), .date, .value(.noSuchDate)),
        (.text("2010-01-01T24:00Z"), .date, .value(.noSuchDate)),
        (.text("2010-01-01T10:60Z"), .date, .value(.noSuchDate)),
        (.text("2010-01-01T10:00:60Z"), .date, .value(.noSuchDate)),
        (.text("2010-01-01"), .date, .value(.dateWithoutZone)),
        (.real(1), .date, .value(.dateFormat("iso8601"))),
        (.text("abc"), .uuid, .value(.notA(.uuid))), (.blob([1]), .uuid, .value(.notA(.uuid))),
        (.integer(1), .uri, .value(.notA(.uri))),
        (.blob([1]), .string, .value(.wrongStorageClass("blob"))),
        (.text("abc"), .binaryData, .value(.textForBytes)),
    ]

    @Test(
        "Cells without a valid value",
        arguments: failuresCases)
    func failures(cell: Cell, type: AttributeType, reason: SeedIssue.Reason) {
        #expect(throws: ConversionFailure(reason)) { try Self.convert(cell, to: type) }
    }

    private static let dateFormatsCases: [(Cell, DateFormat, Value)] = [
        (.text("978307200"), .unix, .real(0)), (.integer(978_307_201), .unix, .real(1)),
        (.real(978_307_200.5), .unix, .real(0.5)), (.text("978307200.25"), .unix, .real(0.25)),
        (.text("-1"), .unix, .real(-978_307_201)), (.text("1e9"), .unix, .real(21_692_800)),
        (.text("978307200500"), .unixMilliseconds, .real(0.5)),
        (.integer(978_307_201_000), .unixMilliseconds, .real(1)),
        (.text("12.5"), .reference, .real(12.5)), (.integer(-5), .reference, .real(-5)),
        (.text("26-Mar-10"), .pattern("dd-MMM-yy"), .real(291_254_400)),
        (.integer(20_100_326), .pattern("yyyyMMdd"), .real(291_254_400)),
        (.integer(20_100_326), .iso8601, .real(291_254_400)),
    ]

    @Test(
        "Date formats",
        arguments: dateFormatsCases)
    func dateFormats(cell: Cell, format: DateFormat, expected: Value) throws {
        #expect(
            try Self.convert(cell, to: .date, format, zone: TimeZone(secondsFromGMT: 0)) == expected
        )
    }

    private static let dateFailuresCases: [(Cell, DateFormat, SeedIssue.Reason)] = [
        (.text("soon"), .unix, .value(.dateFormat("unix"))),
        (.text("NaN"), .unix, .value(.dateFormat("unix"))),
        (.text("1e999"), .unix, .value(.notFinite)), (.real(.infinity), .unix, .value(.notFinite)),
        (.text("-9223372036854775808"), .unix, .value(.noSuchDate)),
        (.integer(.min), .unixMilliseconds, .value(.noSuchDate)),
        (.blob([1]), .reference, .value(.dateFormat("reference"))),
        (.text("30-Feb-10"), .pattern("dd-MMM-yy"), .value(.noSuchDate)),
        (.text("00-Feb-10"), .pattern("dd-MMM-yy"), .value(.noSuchDate)),
        (.text("2010-02-28"), .pattern("dd-MMM-yy"), .value(.dateFormat("dd-MMM-yy"))),
    ]

    @Test(
        "Dates that do not fit their format",
        arguments: dateFailuresCases)
    func dateFailures(cell: Cell, format: DateFormat, reason: SeedIssue.Reason) {
        #expect(throws: ConversionFailure(reason)) {
            try Self.convert(cell, to: .date, format, zone: TimeZone(secondsFromGMT: 0))
        }
    }

    @Test("The plan's time zone applies only to dates without one")
    func zones() throws {
        let berlin = try #require(ZoneOffsets.zone(named: "Europe/Berlin"))
        func seconds(_ text: String) throws -> Value {
            try Self.convert(.text(text), to: .date, zone: berlin)
        }
        #expect(try seconds("2001-01-01T01:00:00") == .real(0))
        #expect(try seconds("2001-01-01T01:00:00Z") == .real(3_600))
        #expect(try seconds("2001-01-01T01:00:00+02:00") == .real(-3_600))
    }
}
