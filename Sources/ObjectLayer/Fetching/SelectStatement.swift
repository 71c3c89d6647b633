import ObjectModel
import SQLite

/// The SQL of a fetch: all of it where possible, and what is left to be done in memory.
struct SelectStatement {
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

    /// - Parameter joining: joins what is selected besides the rows themselves.
    init(_ plan: FetchPlan, mayLimit: Bool, joining: (SQLScope) throws -> Void) rethrows {
        let scope = SQLScope(table: plan.entity.table, aliases: SQLAliases())
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
        var parts = [
            SQLFragment("FROM \(scope.from) WHERE"),
            SQLFragment.joined(conditions, separator: " AND "),
            SQLFragment("ORDER BY"),
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
        let direction = key.isAscending ? "ASC" : "DESC"
        switch operand.kind {
        case .number, .date, .uuid, .object:
            return operand.fragment.wrapped("", " \(direction)")
        case .url: return operand.fragment.wrapped("", " COLLATE BINARY \(direction)")
        case .text:
            // Connections have the collations of the standard language only.
            guard
                !key.textOrder.isLocalized
                    || language.identifier == LocalizedOrder.standard.identifier
            else { throw NotCompilable() }
            let collation = key.textOrder == .binary ? "BINARY" : key.textOrder.collation
            return operand.fragment.wrapped("", " COLLATE \(collation) \(direction)")
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
