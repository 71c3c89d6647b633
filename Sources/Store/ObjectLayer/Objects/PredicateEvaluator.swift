import ObjectModel

/// Evaluates predicates in memory, with one of two rules for missing values.
///
/// By both rules a literal `nil` is compared like a value: `author == nil`, `author != nil`. Values of different kinds
/// are not equal and have no order. A list where one value is expected matches if any of its members does.
struct PredicateEvaluator {
    /// The meaning of a comparison if a side has no value.
    enum MissingValues {
        /// The rule of SQL, and so of a fetch from a store: neither the comparison nor its opposite holds.
        case unknown
        /// The rule of `NSPredicate` for objects: no value equals no value and differs from every other value. Every
        /// other operator is false.
        case compared
    }

    /// The starting points of paths.
    struct Scope {
        /// The object; nil if the predicate tests a plain value.
        var object: ManagedObject?
        var value: EvaluatedValue = .null
        var members: [String: ManagedObject] = [:]
        /// The values of a group of objects.
        var groupValues: [EvaluatedValue] = []
    }

    let missingValues: MissingValues
    let patterns = PatternCache()

    init(_ missingValues: MissingValues) { self.missingValues = missingValues }

    // MARK: Predicates

    /// Returns whether a predicate holds.
    func holds(_ predicate: ResolvedPredicate, in scope: Scope) throws -> Bool {
        try truth(predicate, in: scope) ?? false
    }

    /// Returns whether a predicate holds; nil if that is unknown.
    private func truth(_ predicate: ResolvedPredicate, in scope: Scope) throws -> Bool? {
        switch predicate {
        case .constant(let flag): return flag
        case .and(let members): return try all(members) { try truth($0, in: scope) }
        case .or(let members): return try any(members) { try truth($0, in: scope) }
        case .not(let inner): return try truth(inner, in: scope).map { !$0 }
        case .comparison(let comparison): return try truth(comparison, in: scope)
        }
    }

    private func all<Member>(
        _ members: [Member], _ truth: (Member) throws -> Bool?
    ) rethrows -> Bool? {
        try any(members) { try truth($0).map { !$0 } }.map { !$0 }
    }

    private func any<Member>(
        _ members: [Member], _ truth: (Member) throws -> Bool?
    ) rethrows -> Bool? {
        var result: Bool? = false
        for member in members {
            switch try truth(member) {
            case true?: return true
            case nil: result = nil
            case false?: break
            }
        }
        return result
    }

    private func truth(_ comparison: ResolvedComparison, in scope: Scope) throws -> Bool? {
        let left = try value(of: comparison.left, in: scope)
        let right = try value(of: comparison.right, in: scope)
        func single(_ member: EvaluatedValue) throws -> Bool? {
            try truth(member, comparison, right)
        }
        guard left.isList else { return try single(left) }
        switch comparison.modifier {
        case .all: return try left.members.allSatisfy { try single($0) ?? false }
        case .any: break
        case .direct:
            // `tags CONTAINS x` tests the list itself.
            guard comparison.comparator == .contains else { break }
            let contained = ResolvedComparison(
                left: comparison.left, comparator: .equalTo, right: comparison.right,
                modifier: .any, options: comparison.options)
            return try left.members.contains { try truth($0, contained, right) ?? false }
        }
        return try left.members.contains { try single($0) ?? false }
    }

    /// Returns whether one value meets a comparison with the right side.
    private func truth(
        _ left: EvaluatedValue, _ comparison: ResolvedComparison, _ right: EvaluatedValue
    ) throws -> Bool? {
        let options = comparison.options
        let isNullTest = comparison.isNullTest
        switch comparison.comparator {
        case .between:
            let bounds = right.members
            guard right.isList, bounds.count == 2 else { return false }
            return try all([(PredicateOperator.greaterThanOrEqualTo, 0), (.lessThanOrEqualTo, 1)]) {
                try compare(left, $0.0, bounds[$0.1], options)
            }
        case .in where !right.isList:
            guard case .text = right else { return try compare(left, .equalTo, right, options) }
            return try compare(right, .contains, left, options)
        case let comparator:
            let comparator = comparator == .in ? .equalTo : comparator
            guard right.isList else {
                return try compare(left, comparator, right, options, isNullTest: isNullTest)
            }
            let found = try any(right.members) {
                try compare(left, comparator, $0, options, isNullTest: isNullTest)
            }
            if case .list = comparison.right { return found }
            // The members of a relationship: nothing is known about a missing value.
            guard left == .null, missingValues == .unknown, !isNullTest else {
                return found ?? false
            }
            return nil
        }
    }

    /// - Parameter isNullTest: whether one side is a literal `nil`.
    private func compare(
        _ left: EvaluatedValue, _ comparator: PredicateOperator, _ right: EvaluatedValue,
        _ options: Predicate.Options, isNullTest: Bool = false
    ) throws -> Bool? {
        if missingValues == .unknown, !isNullTest, left == .null || right == .null { return nil }
        switch comparator {
        case .equalTo: return equal(left, right, options)
        case .notEqualTo: return !equal(left, right, options)
        case .lessThan: return isLess(left, right, options, orUnordered: false)
        case .greaterThan: return isLess(right, left, options, orUnordered: false)
        case .lessThanOrEqualTo: return !isLess(right, left, options, orUnordered: true)
        case .greaterThanOrEqualTo: return !isLess(left, right, options, orUnordered: true)
        case .beginsWith: return text(.beginsWith, left, right, options) ?? false
        case .endsWith: return text(.endsWith, left, right, options) ?? false
        case .contains: return text(.contains, left, right, options) ?? false
        case .like: return text(.like, left, right, options) ?? false
        case .matches:
            guard case .text(let one) = left, case .text(let two) = right else { return false }
            return try patterns.matches(one, two, options)
        case .in, .between, .customSelector: return false
        }
    }

    private func equal(
        _ left: EvaluatedValue, _ right: EvaluatedValue, _ options: Predicate.Options
    ) -> Bool {
        text(.equal, left, right, options) ?? left.equals(right)
    }

    /// - Parameter orUnordered: the result if the two values have no order.
    private func isLess(
        _ left: EvaluatedValue, _ right: EvaluatedValue, _ options: Predicate.Options,
        orUnordered: Bool
    ) -> Bool {
        text(.less, left, right, options) ?? left.order(before: right) ?? orUnordered
    }

    /// Returns whether two texts meet an operator; nil if one of them is not a text.
    private func text(
        _ operation: TextMatching.Operation, _ left: EvaluatedValue, _ right: EvaluatedValue,
        _ options: Predicate.Options
    ) -> Bool? {
        guard case .text(let one) = left, case .text(let two) = right else { return nil }
        return TextMatching.holds(operation, one, two, options)
    }
}
