import ObjectModel

/// Compiles predicates to SQL with exactly the same meaning as in ``PredicateEvaluator``. Throws ``NotCompilable`` for
/// predicates that SQL cannot express.
struct PredicateCompiler {
    /// The starting point of a path.
    struct Start {
        let scope: SQLScope
        let alias: String
    }

    var starts: [ResolvedExpression.Base: Start]

    /// - Parameter scope: the scope of the evaluated object.
    init(scope: SQLScope) {
        starts = [.evaluatedObject: Start(scope: scope, alias: scope.alias)]
    }

    // MARK: Predicates

    /// Returns the SQL condition for a predicate: true if it holds, false if it does not, NULL if a missing value
    /// leaves the result unknown.
    func condition(_ predicate: ResolvedPredicate) throws -> SQLFragment {
        switch predicate {
        case .constant(let flag): return SQLFragment(flag ? "1" : "0")
        case .and(let members):
            guard !members.isEmpty else { return SQLFragment("1") }
            return SQLFragment.joined(try members.map(condition), separator: " AND ")
                .wrapped("(", ")")
        case .or(let members):
            guard !members.isEmpty else { return SQLFragment("0") }
            return SQLFragment.joined(try members.map(condition), separator: " OR ")
                .wrapped("(", ")")
        case .not(let inner): return try condition(inner).wrapped("(NOT ", ")")
        case .comparison(let comparison): return try self.comparison(comparison)
        }
    }

    /// Returns the negation of a condition that also holds if the condition is NULL.
    private func negated(_ condition: SQLFragment) -> SQLFragment {
        condition.wrapped("NOT ifnull(", ", 0)")
    }

    private func comparison(_ comparison: ResolvedComparison) throws -> SQLFragment {
        guard comparison.left.isCollection else {
            return try single(operand(comparison.left), comparison)
        }
        guard case .path(let base, let path) = comparison.left else { throw NotCompilable() }
        let isContained = comparison.modifier == .direct && comparison.comparator == .contains
        let members = try members(of: base, path)
        let member = try end(of: path, members)
        // `tags CONTAINS x` tests whether one of the tags is x.
        let tested =
            isContained
            ? ResolvedComparison(
                left: comparison.left, comparator: .equalTo, right: comparison.right,
                modifier: .any, options: comparison.options) : comparison
        var test = try single(member, tested)
        if comparison.modifier == .all { test = negated(test) }
        return exists(members, test, isNegated: comparison.modifier == .all)
    }

    private func exists(
        _ members: SQLScope.Members, _ test: SQLFragment, isNegated: Bool = false
    ) -> SQLFragment {
        test.wrapped(
            "\(isNegated ? "NOT " : "")EXISTS (SELECT 1 FROM \(members.scope.from) "
                + "WHERE \(members.condition) AND ", ")")
    }

    /// Compares one value with the right side.
    private func single(
        _ left: SQLOperand, _ comparison: ResolvedComparison
    ) throws -> SQLFragment {
        let options = comparison.options
        let isNullTest = comparison.isNullTest
        let comparator = comparison.comparator == .in ? .equalTo : comparison.comparator
        switch (comparison.comparator, comparison.right) {
        case (.between, .list(let bounds)):
            guard bounds.count == 2 else { return SQLFragment("0") }
            return SQLFragment.joined(
                [
                    try compare(left, .greaterThanOrEqualTo, operand(bounds[0]), options),
                    try compare(left, .lessThanOrEqualTo, operand(bounds[1]), options),
                ], separator: " AND "
            ).wrapped("(", ")")
        case (.between, _): throw NotCompilable()
        case (_, .list(let members)):
            let tests = try members.map {
                try compare(left, comparator, operand($0), options, isNullTest: isNullTest)
            }
            guard !tests.isEmpty else { return SQLFragment("0") }
            return SQLFragment.joined(tests, separator: " OR ").wrapped("(", ")")
        case (_, .path(let base, let path)) where path.isToMany:
            let members = try members(of: base, path)
            let test = try compare(
                left, comparator, end(of: path, members), options, isNullTest: isNullTest)
            let found = exists(members, test)
            guard !isNullTest else { return found }
            return SQLFragment.joined(
                [left.fragment.wrapped("(CASE WHEN ", " IS NULL THEN NULL ELSE"), found],
                separator: " "
            ).wrapped("", " END)")
        case (_, let right) where right.isCollection: throw NotCompilable()
        case (.in, let right):
            let right = try operand(right)
            return right.kind == .text
                ? try compare(right, .contains, left, options)
                : try compare(left, .equalTo, right, options)
        case (_, let right):
            return try compare(
                left, comparator, operand(right), options, isNullTest: isNullTest)
        }
    }

    // MARK: Single values

    /// - Parameter isNullTest: whether one side is a literal `nil`.
    private func compare(
        _ left: SQLOperand, _ comparator: PredicateOperator, _ right: SQLOperand,
        _ options: Predicate.Options, isNullTest: Bool = false
    ) throws -> SQLFragment {
        if left.isNull || right.isNull {
            guard isNullTest else { return SQLFragment("NULL") }
            return nullTest(left, right, isNegated: comparator == .notEqualTo)
        }
        switch comparator {
        case .equalTo: return equal(left, right, options, isNegated: false)
        case .notEqualTo: return equal(left, right, options, isNegated: true)
        case .lessThan: return order(left, "<", right, options)
        case .lessThanOrEqualTo: return order(left, "<=", right, options)
        case .greaterThan: return order(left, ">", right, options)
        case .greaterThanOrEqualTo: return order(left, ">=", right, options)
        case .beginsWith: return text(.beginsWith, left, right, options)
        case .endsWith: return text(.endsWith, left, right, options)
        case .contains: return text(.contains, left, right, options)
        case .like: return text(.like, left, right, options)
        case .matches: return text("\(TextFunctions.match)(", left, right, options)
        case .in, .between, .customSelector: throw NotCompilable()
        }
    }

    private func nullTest(
        _ left: SQLOperand, _ right: SQLOperand, isNegated: Bool
    ) -> SQLFragment {
        let other = left.isNull ? right : left
        return other.isNull
            ? SQLFragment(isNegated ? "0" : "1")
            : other.fragment.wrapped("(", isNegated ? " NOT NULL)" : " IS NULL)")
    }

    /// Returns a fixed result if both sides have a value, and NULL otherwise.
    private func fixed(
        _ holds: Bool, _ left: SQLOperand, _ right: SQLOperand
    ) -> SQLFragment {
        SQLFragment.joined([left.fragment, right.fragment], separator: " IS NULL OR ")
            .wrapped("(CASE WHEN ", " IS NULL THEN NULL ELSE \(holds ? 1 : 0) END)")
    }

    private func equal(
        _ left: SQLOperand, _ right: SQLOperand, _ options: Predicate.Options, isNegated: Bool
    ) -> SQLFragment {
        // Values of different kinds are never equal.
        guard left.kind == right.kind, left.rootNumber == right.rootNumber else {
            return fixed(isNegated, left, right)
        }
        if left.kind == .text, Self.ignores(options) {
            let same = text(.equal, left, right, options)
            return isNegated ? same.wrapped("(NOT ", ")") : same
        }
        return SQLFragment.joined(
            [left.fragment, right.fragment], separator: isNegated ? " <> " : " = "
        ).wrapped("(", ")")
    }

    private func order(
        _ left: SQLOperand, _ sign: String, _ right: SQLOperand, _ options: Predicate.Options
    ) -> SQLFragment {
        guard left.kind == right.kind, [.number, .text, .date].contains(left.kind) else {
            return fixed(false, left, right)
        }
        if left.kind == .text, Self.ignores(options) {
            switch sign {
            case "<": return text(.less, left, right, options)
            case ">": return text(.less, right, left, options)
            case "<=": return text(.less, right, left, options).wrapped("(NOT ", ")")
            default: return text(.less, left, right, options).wrapped("(NOT ", ")")
            }
        }
        return SQLFragment.joined([left.fragment, right.fragment], separator: " \(sign) ")
            .wrapped("(", ")")
    }

    private func text(
        _ operation: TextMatching.Operation, _ left: SQLOperand, _ right: SQLOperand,
        _ options: Predicate.Options
    ) -> SQLFragment {
        text("\(TextFunctions.compare)(\(operation.rawValue), ", left, right, options)
    }

    private func text(
        _ call: String, _ left: SQLOperand, _ right: SQLOperand, _ options: Predicate.Options
    ) -> SQLFragment {
        guard left.kind == .text, right.kind == .text else { return fixed(false, left, right) }
        return SQLFragment.joined([left.fragment, right.fragment], separator: ", ")
            .wrapped("\(call)\(options.rawValue), ", ")")
    }

    private static func ignores(_ options: Predicate.Options) -> Bool {
        options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive)
    }
}
