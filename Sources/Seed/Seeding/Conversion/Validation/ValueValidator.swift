import Inputs
import ObjectModel

/// Checks values against the model's validation of an attribute.
///
/// As in Core Data, a missing value is not validated: it is an error only if the attribute is not optional. The row
/// writer checks that.
final class ValueValidator {
    private let lowest: Bound?
    private let highest: Bound?
    private let lengths: (least: Int?, most: Int?)
    private let expression: (compiled: BoundedExpression, rule: ValidationRule)?
    private let predicates: [(predicate: ValidationPredicate, rule: ValidationRule)]
    /// The cases of an enumeration, if the value must be one of them.
    private let cases: [SourceValues.Case]?
    private let rawTexts: Set<String>
    private let rawNumbers: Set<Int64>
    /// The rules that this check does not support, in the format language of `NSPredicate`.
    let unchecked: [String]

    /// A number to compare with.
    private typealias Bound = (number: CellNumber, text: String)

    /// Prepares a check; nil if there is nothing to check.
    ///
    /// - Parameter cases: those of the enumeration whose raw values the attribute contains.
    init?(_ attribute: AttributeDescription, cases: [SourceValues.Case]? = nil) {
        let validation = attribute.validation
        guard !validation.isEmpty || cases != nil else { return nil }
        self.cases = cases
        var texts: Set<String> = []
        var numbers: Set<Int64> = []
        for item in cases ?? [] {
            switch item.rawValue {
            case .string(let text): texts.insert(text)
            case .integer(let number): numbers.insert(number)
            default: break
            }
        }
        (rawTexts, rawNumbers) = (texts, numbers)
        var unchecked: [String] = []
        let isNumber = ValidationPredicate.isNumber(attribute.type)
        let isText = attribute.type == .string
        func bound(_ value: PropertyValue?, _ symbol: String) -> Bound? {
            guard let value else { return nil }
            if isNumber, let number = CellNumber(value) { return (number, Self.text(value)) }
            unchecked.append("SELF \(symbol) \(Self.text(value))")
            return nil
        }
        func length(_ value: Int?, _ symbol: String) -> Int? {
            guard let value else { return nil }
            if isText { return value }
            unchecked.append("length \(symbol) \(value)")
            return nil
        }
        lowest = bound(validation.minimum, ">=")
        highest = bound(validation.maximum, "<=")
        lengths = (length(validation.minimumLength, ">="), length(validation.maximumLength, "<="))
        expression = validation.regularExpression.flatMap { pattern in
            if isText, let compiled = BoundedExpression(pattern, matching: .whole) {
                return (compiled, .regularExpression(pattern))
            }
            unchecked.append("SELF MATCHES \"\(pattern)\"")
            return nil
        }
        var compiled: [(ValidationPredicate, ValidationRule)] = []
        for predicate in validation.predicates {
            if let check = ValidationPredicate(predicate, type: attribute.type) {
                compiled.append((check, .predicate(predicate.format)))
            } else {
                unchecked.append(predicate.format)
            }
        }
        predicates = compiled
        self.unchecked = unchecked
    }

    private static func text(_ value: PropertyValue) -> String {
        switch value {
        case .integer(let number): String(number)
        case .bool(let flag): flag ? "1" : "0"
        case .double(let number): Int64(exactly: number).map { String($0) } ?? "\(number)"
        case .decimal(let text), .string(let text), .uri(let text): text
        case .date(let seconds): ISO8601.text(referenceSeconds: seconds)
        default: "\(value)"
        }
    }

    // MARK: Checking

    /// Checks a value.
    ///
    /// - Throws: ``ConversionFailure`` with the first violated rule.
    func check(_ value: BoundValue) throws(ConversionFailure) {
        switch value {
        case .null, .blob, .ownedBlob: return
        case .integer(let number):
            if let cases, !rawNumbers.contains(number) {
                throw ConversionFailure(.value(.noSuchCase(nearest: cases.nearest(to: String(number)))))
            }
            try check(CellNumber.integer(number))
        case .real(let number): try check(CellNumber.real(number))
        case .text(let bytes): try check(bytes)
        case .ownedText(let text):
            let result: Result<Void, ConversionFailure> = text.withUTF8Bytes { bytes in
                do throws(ConversionFailure) {
                    return .success(try check(bytes))
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
    }

    /// Returns the failure of a cell that does not have the attribute's type, if the attribute is an enumeration.
    /// Such a cell is not a case's raw value, but often a case's name. Returns nil for other attributes.
    func failure(of field: Field) -> ConversionFailure? {
        cases.map { ConversionFailure(.value(.noSuchCase(nearest: $0.nearest(to: field.display)))) }
    }

    private func check(_ number: CellNumber) throws(ConversionFailure) {
        if let lowest, number.order(lowest.number) < 0 {
            throw ConversionFailure(.value(.validation(.minimum(lowest.text))))
        }
        if let highest, number.order(highest.number) > 0 {
            throw ConversionFailure(.value(.validation(.maximum(highest.text))))
        }
        try checkPredicates(.number(number))
    }

    private func check(_ text: UnsafeRawBufferPointer) throws(ConversionFailure) {
        if lengths.least != nil || lengths.most != nil {
            let length = Self.utf16Length(text)
            if let least = lengths.least, length < least {
                throw ConversionFailure(.value(.validation(.minimumLength(least))))
            }
            if let most = lengths.most, length > most {
                throw ConversionFailure(.value(.validation(.maximumLength(most))))
            }
        }
        guard expression != nil || !predicates.isEmpty || cases != nil else { return }
        let string = String(decoding: text, as: UTF8.self)
        if let cases, !rawTexts.contains(string) {
            throw ConversionFailure(.value(.noSuchCase(nearest: cases.nearest(to: string))))
        }
        if let expression {
            try require(expression.rule) { try expression.compiled.matches(string) }
        }
        try checkPredicates(.text(string))
    }

    private func checkPredicates(
        _ subject: ValidationPredicate.Subject
    ) throws(ConversionFailure) {
        for item in predicates {
            try require(item.rule) { try item.predicate.holds(for: subject) }
        }
    }

    private func require(
        _ rule: ValidationRule, _ holds: () throws -> Bool
    ) throws(ConversionFailure) {
        do {
            if try holds() { return }
        } catch let error as UnmatchableText {
            throw ConversionFailure(.value(.unmatchable(error.reason)))
        } catch {
            throw ConversionFailure(.value(.unmatchable("\(error)")))
        }
        throw ConversionFailure(.value(.validation(rule)))
    }

    /// Returns `NSString`'s length of UTF-8 bytes: one for each scalar, and two for those beyond the basic plane.
    static func utf16Length(_ text: UnsafeRawBufferPointer) -> Int {
        var length = 0
        for byte in text {
            if byte & 0xC0 != 0x80 { length += 1 }
            if byte >= 0xF0 { length += 1 }
        }
        return length
    }
}
