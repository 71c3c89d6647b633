import Foundation
import ObjectModel
import Sources

/// A predicate on a single value, compiled; only those that need nothing but the value itself.
struct ValidationPredicate {
    /// A value to check.
    enum Subject {
        case integer(Int64)
        case real(Double)
        case text(String)
    }

    private typealias Check = (Subject) throws -> Bool
    private let check: Check

    /// Predicates inside one another.
    private static let depthLimit = 32

    /// Compiles a predicate; nil where it asks for more than the value of such an attribute.
    init?(_ predicate: ObjectModel.Predicate, type: AttributeType) {
        let kind: Kind
        if Self.isNumber(type) {
            kind = .number
        } else if type == .string || type == .uri {
            kind = .text
        } else {
            return nil
        }
        guard let check = Self.compile(predicate, kind, depth: 0) else { return nil }
        self.check = check
    }

    /// Whether a value fulfils the predicate.
    ///
    /// - Throws: `UnmatchableText`.
    func holds(for subject: Subject) throws -> Bool { try check(subject) }

    /// Whether values of a type are stored as numbers.
    static func isNumber(_ type: AttributeType) -> Bool {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean, .date: true
        default: false
        }
    }

    private enum Kind {
        case number, text
    }

    // MARK: Compiling

    private static func compile(
        _ predicate: ObjectModel.Predicate, _ kind: Kind, depth: Int
    ) -> Check? {
        guard depth < depthLimit else { return nil }
        switch predicate {
        case .truePredicate: return { _ in true }
        case .falsePredicate: return { _ in false }
        case .not(let inner):
            return compile(inner, kind, depth: depth + 1).map { check in { try !check($0) } }
        case .and(let members):
            let checks = members.compactMap { compile($0, kind, depth: depth + 1) }
            guard checks.count == members.count else { return nil }
            return { subject in try checks.allSatisfy { try $0(subject) } }
        case .or(let members):
            let checks = members.compactMap { compile($0, kind, depth: depth + 1) }
            guard checks.count == members.count else { return nil }
            return { subject in try checks.contains { try $0(subject) } }
        case .comparison(let comparison):
            guard comparison.modifier == .direct else { return nil }
            return compile(comparison, kind)
        }
    }

    private static func compile(
        _ comparison: ObjectModel.Predicate.Comparison, _ kind: Kind
    ) -> Check? {
        if comparison.left == .evaluatedObject, comparison.right == .constant(.null) {
            // The value is there, or nobody would ask.
            switch comparison.comparator {
            case .equalTo: return { _ in false }
            case .notEqualTo: return { _ in true }
            default: return nil
            }
        }
        switch (comparison.left, kind) {
        case (.evaluatedObject, .number):
            return numbers(comparison)
        case (.evaluatedObject, .text):
            return texts(comparison)
        case (.keyPath("length"), .text):
            guard let check = numbers(comparison) else { return nil }
            return { subject in
                guard case .text(let text) = subject else { return false }
                return try check(.integer(Int64(text.utf16.count)))
            }
        default: return nil
        }
    }

    // MARK: Numbers

    /// Less (-1), equal (0) or greater (1); exact for integers.
    private static func order(_ subject: Subject, _ constant: PropertyValue) -> Int? {
        switch (subject, constant) {
        case (.integer(let number), .integer(let other)):
            return number < other ? -1 : number > other ? 1 : 0
        case (.integer(let number), _):
            return double(constant).map { Double(number) < $0 ? -1 : Double(number) > $0 ? 1 : 0 }
        case (.real(let number), _):
            return double(constant).map { number < $0 ? -1 : number > $0 ? 1 : 0 }
        case (.text, _): return nil
        }
    }

    private static func double(_ constant: PropertyValue) -> Double? {
        switch constant {
        case .bool(let flag): flag ? 1 : 0
        case .integer(let number): Double(number)
        case .double(let number), .date(let number): number
        case .decimal(let text): text.withUTF8Bytes(NumberParser.double)
        default: nil
        }
    }

    private static func numbers(_ comparison: ObjectModel.Predicate.Comparison) -> Check? {
        guard comparison.options.isEmpty else { return nil }
        let constants = constants(comparison.right)
        guard let constants, constants.allSatisfy({ double($0) != nil }) else { return nil }
        if comparison.comparator == .in {
            guard case .aggregate = comparison.right else { return nil }
            return { subject in constants.contains { order(subject, $0) == 0 } }
        }
        if comparison.comparator == .between, constants.count == 2 {
            return { subject in
                let isAbove = (order(subject, constants[0]) ?? -1) >= 0
                return isAbove && (order(subject, constants[1]) ?? 1) <= 0
            }
        }
        guard case .constant(let constant) = comparison.right else { return nil }
        let test: (Int) -> Bool
        switch comparison.comparator {
        case .lessThan: test = { $0 < 0 }
        case .lessThanOrEqualTo: test = { $0 <= 0 }
        case .greaterThan: test = { $0 > 0 }
        case .greaterThanOrEqualTo: test = { $0 >= 0 }
        case .equalTo: test = { $0 == 0 }
        case .notEqualTo: test = { $0 != 0 }
        default: return nil
        }
        return { subject in order(subject, constant).map(test) ?? false }
    }

    private static func constants(_ expression: ObjectModel.Expression) -> [PropertyValue]? {
        switch expression {
        case .constant(let constant): return [constant]
        case .aggregate(let members):
            let constants = members.compactMap { member -> PropertyValue? in
                guard case .constant(let constant) = member else { return nil }
                return constant
            }
            return constants.count == members.count ? constants : nil
        default: return nil
        }
    }

    // MARK: Texts

    private static func texts(_ comparison: ObjectModel.Predicate.Comparison) -> Check? {
        guard comparison.options.isSubset(of: [.caseInsensitive, .diacriticInsensitive]),
            let constants = constants(comparison.right)
        else { return nil }
        let texts = constants.compactMap { constant -> String? in
            guard case .string(let text) = constant else { return nil }
            return text
        }
        guard texts.count == constants.count else { return nil }
        let form = TextForm(comparison.options)
        if comparison.comparator == .in, case .aggregate = comparison.right {
            let known = Set(texts.map(form.bytes))
            return onText { known.contains(form.bytes($0)) }
        }
        guard let text = texts.first, case .constant = comparison.right else { return nil }
        let bytes = form.bytes(text)
        switch comparison.comparator {
        case .equalTo: return onText { form.bytes($0) == bytes }
        case .notEqualTo: return onText { form.bytes($0) != bytes }
        case .beginsWith: return onText { !bytes.isEmpty && form.bytes($0).starts(with: bytes) }
        case .endsWith:
            return onText { !bytes.isEmpty && form.bytes($0).reversed().starts(with: bytes.reversed()) }
        case .contains: return onText { TextForm.contains(form.bytes($0), bytes) }
        case .in: return onText { TextForm.contains(bytes, form.bytes($0)) }
        case .matches:
            // Options change what an expression means, not only the text: left to Core Data.
            guard comparison.options.isEmpty,
                let expression = BoundedExpression(text, matching: .whole)
            else { return nil }
            return onText { try expression.matches($0) }
        case .like:
            let pattern = TextForm.expression(like: form.text(text))
            guard let expression = BoundedExpression(pattern, matching: .whole) else { return nil }
            return onText { try expression.matches(form.text($0)) }
        default: return nil
        }
    }

    private static func onText(_ check: @escaping (String) throws -> Bool) -> Check {
        { subject in
            guard case .text(let text) = subject else { return false }
            return try check(text)
        }
    }
}
