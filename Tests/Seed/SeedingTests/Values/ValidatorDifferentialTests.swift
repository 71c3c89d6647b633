import ObjectLayer
import ObjectModel
import TestSupport
import Testing

@testable import Seeding

/// A build refuses the values that an app could not save: seeding and the object layer give the same results for a
/// value. Each has its own code, one for bytes of rows and one for objects.
@Suite("Two validators")
struct ValidatorDifferentialTests {
    private static let texts = [
        "", "a", "A", "ab", "abc", "abcd", "aé", "é", "É", "e\u{301}", "ß", "SS", "👍", "👍👍", "a\n",
        "\na", "a\r\n", " a", "a ", "a1c", "12", "1.5", "-3", "a.png", "A.PNG", "a?c", "a*c", "axc",
        "title", "Title", "http://x", "a|b", "(a)", "\\", "\"", "'", "İ", "ı", "i", "I", "\u{FB01}",
        "fi", "\u{1F468}\u{200D}\u{1F469}", "nil", "0",
    ]

    private static let textFormats = [
        "SELF == \"a\"", "SELF != \"title\"", "SELF ==[c] \"TITLE\"", "SELF ==[cd] \"É\"",
        "SELF CONTAINS \"b\"", "SELF CONTAINS[cd] \"e\"", "SELF BEGINSWITH[c] \"A\"",
        "SELF ENDSWITH \".png\"", "SELF ENDSWITH[c] \".png\"", "SELF LIKE \"a?c\"",
        "SELF LIKE \"a*\"", "SELF LIKE[c] \"*.png\"", "SELF LIKE[cd] \"e\"", "SELF LIKE \"a\\\\?c\"",
        "SELF LIKE[c] \"?\"", "SELF LIKE \"a\\\\*c\"",
        "SELF == \"é\"", "SELF != \"é\"", "SELF ==[c] \"é\"", "SELF BEGINSWITH \"e\"",
        "SELF BEGINSWITH[c] \"e\"",
        "SELF CONTAINS \"e\"", "SELF IN \"abc\"", "SELF IN[c] \"ABC\"",
        "SELF IN[cd] {\"é\", \"TITLE\"}", "SELF CONTAINS \"\"", "SELF BEGINSWITH \"\"",
        "SELF MATCHES \"a|ab\"", "SELF MATCHES \"[a-z]+\"", "SELF MATCHES[c] \"[a-z]+\"",
        "SELF MATCHES \".*[0-9].*\"", "NOT SELF MATCHES \".+\"", "SELF MATCHES \"a$\"",
        "SELF IN {\"a\", \"é\", \"12\"}", "SELF < \"b\"", "SELF >= \"a\"", "length == 2",
        "length BETWEEN {1, 3}", "length > 0 AND SELF != \"a\"", "length IN {1, 4}",
        "SELF != nil", "SELF == \"\" OR length > 3", "TRUEPREDICATE", "FALSEPREDICATE",
        "SELF BETWEEN {\"a\", \"c\"}",
    ]

    @Test("They agree about texts", arguments: ValidatorDifferentialTests.textFormats)
    func texts(format: String) throws {
        let predicate = try ObjectModel.Predicate(format: format)
        try Self.compareTexts(PropertyValidation(predicates: [predicate]), format)
    }

    @Test("They agree about lengths and patterns of texts")
    func lengths() throws {
        for least in [nil, 0, 1, 2, 4] {
            for most in [nil, 0, 1, 2, 4] {
                let rule = PropertyValidation(minimumLength: least, maximumLength: most)
                try Self.compareTexts(rule, "\(least as Any) to \(most as Any)")
            }
        }
        for pattern in ["a|ab", "", ".", ".*", "^a$", "a$", "[^a]*", "(?i)title", "\\w+", "\\Aa"] {
            try Self.compareTexts(PropertyValidation(regularExpression: pattern), pattern)
        }
    }

    private static func compareTexts(_ rule: PropertyValidation, _ what: String) throws {
        let attribute = AttributeDescription(
            PropertyTraits(name: "a", validation: rule), type: .string)
        let both = try Both(attribute)
        for text in texts {
            try both.compare(.ownedText(text), .string(text), "\(what): \(text.debugDescription)")
        }
    }

    private static let numberFormats = [
        "SELF > 2 AND SELF != 5", "SELF IN {1, 2, -1}", "SELF < 9007199254740993",
        "SELF >= 9007199254740993", "SELF == 9007199254740992", "SELF BETWEEN {0, 1}",
        "SELF BETWEEN {-1, 9007199254740992}", "SELF >= 0.5", "SELF < 0.5 OR SELF == 2",
        "SELF != 0", "NOT SELF > 1", "SELF == 1.0", "SELF == nil", "SELF != nil",
    ]

    private static let integers: [Int64] = [
        .min, -9_007_199_254_740_993, -2, -1, 0, 1, 2, 3, 5, 6, 9_007_199_254_740_991,
        9_007_199_254_740_992, 9_007_199_254_740_993, 9_007_199_254_740_994, .max,
    ]
    private static let reals: [Double] = [
        -1e300, -1, -0.5, -0.0, 0, 1e-300, 0.1, 0.5, 0.75, 1, 2, 2.5, 9_007_199_254_740_992, 1e19,
    ]

    @Test("They agree about numbers", arguments: ValidatorDifferentialTests.numberFormats)
    func numbers(format: String) throws {
        let predicate = try ObjectModel.Predicate(format: format)
        try Self.compareNumbers(PropertyValidation(predicates: [predicate]), format)
    }

    @Test("They agree about bounds of numbers")
    func bounds() throws {
        let limits: [PropertyValue] =
            Self.integers.map { .integer($0) } + Self.reals.map { .double($0) }
            + ["0.5", "9007199254740993", "-1", "1e300"].map { .decimal($0) }
        for limit in limits {
            try Self.compareNumbers(PropertyValidation(minimum: limit), "at least \(limit)")
            try Self.compareNumbers(PropertyValidation(maximum: limit), "at most \(limit)")
        }
    }

    private static func compareNumbers(_ rule: PropertyValidation, _ what: String) throws {
        func both(_ type: AttributeType) throws -> Both {
            try Both(
                AttributeDescription(PropertyTraits(name: "a", validation: rule), type: type))
        }
        let wide = try both(.integer64)
        for integer in integers {
            try wide.compare(.integer(integer), .integer(integer), "\(what): \(integer)")
        }
        let real = try both(.double)
        // No documentation defines how a double compares with an integer that no double can represent.
        guard !what.contains("9007199254740993") else { return }
        for number in reals { try real.compare(.real(number), .double(number), "\(what): \(number)") }
    }

    /// The validators of both rooms for an attribute's values.
    private struct Both {
        let seeding: ValueValidator?
        let objects: AttributeValidator

        init(_ attribute: AttributeDescription) throws {
            seeding = ValueValidator(attribute)
            objects = try AttributeValidator(attribute)
            #expect((seeding == nil) == objects.allowsEverything)
        }

        func compare(_ value: BoundValue, _ property: PropertyValue, _ what: String) throws {
            // A build reports the rules that it cannot check.
            guard let seeding, seeding.unchecked.isEmpty else { return }
            var isValid = true
            do throws(ConversionFailure) {
                try seeding.check(value)
            } catch {
                isValid = false
            }
            let reasons = try objects.reasons(against: property)
            #expect(isValid == reasons.isEmpty, "\(what): \(reasons)")
        }
    }
}
