import Files
import Inputs
import ObjectModel
import SQLite

/// Changes texts before they are converted.
///
/// The steps have a fixed order, whatever their order in the plan: null words, trim, unescape, case, normalization,
/// replacements, split, lookup. If the resulting text is empty, there is no value.
final class TextTransform {
    /// The result of a text's changes.
    enum Outcome: Equatable {
        case none
        /// A text that still has to be converted.
        case text(String)
        /// A value of the lookup table, already converted.
        case value(Value)
    }

    private let nullWords: Set<String>
    private let trims: Bool
    private let escape: TextEscape?
    private let letterCase: LetterCase?
    private let normalization: UnicodeNormalization?
    private let replacements: [Replacement]
    private let split: TextSplit?
    private let lookup: Lookup?

    /// A compiled replacement.
    struct Replacement {
        let expression: BoundedExpression
        let template: String

        /// Compiles a replacement.
        ///
        /// - Throws: ``RegularExpressionError``.
        init(_ plan: TextReplacement) throws(RegularExpressionError) {
            guard let expression = BoundedExpression(plan.pattern.value, matching: .parts) else {
                throw RegularExpressionError(pattern: plan.pattern)
            }
            self.expression = expression
            template = plan.text
        }
    }

    /// A pattern that is not a regular expression.
    struct RegularExpressionError: Error {
        let pattern: Located<String>
    }

    /// A table with converted values.
    struct Lookup {
        var values: [String: Value]
        var unmatched: LookupPlan.UnmatchedPolicy
    }

    /// Prepares the steps.
    ///
    /// - Throws: ``RegularExpressionError``.
    init(_ options: ValueOptions, lookup: Lookup?) throws(RegularExpressionError) {
        nullWords = Set(options.nullWords ?? [])
        trims = options.trims ?? false
        escape = options.escape
        letterCase = options.letterCase
        normalization = options.normalization
        var compiled: [Replacement] = []
        for plan in options.replacements { compiled.append(try Replacement(plan)) }
        replacements = compiled
        split = options.split
        self.lookup = lookup
    }

    /// Runs the steps.
    func apply(_ original: String) throws(ConversionFailure) -> Outcome {
        if nullWords.contains(original) { return .none }
        var text = original
        if trims {
            text = text.trimmed
            if nullWords.contains(text) { return .none }
        }
        if let escape { text = escape.unescaped(text) }
        if let letterCase { text = letterCase.apply(text) }
        if let normalization { text = normalization.apply(text) }
        for replacement in replacements { text = try Self.replace(replacement, in: text) }
        if let split { text = try Self.part(split, of: text) }
        if text.isEmpty { return .none }
        guard let lookup else { return .text(text) }
        if let value = lookup.values[text] { return value == .null ? .none : .value(value) }
        switch lookup.unmatched {
        case .keep: return .text(text)
        case .null: return .none
        case .error:
            let nearest = NearestName.of(text, in: lookup.values.keys)
            throw ConversionFailure(.value(.notInLookup(nearest: nearest)), value: text)
        }
    }

    private static func replace(
        _ replacement: Replacement, in text: String
    ) throws(ConversionFailure) -> String {
        guard text.utf16.count <= Limits.replacedText.most else {
            throw ConversionFailure(.value(.textTooLong(limit: Limits.replacedText.most)))
        }
        do throws(UnmatchableText) {
            return try replacement.expression.replacingMatches(in: text, with: replacement.template)
        } catch {
            throw ConversionFailure(.value(.unmatchable(error.reason)), value: text)
        }
    }

    /// Returns the part. A text with fewer parts is an error, since there is no way to know which one is missing.
    private static func part(
        _ split: TextSplit, of text: String
    ) throws(ConversionFailure) -> String {
        let parts = text.components(separatedBy: split.separator)
        let index = split.part > 0 ? split.part - 1 : parts.count + split.part
        guard parts.indices.contains(index) else {
            throw ConversionFailure(.value(.tooFewParts(split.separator, found: parts.count)), value: text)
        }
        return parts[index]
    }
}

extension LetterCase {
    /// Returns the text in this case.
    func apply(_ text: String) -> String {
        switch self {
        case .upper: text.uppercased()
        case .lower: text.lowercased()
        case .capitalized: Self.capitalized(text)
        }
    }

    /// Capitalizes each word, which is a run of letters, digits, combining marks and apostrophes.
    private static func capitalized(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var isInside = false
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let changed = isInside ? properties.lowercaseMapping : properties.titlecaseMapping
            result.append(contentsOf: changed.unicodeScalars)
            isInside = isPartOfWord(scalar, isInside: isInside)
        }
        return String(result)
    }

    private static func isPartOfWord(_ scalar: Unicode.Scalar, isInside: Bool) -> Bool {
        if scalar == "'" || scalar == "\u{2019}" { return isInside }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .decimalNumber, .letterNumber, .otherNumber:
            return true
        case .nonspacingMark, .spacingMark, .enclosingMark: return isInside
        default: return false
        }
    }
}

extension UnicodeNormalization {
    /// Returns the text in this form.
    func apply(_ text: String) -> String {
        switch self {
        case .nfc: text.precomposedStringWithCanonicalMapping
        case .nfd: text.decomposedStringWithCanonicalMapping
        case .nfkc: text.precomposedStringWithCompatibilityMapping
        case .nfkd: text.decomposedStringWithCompatibilityMapping
        }
    }
}
