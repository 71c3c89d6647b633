import ObjectModel
import SQLite

/// Says in SQL what makes groups of objects, what is computed of them, and in which order they come.
struct GroupCompiler {
    /// The function that gives the key of a group's first object, and checks what makes the group.
    static let check = "ZSEED_GROUP"
    /// The function of one of ``aggregates``.
    static func function(_ index: Int) -> String { "ZSEED_AGGREGATE_\(index)" }

    /// What makes groups.
    private(set) var keys: [LeafColumn] = []
    /// What SQL has no function of its own for.
    private(set) var aggregates: [GroupAggregate.Plan] = []
    /// One for each column of the results.
    private(set) var readers: [GroupStatement.Reader] = []
    /// The columns of the statement.
    private var selected: [String] = []
    private var order: [String] = []
    /// Where the statement has the keys, where they are asked for.
    private var keyColumns: [Int] = []

    private let plan: DictionaryPlan
    private let objects: FetchPlan
    /// What makes groups, as it was looked up.
    private let expressions: [ResolvedExpression]

    init(_ plan: DictionaryPlan, _ objects: FetchPlan) {
        self.plan = plan
        self.objects = objects
        expressions = plan.isGrouped ? plan.keys : plan.columns.compactMap(\.ofObject)
    }

    /// Whether each key is among the columns, so that no two groups look the same.
    var showsAllKeys: Bool {
        expressions.allSatisfy { key in plan.columns.contains { $0.ofObject?.isSamePath(as: key) ?? false } }
    }

    /// Whether something is computed for which rows have to come in the order of their keys.
    var dependsOnOrder: Bool {
        plan.columns.contains { column in
            guard case .group(let aggregate, let values) = column.source else { return false }
            return !Self.isCounted(aggregate, values)
        }
    }

    /// Whether an aggregate is the number of rows in which a column has something.
    private static func isCounted(
        _ aggregate: ResolvedExpression.Aggregate, _ values: ResolvedExpression
    ) -> Bool {
        aggregate == .count && values.path != nil && !values.isDecimal
    }

    // MARK: Compiling

    /// - Parameter scope: that of the objects.
    /// - Throws: ``NotCompilable``.
    mutating func compile(_ map: StoreMap, _ scope: SQLScope) throws {
        var columns = ShownColumns(of: objects, in: map, scope)
        // Where all objects are one group, what is shown of one is that of the first that has something.
        guard !expressions.isEmpty || plan.columns.allSatisfy({ $0.ofObject == nil }) else {
            throw NotCompilable()
        }
        keys = try expressions.map { try LeafColumn($0, in: &columns) }
        // What SQLite lets a function take.
        guard keys.count < 100 else { throw NotCompilable() }
        // Its place; what it is becomes known at the end.
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

    /// The values at an index of ``DictionaryPlan/GroupOrder``.
    private func value(at index: Int) throws -> (sql: String, EvaluatedValue.Kind) {
        guard index < plan.columns.count else {
            let key = keys[index - plan.columns.count]
            return (key.sql, key.kind)
        }
        if case .aggregate(let column, let kind) = readers[index] { return (Self.name(column), kind) }
        let key = keys[try keyIndex(of: plan.columns[index].ofObject)]
        return (key.sql, key.kind)
    }

    /// The order of objects, which that of distinct values follows from where they are what is ordered by.
    private func objectOrder() throws -> [String] {
        try objects.sortKeys.map { part in
            let key = keys[try keyIndex(of: part.expression)]
            return key.sql
                + (try SelectStatement.order(
                    key.kind, part.isAscending, part.textOrder, objects.language))
        }
    }

    /// The key that an expression is; others are not the same for all objects of a group.
    private func keyIndex(of expression: ResolvedExpression?) throws -> Int {
        guard let index = expressions.firstIndex(where: { expression?.isSamePath(as: $0) ?? false }) else {
            throw NotCompilable()
        }
        return index
    }

    /// What a column of the statement is called.
    private static func name(_ column: Int) -> String { "c\(column)" }

    // MARK: The statement

    /// The values that conditions on groups are about: those of the columns, then the keys.
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
    ///   - limits: how many groups are asked for, 0 for all, and how many before them are not; nil for all.
    func statement(_ select: SelectStatement, limits: (limit: Int, offset: Int)?) -> SQLFragment {
        let columns = selected.enumerated().map { "\($1) AS \(Self.name($0))" }
        var parts = [SQLFragment("SELECT \(columns.joined(separator: ", "))"), select.source]
        if !keys.isEmpty {
            // Other than an index, a sorter has the rows of the table read one after the other.
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
    /// What it shows of one object; nil for aggregates.
    var ofObject: ResolvedExpression? {
        guard case .object(let expression) = source else { return nil }
        return expression
    }
}

extension ResolvedExpression {
    /// Whether both are the same key path.
    fileprivate func isSamePath(as other: ResolvedExpression) -> Bool {
        guard let path, let second = other.path else { return false }
        return path.text == second.text
    }
}
