import Inputs
import ObjectModel

/// A compiled predicate that depends on a single value only.
struct ValidationPredicate {
    /// A value to check.
    enum Subject {
        case number(CellNumber)
        case text(String)
    }

    private typealias Check = (Subject) throws -> Bool
    private let check: Check

    /// The limit of nested predicates.
    private static let depthLimit = 32

    /// Compiles a predicate; nil if it needs more than the value of such an attribute.
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

    /// Returns whether a value satisfies the predicate.
    ///
    /// - Throws: `UnmatchableText`.
    func holds(for subject: Subject) throws -> Bool { try check(subject) }

    /// Returns whether values of a type are stored as numbers.
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
            // Only values that are not NULL are checked.
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
                return try check(.number(.integer(Int64(text.utf16.count))))
            }
        default: return nil
        }
    }

    // MARK: Numbers

    private static func numbers(_ comparison: ObjectModel.Predicate.Comparison) -> Check? {
        guard comparison.options.isEmpty, let constants = constants(comparison.right) else { return nil }
        let numbers = constants.compactMap(CellNumber.init)
        guard numbers.count == constants.count else { return nil }
        func onNumber(_ check: @escaping (CellNumber) -> Bool) -> Check {
            { subject in
                guard case .number(let number) = subject else { return false }
                return check(number)
            }
        }
        switch (comparison.comparator, comparison.right) {
        case (.in, .aggregate): return onNumber { number in numbers.contains { number.order($0) == 0 } }
        case (.between, _) where numbers.count == 2:
            return onNumber { $0.order(numbers[0]) >= 0 && $0.order(numbers[1]) <= 0 }
        case (let comparator, .constant):
            return comparator.holdsOfOrder.map { holds in onNumber { holds($0.order(numbers[0])) } }
        default: return nil
        }
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
        let (options, matcher) = (comparison.options, TextMatcher())
        func onText(_ check: @escaping (String) throws -> Bool) -> Check {
            { subject in
                guard case .text(let text) = subject else { return false }
                return try check(text)
            }
        }
        if comparison.comparator == .in, case .aggregate = comparison.right {
            func form(_ text: String) -> [UInt8] { Array(TextMatching.folded(text, options).utf8) }
            let known = Set(texts.map(form))
            return onText { known.contains(form($0)) }
        }
        guard let text = texts.first, case .constant = comparison.right else { return nil }
        switch comparison.comparator {
        case .beginsWith: return onText { matcher.holds(.beginsWith, $0, text, options) }
        case .endsWith: return onText { matcher.holds(.endsWith, $0, text, options) }
        case .contains: return onText { matcher.holds(.contains, $0, text, options) }
        case .in: return onText { matcher.holds(.contains, text, $0, options) }
        case .like: return onText { matcher.holds(.like, $0, text, options) }
        case .matches: return TextPattern(text, options).map { pattern in onText { try pattern.matches($0) } }
        case let comparator:
            return comparator.holdsOfOrder.map { holds in onText { holds(matcher.order($0, text, options)) } }
        }
    }
}
