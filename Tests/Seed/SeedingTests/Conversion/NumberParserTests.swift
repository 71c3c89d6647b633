import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Numbers in texts")
struct NumberParserTests {
    @Test(
        "Integers",
        arguments: [
            ("0", .value(0)), ("-0", .value(0)), ("+7", .value(7)), ("0042", .value(42)),
            ("12.0", .value(12)), ("-3.000", .value(-3)),
            ("9223372036854775807", .value(.max)), ("-9223372036854775808", .value(.min)),
            ("9223372036854775808", .overflow), ("-9223372036854775809", .overflow),
            ("99999999999999999999999999", .overflow), ("99999999999999999999.0", .overflow),
            ("1.5", .fraction), ("1e3", .fraction), ("-0.1", .fraction), ("7.", .fraction),
            ("", .malformed), ("-", .malformed), ("+", .malformed), (" 1", .malformed),
            ("1 ", .malformed), ("1,5", .malformed), ("0x10", .malformed), ("--1", .malformed),
            ("1.2.3", .malformed), ("١٢", .malformed), ("1_000", .malformed), (".", .malformed),
            (".5", .fraction), ("e3", .malformed), ("1e", .malformed),
        ] as [(String, NumberParser.Integer)])
    func integer(text: String, expected: NumberParser.Integer) {
        #expect(text.withUTF8Bytes(NumberParser.integer) == expected)
    }

    @Test(
        "Integers in any notation",
        arguments: [
            ("42", .value(42)), ("-3.000", .value(-3)), ("1e3", .value(1000)),
            ("1.2E+05", .value(120_000)), ("-1.23456e5", .value(-123_456)), ("7.", .value(7)),
            ("+.5e1", .value(5)), ("1200e-2", .value(12)), ("1.50e1", .value(15)),
            ("0e9", .value(0)), ("-0.00E-7", .value(0)), ("0e99999999999999999999", .value(0)),
            ("9.223372036854775807e18", .value(.max)), ("-9.223372036854775808e18", .value(.min)),
            ("92233720368547758070e-1", .value(.max)), ("9.2233720368547758070e18", .value(.max)),
            ("0.00000000000000000000000000000001e33", .value(10)),
            ("9.223372036854775808e18", .overflow), ("-9.223372036854775809e18", .overflow),
            ("1e19", .overflow), ("1e400", .overflow), ("-1e99999999999999999999", .overflow),
            ("18446744073709551616e0", .overflow), ("12345678901234567890.5", .overflow),
            ("1.5", .fraction), ("1.25e1", .fraction), ("1e-3", .fraction), ("5e-1", .fraction),
            ("1000000000000000000.5", .fraction), ("12345678901234567890.5e-1", .fraction),
            ("1e-99999999999999999999", .fraction), (".5", .fraction),
            ("", .malformed), (".", .malformed), ("e3", .malformed), ("1e", .malformed),
            ("1e+", .malformed), ("1e2.5", .malformed), ("1.2E+05 ", .malformed),
        ] as [(String, NumberParser.Integer)])
    func wholeNumber(text: String, expected: NumberParser.Integer) {
        #expect(text.withUTF8Bytes(NumberParser.wholeNumber) == expected)
    }

    @Test("An exponent compensates any number of zeros")
    func longWholeNumbers() {
        let zeros = String(repeating: "0", count: 2_000_000)
        #expect("1\(zeros)e-2000000".withUTF8Bytes(NumberParser.wholeNumber) == .value(1))
        #expect("0.\(zeros)1e2000001".withUTF8Bytes(NumberParser.wholeNumber) == .value(1))
    }

    @Test("Every 64-bit integer is read from digits, a point and an exponent")
    func scaledIntegers() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let value =
                Int64(truncatingIfNeeded: random.next())
                >> Int64.random(in: 0...63, using: &random)
            let digits = Array(String(value.magnitude))
            let place = Int.random(in: 0...digits.count, using: &random)
            let text =
                (value < 0 ? "-" : "") + String(digits[..<place]) + "."
                + String(digits[place...]) + "e\(digits.count - place)"
            #expect(text.withUTF8Bytes(NumberParser.wholeNumber) == .value(value), "\(text)")
        }
    }

    @Test(
        "Texts that are not numbers",
        arguments: [
            "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e5.0", "nan", "inf", "-Infinity", "0x1p3",
            "1,5", "1 000", " 1", "1 ", "1_0", "--1", "1.2.3", "½", "1e5e5", "१", "1f",
        ])
    func noNumber(text: String) {
        #expect(text.withUTF8Bytes(NumberParser.double) == nil)
    }

    @Test(
        "Numbers equal the standard library's",
        arguments: [
            "0", "-0", "1.", ".5", "+.5", "1e22", "1e23", "9007199254740993", "9007199254740992",
            "9007199254740993.", "0.1", "123456789012345678901234567890", "1e-400", "1e400",
            "-1e400",
            "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
            "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072011e-308",
            "0.000000000000000000000000000000000000001", "1E+05", "1e99999999999999999999",
            "1e-99999999999999999999", "00000000000000000000000000000000001.5",
            "0.00000000000000000000000000000000000000000000000000000000000000000012345",
            "1.00000000000000011102230246251565404236316680908203125",
            "1.00000000000000011102230246251565404236316680908203124",
        ])
    func double(text: String) throws {
        let parsed = try #require(text.withUTF8Bytes(NumberParser.double))
        // Only the tested parser is required to accept a point at the end.
        let usual = text.hasSuffix(".") ? text + "0" : text
        let expected = try #require(Double(usual))
        #expect(parsed.bitPattern == expected.bitPattern)
    }

    @Test("Every double is read back exactly from its shortest text")
    func shortestTexts() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            let parsed = try #require("\(value)".withUTF8Bytes(NumberParser.double))
            #expect(parsed.bitPattern == value.bitPattern, "\(value)")
        }
    }

    @Test("Decimals of any length are rounded like in the standard library")
    func longDecimals() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let whole = (0..<Int.random(in: 1...25, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let fraction = (0..<Int.random(in: 0...25, using: &random)).map { _ in
                String(Int.random(in: 0...9, using: &random))
            }
            let exponent =
                Bool.random(using: &random) ? "" : "e\(Int.random(in: -330...310, using: &random))"
            let sign = ["", "-", "+"][Int.random(in: 0...2, using: &random)]
            let text =
                sign + whole.joined() + (fraction.isEmpty ? "" : "." + fraction.joined()) + exponent
            let parsed = try #require(text.withUTF8Bytes(NumberParser.double))
            #expect(parsed.bitPattern == Double(text)?.bitPattern, "\(text)")
        }
    }

    @Test("A number has digits, a power of ten, and whether it is exact")
    func parts() throws {
        func parts(_ text: String) -> DecimalParts? { text.withUTF8Bytes { DecimalParts($0) } }
        let price = try #require(parts("-12.50"))
        #expect(price.mantissa == 1250)
        #expect(price.exponent == -2)
        #expect(price.isNegative)
        #expect(price.isExact)
        let long = try #require(parts("12345678901234567891234"))
        #expect(long.mantissa == 1_234_567_890_123_456_789)
        #expect(long.exponent == 4)
        #expect(!long.isExact)
        #expect(parts("1e") == nil)
    }

    @Test("Truth values", arguments: BooleanParser.trueWords + BooleanParser.falseWords)
    func booleanWords(word: String) {
        let expected = BooleanParser.trueWords.contains(word)
        #expect(word.withUTF8Bytes(BooleanParser.boolean) == expected)
        #expect(word.uppercased().withUTF8Bytes(BooleanParser.boolean) == expected)
        #expect(word.capitalized.withUTF8Bytes(BooleanParser.boolean) == expected)
    }

    @Test(
        "Words that are neither true nor false",
        arguments: ["", "2", "ja", "truth", "tru", " 1", "yes "])
    func noBoolean(word: String) {
        #expect(word.withUTF8Bytes(BooleanParser.boolean) == nil)
    }
}
