import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import TestSupport
import Testing

@testable import Seeding

@Suite("Validation by the model")
struct ValidationTests {
    private static func attribute(
        _ type: AttributeType, _ validation: PropertyValidation
    ) -> AttributeDescription {
        AttributeDescription(PropertyTraits(name: "a", validation: validation), type: type)
    }

    private static func check(
        _ content: ValueReading.Content, _ type: AttributeType, _ validation: PropertyValidation
    ) throws -> Value {
        try ValueReading.value(content, as: type) {
            $0.validator = ValueValidator(attribute(type, validation))
        }
    }

    private static func predicate(_ format: String) throws -> PropertyValidation {
        PropertyValidation(predicates: [try ObjectModel.Predicate(format: format)])
    }

    @Test(
        "Values at the bounds are valid, and those beyond are not",
        arguments: [
            (
                .integer16, .init(minimum: .integer(1), maximum: .integer(5)), ["1", "5"],
                [("0", .minimum("1")), ("6", .maximum("5"))]
            ),
            (
                .integer64, .init(minimum: .integer(9_007_199_254_740_993)), ["9007199254740993"],
                [("9007199254740992", .minimum("9007199254740993"))]
            ),
            (
                .double, .init(minimum: .double(-0.5), maximum: .double(2)), ["-0.5", "2"],
                [("-0.51", .minimum("-0.5")), ("2.01", .maximum("2"))]
            ),
            (.decimal, .init(maximum: .decimal("9.99")), ["9.99"], [("10", .maximum("9.99"))]),
            (.boolean, .init(minimum: .bool(true)), ["yes"], [("no", .minimum("1"))]),
            (
                .date, .init(minimum: .date(0), maximum: .date(86_400.5)),
                ["2001-01-01", "2001-01-02"],
                [
                    ("2000-12-31", .minimum("2001-01-01")),
                    ("2001-01-03", .maximum("2001-01-02T00:00:00.500Z")),
                ]
            ),
            (
                .string, .init(minimumLength: 2, maximumLength: 4), ["ab", "abcd", "👍👍", "éé"],
                [
                    ("a", .minimumLength(2)), ("é", .minimumLength(2)),
                    ("abcde", .maximumLength(4)), ("👍👍a", .maximumLength(4)),
                ]
            ),
            (
                .string, .init(regularExpression: "a|ab|[0-9]{2}"), ["a", "ab", "12"],
                [
                    ("abc", .regularExpression("a|ab|[0-9]{2}")),
                    ("123", .regularExpression("a|ab|[0-9]{2}")),
                    ("a\n", .regularExpression("a|ab|[0-9]{2}")),
                ]
            ),
        ] as [(AttributeType, PropertyValidation, [String], [(String, ValidationRule)])])
    func bounds(
        type: AttributeType, validation: PropertyValidation, valid: [String],
        invalid: [(String, ValidationRule)]
    ) throws {
        for text in valid {
            #expect(try Self.check(.text(text), type, validation) != .null)
        }
        for (text, rule) in invalid {
            #expect(throws: ConversionFailure(.value(.validation(rule)))) {
                try Self.check(.text(text), type, validation)
            }
        }
    }

    @Test("A missing value is valid")
    func missing() throws {
        #expect(
            try Self.check(.null, .string, PropertyValidation(minimumLength: 3)) == .null)
        let positive = PropertyValidation(minimum: .integer(1))
        #expect(try Self.check(.text(""), .integer16, positive) == .null)
    }

    @Test(
        "Other predicates on the value itself are checked",
        arguments: [
            (.string, "SELF != \"title\"", ["Title"], ["title"]),
            (.string, "SELF !=[c] \"title\"", ["other"], ["Title"]),
            (.string, "SELF CONTAINS[cd] \"e\"", ["É", "xE"], ["x"]),
            (.string, "SELF BEGINSWITH \"http\"", ["http:"], ["Http:"]),
            (.string, "SELF ENDSWITH \".png\"", ["a.png"], ["a.jpg"]),
            (.string, "SELF LIKE \"a?c*\"", ["abc", "axcyz"], ["ac", "abd", "xabc"]),
            (.string, "SELF LIKE[c] \"a.b\"", ["A.B"], ["axb"]),
            (.string, "SELF IN {\"a\", \"b\"}", ["a", "b"], ["c"]),
            (.string, "SELF MATCHES \"a+\" OR length == 1", ["aaa", "x"], ["xx"]),
            (.string, "SELF MATCHES[c] \"\\\\Da\"", ["-A"], ["1a"]),
            (.string, "SELF MATCHES[d] \"é\"", ["e", "\u{E9}"], ["E"]),
            (.string, "SELF < \"b\"", ["a", "B"], ["b", "é"]), (.string, "SELF >=[c] \"b\"", ["B"], ["A"]),
            (.string, "NOT SELF MATCHES \".*[0-9].*\"", ["abc"], ["a1c"]),
            (.string, "length BETWEEN {2, 3}", ["ab", "👍"], ["a", "abcd"]),
            (.integer16, "SELF > 2 AND SELF != 5", ["3", "6"], ["2", "5"]),
            (.integer16, "SELF IN {1, 2}", ["1"], ["3"]),
            (.integer64, "SELF < 9007199254740993", ["9007199254740992"], ["9007199254740993"]),
            (.double, "SELF BETWEEN {0, 1}", ["0", "0.5", "1"], ["-0.1", "1.1"]),
            (.double, "SELF >= 0 OR SELF == -1", ["-1", "2"], ["-2"]),
            (.string, "SELF != nil", ["a"], []), (.string, "SELF == nil", [], ["a"]),
            (.string, "TRUEPREDICATE", ["a"], []), (.string, "FALSEPREDICATE", [], ["a"]),
            (.uri, "SELF BEGINSWITH \"https\"", ["https://a"], ["ftp://a"]),
        ] as [(AttributeType, String, [String], [String])])
    func predicates(
        type: AttributeType, format: String, valid: [String], invalid: [String]
    ) throws {
        let validation = try Self.predicate(format)
        let validator = try #require(ValueValidator(Self.attribute(type, validation)))
        #expect(validator.unchecked == [])
        for text in valid { #expect(try Self.check(.text(text), type, validation) != .null) }
        let rule = ValidationRule.predicate(validation.predicates.first?.format ?? "")
        for text in invalid {
            #expect(throws: ConversionFailure(.value(.validation(rule)))) {
                try Self.check(.text(text), type, validation)
            }
        }
    }

    @Test(
        "Predicates that need more than the value are reported and not checked",
        arguments: [
            (.string, "name == \"a\""), (.string, "SELF < 3"), (.string, "SELF MATCHES \"(\""),
            (.string, "length == nil"), (.integer16, "SELF == $x"), (.integer16, "SELF == 1 + 1"),
            (.string, "SELF ==[l] \"a\""), (.uuid, "SELF != \"a\""), (.binaryData, "length > 3"),
            (.string, "SELF == \"a\" OR other == 1"), (.double, "SELF CONTAINS 3"),
        ] as [(AttributeType, String)])
    func unchecked(type: AttributeType, format: String) throws {
        let validation = try Self.predicate(format)
        let validator = try #require(ValueValidator(Self.attribute(type, validation)))
        #expect(validator.unchecked == [validation.predicates.first?.format])
    }

    @Test("Bounds that do not suit the type are reported and not checked")
    func strayBounds() throws {
        let validation = PropertyValidation(
            minimum: .integer(1), maximumLength: 3, regularExpression: "(")
        #expect(
            ValueValidator(Self.attribute(.uuid, validation))?.unchecked
                == ["SELF >= 1", "length <= 3", "SELF MATCHES \"(\""])
        #expect(
            ValueValidator(Self.attribute(.string, PropertyValidation(regularExpression: "a)(b")))?
                .unchecked == ["SELF MATCHES \"a)(b\""])
        #expect(ValueValidator(Self.attribute(.string, PropertyValidation())) == nil)
    }

    @Test("The length equals NSString's", arguments: ["", "a", "é", "e\u{301}", "👍", "👨‍👩‍👧", "漢字"])
    func length(text: String) {
        #expect(text.withUTF8Bytes(ValueValidator.utf16Length) == (text as NSString).length)
    }

    @Test(
        "Every stored value of the corpus is valid for its model",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func corpusCanary() throws {
        var checked = 0
        for entry in Corpus.entries {
            let connection = try Connection.reading(path: entry.store)
            guard let file = try? ModelFile.read(store: connection, path: entry.store) else {
                continue
            }
            for entity in file.model.entities where entity.superentityName == nil {
                for case .attribute(let attribute) in entity.properties {
                    guard let validator = ValueValidator(attribute), !attribute.isTransient else {
                        continue
                    }
                    #expect(validator.unchecked == [], "\(entry) \(entity.name).\(attribute.name)")
                    let column = "Z\(attribute.name.uppercased())"
                    let values = try connection.rows(
                        "SELECT \(column) FROM Z\(entity.name.uppercased())"
                    ) { $0.value(at: 0) }
                    for value in values {
                        try validator.check(BoundValue(value))
                        checked += 1
                    }
                }
            }
        }
        #expect(checked > 0)
    }
}
