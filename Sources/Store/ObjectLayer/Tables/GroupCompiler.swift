import ObjectModel
import SQLite

/// Compiles the grouping keys, aggregates and order of groups to SQL.
struct GroupCompiler {
    /// The SQL function that returns the key of a group's first object, and checks the grouping keys.
    static let check = "ZSEED_GROUP"
    /// Returns the name of the SQL function for one of ``aggregates``.
    static func function(_ index: Int) -> String { "ZSEED_AGGREGATE_\(index)" }

    /// The grouping keys.
    private(set) var keys: [LeafColumn] = []
    /// The aggregates that SQL has no function for.
    private(set) var aggregates: [GroupAggregate.Plan] = []
    /// One reader for each column of the results.
    private(set) var readers: [GroupStatement.Reader] = []
    /// The columns of the statement.
    private var selected: [String] = []
    private var order: [String] = []
    /// The positions of the grouping keys in the statement, if they are selected.
    private var keyColumns: [Int] = []

    private let plan: DictionaryPlan
    private let objects: FetchPlan
    /// The expressions of the grouping keys.
    private let expressions: [ResolvedExpression]

    init(_ plan: DictionaryPlan, _ objects: FetchPlan) {
        self.plan = plan
        self.objects = objects
        expressions = plan.isGrouped ? plan.keys : plan.columns.compactMap(\.ofObject)
    }

    /// Whether each key is among the columns, so that no two groups have equal rows.
    var showsAllKeys: Bool {
        expressions.allSatisfy { key in plan.columns.contains { $0.ofObject?.isSamePath(as: key) ?? false } }
    }

    /// Whether an aggregate needs rows in the order of their primary keys.
    var dependsOnOrder: Bool {
        plan.columns.contains { column in
            guard case .group(let aggregate, let values) = column.source else { return false }
            return !Self.isCounted(aggregate, values)
        }
    }

    /// Returns whether an aggregate is the number of rows in which a column has a value.
    private static func isCounted(
        _ aggregate: ResolvedExpression.Aggregate, _ values: ResolvedExpression
    ) -> Bool {
        aggregate == .count && values.path != nil && !values.isDecimal
    }

    // MARK: Compiling

    /// - Parameter scope: the scope of the objects.
    /// - Throws: ``NotCompilable``.
    mutating func compile(_ map: StoreMap, _ scope: SQLScope) throws {
        var columns = ShownColumns(of: objects, in: map, scope)
        // If all objects are one group, columns of single objects show the first object that has a value.
        guard !expressions.isEmpty || plan.columns.allSatisfy({ $0.ofObject == nil }) else {
            throw NotCompilable()
        }
        keys = try expressions.map { try LeafColumn($0, in: &columns) }
        // The maximum number of arguments of an SQLite function.
        guard keys.count < 100 else { throw NotCompilable() }
        // A placeholder. Its SQL is known only at the end.
        selected = [""]
        var shown = 0
        for column in plan.columns {
            guard case .group(let aggregate, let values) = column.source else {
                readers.append(.object(shown))
                shown += 1
                continue
            }
            readers.append(try reader(aggregate, values, &columns, scope))
        }
        if plan.having != nil { keyColumns = keys.map { select($0.sql) } }
        order = try plan.isGrouped ? groupOrder() : objectOrder()
        let links = columns.links.map { link in
            let (key, found) = (columns.selected[link.key], columns.selected[link.found])
            let family = link.destination.family.sorted().map(String.init).joined(separator: ", ")
            return "\(key) NOT NULL AND (typeof(\(key)) <> 'integer' OR \(found) NOT IN (\(family)))"
        }
        let isOdd = links.isEmpty ? "0" : "ifnull(max(\(links.joined(separator: " OR "))), 0)"
        let arguments = ["min(\(scope.alias).Z_PK)", isOdd] + keys.map(\.sql)
        selected[0] = "\(Self.check)(\(arguments.joined(separator: ", ")))"
    }

    private mutating func select(_ sql: String) -> Int {
        selected.append(sql)
        return selected.count - 1
    }

    private mutating func reader(
        _ aggregate: ResolvedExpression.Aggregate, _ values: ResolvedExpression,
        _ columns: inout ShownColumns, _ scope: SQLScope
    ) throws -> GroupStatement.Reader {
        if Self.isCounted(aggregate, values) {
            let counted = try LeafColumn(values, in: &columns)
            return .aggregate(column: select("count(\(counted.sql))"), .number)
        }
        let computed = try GroupAggregate.Plan(aggregate, of: values, in: &columns)
        let arguments = ["\(scope.alias).Z_PK"] + computed.leaves.map(\.sql)
        let call = "\(Self.function(aggregates.count))(\(arguments.joined(separator: ", ")))"
        aggregates.append(computed)
        return .aggregate(column: select(call), computed.kind)
    }

    // MARK: Order

    private func groupOrder() throws -> [String] {
        try plan.order.map { part in
            let (sql, kind) = try value(at: part.valueIndex)
            return sql
                + (try SelectStatement.order(kind, part.isAscending, part.textOrder, plan.language))
        }
    }

    /// Returns the SQL and kind of the value at an index of ``DictionaryPlan/GroupOrder``.
    private func value(at index: Int) throws -> (sql: String, EvaluatedValue.Kind) {
        guard index < plan.columns.count else {
            let key = keys[index - plan.columns.count]
            return (key.sql, key.kind)
        }
        if case .aggregate(let column, let kind) = readers[index] { return (Self.name(column), kind) }
        let key = keys[try keyIndex(of: plan.columns[index].ofObject)]
        return (key.sql, key.kind)
    }

    /// Returns the order of objects. Distinct values are in that order if the sort keys are among them.
    private func objectOrder() throws -> [String] {
        try objects.sortKeys.map { part in
            let key = keys[try keyIndex(of: part.expression)]
            return key.sql
                + (try SelectStatement.order(
                    key.kind, part.isAscending, part.textOrder, objects.language))
        }
    }

    /// Returns the index of the grouping key that equals an expression. Other expressions are refused, because they can
    /// differ between the objects of a group.
    private func keyIndex(of expression: ResolvedExpression?) throws -> Int {
        guard let index = expressions.firstIndex(where: { expression?.isSamePath(as: $0) ?? false }) else {
            throw NotCompilable()
        }
        return index
    }

    /// Returns the name of a column in the statement.
    private static func name(_ column: Int) -> String { "c\(column)" }

    // MARK: The statement

    /// Returns the values for conditions on groups: those of the columns, then the keys.
    func values() throws -> [(column: Int, leaf: LeafColumn?, kind: EvaluatedValue.Kind)] {
        func key(_ index: Int) -> (column: Int, leaf: LeafColumn?, kind: EvaluatedValue.Kind) {
            (keyColumns[index], keys[index], keys[index].kind)
        }
        return try plan.columns.indices.map { index in
            if case .aggregate(let column, let kind) = readers[index] { return (column, nil, kind) }
            return key(try keyIndex(of: plan.columns[index].ofObject))
        } + keys.indices.map(key)
    }

    /// - Parameters:
    ///   - select: the objects, whose scope was compiled.
    ///   - limits: the number of groups to return (0 for all) and the number to skip before them; nil for all groups.
    func statement(_ select: SelectStatement, limits: (limit: Int, offset: Int)?) -> SQLFragment {
        let columns = selected.enumerated().map { "\($1) AS \(Self.name($0))" }
        var parts = [SQLFragment("SELECT \(columns.joined(separator: ", "))"), select.source]
        if !keys.isEmpty {
            // Unlike an index, a sorter reads the rows of the table one after the other.
            let groups = keys.map { "+\($0.sql) COLLATE BINARY" }.joined(separator: ", ")
            let order = (order + [Self.name(0)]).joined(separator: ", ")
            parts.append(SQLFragment("GROUP BY \(groups) ORDER BY \(order)"))
        }
        if let (limit, offset) = limits {
            let most = limit > 0 ? Int64(limit) : -1
            parts.append(SQLFragment("LIMIT ? OFFSET ?", [.integer(most), .integer(Int64(offset))]))
        }
        return SQLFragment.joined(parts, separator: " ")
    }
}

extension DictionaryPlan.Column {
    /// The expression for a single object; nil for aggregates.
    var ofObject: ResolvedExpression? {
        guard case .object(let expression) = source else { return nil }
        return expression
    }
}

extension ResolvedExpression {
    /// Returns whether both expressions are the same key path.
    fileprivate func isSamePath(as other: ResolvedExpression) -> Bool {
        guard let path, let second = other.path else { return false }
        return path.text == second.text
    }
}
