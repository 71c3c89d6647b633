import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

@Suite("Numbers and truth values")
struct NumberValueTests {
    @Test(
        "A decimal number is kept if the double's shortest text equals it",
        arguments: [
            ("0", 0), ("-0.00", 0), ("10.11", 10.11), ("5", 5), ("1e3", 1000), ("+12.50", 12.5),
            ("999999999999999", 999_999_999_999_999), ("0.1234567890123456", 0.1234567890123456),
            ("3.3333333332999993", 3.3333333332999993), ("9007199254740992", 9_007_199_254_740_992),
            ("1000000000000000000000000000000", 1e30), ("1e-128", 1e-128), ("1e127", 1e127),
            ("1e164", 1e164), ("1e165", 1e165), ("-3.402e165", -3.402e165), ("10e164", 1e165),
            ("3.4028236692093845e165", 3.4028236692093845e165),
        ] as [(String, Double)])
    func decimals(text: String, expected: Double) throws {
        #expect(try ValueReading.value(.text(text), as: .decimal) == .real(expected))
    }

    @Test(
        "A decimal number that a store would round is refused",
        arguments: [
            ("9007199254740993", .value(.inexactDecimal(stored: "9007199254740992.0"))),
            ("3.333333333299999232", .value(.inexactDecimal(stored: "3.3333333332999993"))),
            ("0.12345678901234567891", .value(.inexactDecimal(stored: "0.12345678901234568"))),
            ("1e-129", .value(.inexactDecimal(stored: "0"))), ("1e166", range), ("-1e166", range),
            ("3.41e165", range), ("3.402823669209385e165", range),
            ("1e999", range), ("nan", .value(.notFinite)), ("Infinity", .value(.notFinite)),
            ("1,5", .value(.notA(.decimal))), ("", nil), (".", .value(.notA(.decimal))),
            ("1 000", .value(.notA(.decimal))),
        ] as [(String, SeedIssue.Reason?)])
    func inexactDecimals(text: String, reason: SeedIssue.Reason?) throws {
        guard let reason else {
            #expect(try ValueReading.value(.text(text), as: .decimal) == .null)
            return
        }
        #expect(throws: ConversionFailure(reason)) {
            try ValueReading.value(.text(text), as: .decimal)
        }
    }

    private static let range = SeedIssue.Reason.value(.outOfRange(lowest: "-3.4e165", highest: "3.4e165"))

    @Test("Numbers of a database are decimals, too, with the same check")
    func decimalsOfNumbers() throws {
        #expect(try ValueReading.value(.integer(10), as: .decimal) == .real(10))
        #expect(try ValueReading.value(.real(0.1), as: .decimal) == .real(0.1))
        #expect(throws: ConversionFailure(.value(.inexactDecimal(stored: "9007199254740992.0")))) {
            try ValueReading.value(.integer(9_007_199_254_740_993), as: .decimal)
        }
        #expect(throws: ConversionFailure(.value(.notFinite))) {
            try ValueReading.value(.real(.infinity), as: .decimal)
        }
    }

    @Test(
        "Real stores keep decimals as the correctly rounded double",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func decimalCanary() throws {
        let books = try Connection.reading(path: Corpus.entry("coredataplus-books").store)
        let prices = try books.rows("SELECT DISTINCT ZPRICE FROM ZBOOK ORDER BY 1") {
            $0.real(at: 0)
        }
        // The app wrote Decimal(3.3333333333), whose digits are these, and Decimal(10.11).
        let exact = try #require("3.333333333299999232".withUTF8Bytes(NumberParser.double))
        #expect(prices == [exact, 10.11])
        for price in prices {
            #expect(try ValueReading.value(.text("\(price)"), as: .decimal) == .real(price))
        }
        let cart = try Connection.reading(path: Corpus.entry("cartkit").store)
        let totals = try cart.rows(
            "SELECT typeof(ZTOTALPRICEAMOUNT), ZTOTALPRICEAMOUNT FROM ZCDCARTITEM"
        ) { "\($0.text(at: 0) ?? "") \($0.integer(at: 1))" }
        #expect(totals == ["integer 10"])
        try #expect(Self.stored(10, in: "DECIMAL") == "integer 10")
        try #expect(Self.stored(10.5, in: "DECIMAL") == "real 10.5")
    }

    /// Returns the value that a column keeps for a double.
    private static func stored(_ value: Double, in type: String) throws -> String? {
        let folder = try TestFolder()
        let connection = try Connection(path: folder.path + "/x.sqlite", mode: .create)
        try connection.execute("CREATE TABLE T (V \(type))")
        let statement = try connection.prepare("INSERT INTO T VALUES (?1)")
        try statement.bind(value, at: 1)
        try statement.run()
        return try connection.rows("SELECT typeof(V) || ' ' || V FROM T") { $0.text(at: 0) }
            .first ?? nil
    }

    @Test(
        "Numbers with a decimal comma",
        arguments: [
            ("1,5", .double, .real(1.5)), ("-3,25", .decimal, .real(-3.25)),
            ("7", .double, .real(7)), ("12,0", .integer16, .integer(12)),
            ("1,2E+3", .integer16, .integer(1200)),
            ("0,1", .float, .real(Double(Float(0.1)))),
        ] as [(String, AttributeType, Value)])
    func decimalComma(text: String, type: AttributeType, expected: Value) throws {
        #expect(
            try ValueReading.value(.text(text), as: type) { $0.numbers.usesDecimalComma = true }
                == expected)
    }

    @Test(
        "With a decimal comma, a point and a second comma are errors",
        arguments: [
            ("1.5", .double, .value(.notA(.number))), ("1.234,5", .double, .value(.notA(.number))),
            ("1,2,3", .decimal, .value(.notA(.decimal))), ("1.0", .integer16, .value(.notA(.integer))),
            ("1,5", .integer16, .value(.fractionInInteger)),
        ] as [(String, AttributeType, SeedIssue.Reason)])
    func notDecimalComma(text: String, type: AttributeType, reason: SeedIssue.Reason) {
        #expect(throws: ConversionFailure(reason)) {
            try ValueReading.value(.text(text), as: type) { $0.numbers.usesDecimalComma = true }
        }
    }

    @Test("Infinity is a value if the plan allows it; NaN never is, because SQLite has none")
    func nonFinite() throws {
        func value(_ text: String, _ type: AttributeType = .double) throws -> Value {
            try ValueReading.value(.text(text), as: type) { $0.allowsNonFinite = true }
        }
        #expect(try value("inf") == .real(.infinity))
        #expect(try value("-Infinity") == .real(-.infinity))
        #expect(try value("+INF", .float) == .real(.infinity))
        for text in ["nan", "1e400"] {
            #expect(throws: ConversionFailure(.value(.notFinite))) { try value(text) }
        }
        #expect(throws: ConversionFailure(.value(.notFinite))) {
            try ValueReading.value(.text("inf"), as: .double)
        }
    }

    @Test(
        "A float is rounded once, from the text",
        arguments: [
            "0.1", "16777217", "16777219", "1.00000005960464477540",
            "1.000000059604644775390625", "1.00000005960464477539", "3.4028234e38", "1e-45", "-0.0", "0e-400",
        ])
    func floats(text: String) throws {
        let expected = Double(try #require(Float(text)))
        #expect(try ValueReading.value(.text(text), as: .float) == .real(expected))
    }

    @Test(
        "A number that would be stored as 0 is an error",
        arguments: [
            ("1e-400", .double), ("-4e-325", .double), ("1e-46", .float), ("1e-400", .float),
            ("-7e-46", .float),
        ] as [(String, AttributeType)])
    func lostNumbers(text: String, type: AttributeType) throws {
        #expect(throws: ConversionFailure(.value(.tooSmall))) {
            try ValueReading.value(.text(text), as: type)
        }
        #expect(throws: ConversionFailure(.value(.tooSmall))) {
            try ValueReading.value(.text(text.replacing(".", with: ",")), as: type) {
                $0.numbers.usesDecimalComma = true
            }
        }
    }

    @Test("The smallest numbers are kept, and so is 0 however it is written")
    func smallNumbers() throws {
        for (text, value) in [
            ("5e-324", Double.leastNonzeroMagnitude), ("3e-324", .leastNonzeroMagnitude), ("0e-999", 0),
            ("0.000", 0), ("-0", -0.0),
        ] {
            #expect(try ValueReading.value(.text(text), as: .double) == .real(value))
        }
        #expect(throws: ConversionFailure(.value(.tooSmall))) {
            try ValueReading.value(.real(1e-300), as: .float)
        }
        #expect(try ValueReading.value(.real(0), as: .float) == .real(0))
    }

    @Test("The plan's own words replace the usual ones, whatever their case")
    func ownBooleans() throws {
        func value(_ content: ValueReading.Content) throws -> Value {
            try ValueReading.value(content, as: .boolean) {
                $0.booleanWords = BooleanWords(trueWords: ["да", "X"], falseWords: ["нет", "-"])
            }
        }
        #expect(try value(.text("ДА")) == .integer(1))
        #expect(try value(.text("x")) == .integer(1))
        #expect(try value(.text("-")) == .integer(0))
        for content in [ValueReading.Content.text("yes"), .text("1"), .integer(1)] {
            #expect(throws: ConversionFailure(.value(.notA(.boolean)))) { try value(content) }
        }
    }
}
