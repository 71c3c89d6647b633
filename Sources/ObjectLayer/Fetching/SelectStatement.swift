import ObjectModel
import SQLite

/// The SQL of a fetch: all of it where possible, and what is left to be done in memory.
struct SelectStatement {
    /// `FROM … WHERE …`.
    let source: SQLFragment
    /// What is behind `SELECT …`, from `FROM` to the end.
    let body: SQLFragment
    /// The alias of the fetched rows.
    let alias: String
    /// What has to hold besides and could not be said in SQL.
    let remainder: ResolvedPredicate?
    /// Whether the rows come in the order that is asked for.
    let isSorted: Bool
    /// Whether limit and offset are taken into account.
    let isLimited: Bool

    /// - Parameter mayLimit: false where the rows are not the final result, because of changes that
    ///   are not saved.
    init(_ plan: FetchPlan, mayLimit: Bool) { self.init(plan, mayLimit: mayLimit) { _ in } }

    /// - Parameters:
    ///   - isInKeyOrder: whether the rows are looked at in the order of their keys, by no index.
    ///   - joining: joins what is selected besides the rows themselves.
    init(
        _ plan: FetchPlan, mayLimit: Bool, isInKeyOrder: Bool = false,
        joining: (SQLScope) throws -> Void
    ) rethrows {
        let scope = SQLScope(
            table: plan.entity.table, aliases: SQLAliases(), isInKeyOrder: isInKeyOrder)
        let compiler = PredicateCompiler(scope: scope)
        alias = scope.alias
        let numbers =
            plan.includesSubentities
            ? plan.entity.layout.familyNumbers : [plan.entity.number]
        let list = numbers.map(String.init).joined(separator: ", ")
        var conditions = [
            SQLFragment(
                "\(scope.alias).Z_ENT " + (numbers.count == 1 ? "= \(list)" : "IN (\(list))"))
        ]
        var rest: [ResolvedPredicate] = []
        for part in plan.predicate?.conjuncts ?? [] {
            if let condition = try? compiler.condition(part) {
                conditions.append(condition)
            } else {
                rest.append(part)
            }
        }
        remainder = rest.isEmpty ? nil : .and(rest)
        let order = try? plan.sortKeys.map { try Self.order($0, plan.language, compiler) }
        isSorted = order != nil
        isLimited = mayLimit && rest.isEmpty && isSorted
        try joining(scope)
        source = SQLFragment.joined(conditions, separator: " AND ")
            .wrapped("FROM \(scope.from) WHERE ", "")
        var parts = [
            source, SQLFragment("ORDER BY"),
            SQLFragment.joined(
                (order ?? []) + [SQLFragment("\(scope.alias).Z_PK")], separator: ", "),
        ]
        if isLimited, plan.limit > 0 || plan.offset > 0 {
            let limit = plan.limit > 0 ? Int64(plan.limit) : -1
            parts.append(
                SQLFragment("LIMIT ? OFFSET ?", [.integer(limit), .integer(Int64(plan.offset))]))
        }
        body = SQLFragment.joined(parts, separator: " ")
    }

    private static func order(
        _ key: FetchPlan.SortKey, _ language: LocalizedOrder, _ compiler: PredicateCompiler
    ) throws -> SQLFragment {
        let operand = try compiler.operand(key.expression)
        return operand.fragment.wrapped(
            "", try order(operand.kind, key.isAscending, key.textOrder, language))
    }

    /// What stands behind a value of a kind in `ORDER BY`.
    ///
    /// - Throws: ``NotCompilable``.
    static func order(
        _ kind: EvaluatedValue.Kind?, _ isAscending: Bool, _ textOrder: TextOrder,
        _ language: LocalizedOrder
    ) throws -> String {
        let direction = isAscending ? "ASC" : "DESC"
        switch kind {
        case .number, .date, .uuid, .object: return " \(direction)"
        case .url: return " COLLATE BINARY \(direction)"
        case .text:
            // Connections have the collations of the standard language only.
            guard
                !textOrder.isLocalized
                    || language.identifier == LocalizedOrder.standard.identifier
            else { throw NotCompilable() }
            let collation = textOrder == .binary ? "BINARY" : textOrder.collation
            return " COLLATE \(collation) \(direction)"
        // Bytes may lie in a file of their own.
        case .data, nil: throw NotCompilable()
        }
    }
}

extension ResolvedPredicate {
    /// The parts that all have to hold.
    var conjuncts: [ResolvedPredicate] {
        guard case .and(let members) = self else { return [self] }
        return members.flatMap(\.conjuncts)
    }
}
