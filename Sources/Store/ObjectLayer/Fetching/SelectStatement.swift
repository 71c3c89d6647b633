import ObjectModel
import SQLite

/// The SQL of a fetch, and the parts of the fetch that SQL cannot express and that are done in memory.
struct SelectStatement {
    /// `FROM … WHERE …`.
    let source: SQLFragment
    /// The statement after `SELECT …`, from `FROM` to the end.
    let body: SQLFragment
    /// The alias of the fetched rows.
    let alias: String
    /// The conditions that cannot be expressed in SQL and are checked in memory.
    let remainder: ResolvedPredicate?
    /// Whether the rows already have the requested order.
    let isSorted: Bool
    /// Whether the SQL applies the limit and the offset.
    let isLimited: Bool

    /// - Parameter mayLimit: false if the rows are not the final result, because of unsaved changes.
    init(_ plan: FetchPlan, mayLimit: Bool) { self.init(plan, mayLimit: mayLimit) { _ in } }

    /// - Parameters:
    ///   - isInKeyOrder: whether rows are scanned in the order of their primary keys, without an index.
    ///   - joining: adds joins for columns that are selected besides the rows themselves.
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

    /// Returns the collation and direction that follow a value of the given kind in `ORDER BY`.
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
            // Connections only have the collations of the standard language.
            guard
                !textOrder.isLocalized
                    || language.identifier == LocalizedOrder.standard.identifier
            else { throw NotCompilable() }
            let collation = textOrder == .binary ? "BINARY" : textOrder.collation
            return " COLLATE \(collation) \(direction)"
        // The bytes may be in an external file.
        case .data, nil: throw NotCompilable()
        }
    }
}

extension ResolvedPredicate {
    /// The conditions that must all hold.
    var conjuncts: [ResolvedPredicate] {
        guard case .and(let members) = self else { return [self] }
        return members.flatMap(\.conjuncts)
    }
}
