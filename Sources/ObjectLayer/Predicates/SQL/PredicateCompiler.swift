import ObjectModel
import SQLite

/// Says predicates in SQL, with the very meaning that ``PredicateEvaluator`` gives them; what it
/// cannot, it refuses with ``NotCompilable``.
struct PredicateCompiler {
    /// Where a path begins.
    struct Start {
        let scope: SQLScope
        let alias: String
    }

    var starts: [ResolvedExpression.Base: Start]

    /// - Parameter scope: that of the evaluated object.
    init(scope: SQLScope) {
        starts = [.evaluatedObject: Start(scope: scope, alias: scope.alias)]
    }

    // MARK: Predicates

    /// The condition for a predicate: true where it holds, false or NULL where it does not.
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
        case .not(let inner): return try negated(condition(inner))
        case .comparison(let comparison): return try self.comparison(comparison)
        }
    }

    /// NULL means that a condition does not hold, so that its opposite does.
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
        // `tags CONTAINS x` asks whether one of the tags is x.
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

    /// Compares one value with what stands right.
    private func single(
        _ left: SQLOperand, _ comparison: ResolvedComparison
    ) throws -> SQLFragment {
        let options = comparison.options
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
            let comparator = comparison.comparator == .in ? .equalTo : comparison.comparator
            let tests = try members.map { try compare(left, comparator, operand($0), options) }
            guard !tests.isEmpty else { return SQLFragment("0") }
            return SQLFragment.joined(tests, separator: " OR ").wrapped("(", ")")
        case (_, .path(let base, let path)) where path.isToMany:
            let members = try members(of: base, path)
            let comparator = comparison.comparator == .in ? .equalTo : comparison.comparator
            return exists(
                members, try compare(left, comparator, end(of: path, members), options))
        case (_, let right) where right.isCollection: throw NotCompilable()
        case (.in, let right):
            let right = try operand(right)
            return right.kind == .text
                ? try compare(right, .contains, left, options)
                : try compare(left, .equalTo, right, options)
        case (_, let right):
            return try compare(left, comparison.comparator, operand(right), options)
        }
    }

    // MARK: Single values

    private func compare(
        _ left: SQLOperand, _ comparator: PredicateOperator, _ right: SQLOperand,
        _ options: Predicate.Options
    ) throws -> SQLFragment {
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
        case .matches: return text(.matches, left, right, options)
        case .in, .between, .customSelector: throw NotCompilable()
        }
    }

    private func equal(
        _ left: SQLOperand, _ right: SQLOperand, _ options: Predicate.Options, isNegated: Bool
    ) -> SQLFragment {
        let not = isNegated ? "NOT " : ""
        if left.isNull || right.isNull {
            let other = left.isNull ? right : left
            return other.isNull
                ? SQLFragment(isNegated ? "0" : "1")
                : other.fragment.wrapped("(", isNegated ? " NOT NULL)" : " IS NULL)")
        }
        guard left.kind == right.kind, left.rootNumber == right.rootNumber else {
            // Values of different kinds are equal only where both are missing.
            let both = SQLFragment.joined(
                [left.fragment, right.fragment], separator: " IS NULL AND ")
            return both.wrapped("(\(not)(", " IS NULL))")
        }
        if left.kind == .text, Self.ignores(options) {
            let both = SQLFragment.joined(
                [left.fragment, right.fragment], separator: " IS NULL AND ")
            let same = text(.equal, left, right, options).wrapped("ifnull(", ", 0)")
            return SQLFragment.joined(
                [same, both.wrapped("(", " IS NULL)")], separator: " OR "
            )
            .wrapped("(\(not)(", "))")
        }
        let sign: String
        switch (left.isConstant || right.isConstant, isNegated) {
        case (true, false): sign = " = "
        case (false, false): sign = " IS "
        case (_, true): sign = " IS NOT "
        }
        return SQLFragment.joined([left.fragment, right.fragment], separator: sign)
            .wrapped("(", ")")
    }

    private func order(
        _ left: SQLOperand, _ sign: String, _ right: SQLOperand, _ options: Predicate.Options
    ) -> SQLFragment {
        guard left.kind == right.kind, [.number, .text, .date].contains(left.kind) else {
            return SQLFragment("0")
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
        guard left.kind == .text, right.kind == .text else { return SQLFragment("0") }
        return SQLFragment.joined([left.fragment, right.fragment], separator: ", ")
            .wrapped(
                "\(TextFunctions.match)(\(operation.rawValue), \(options.rawValue), ", ")")
    }

    private static func ignores(_ options: Predicate.Options) -> Bool {
        options.contains(.caseInsensitive) || options.contains(.diacriticInsensitive)
    }
}
