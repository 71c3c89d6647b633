import ObjectModel
import SQLite

/// Groups of objects, or distinct values, as one statement. Each row has the aggregates of a group and the key of its
/// first object, which provides all other columns.
///
/// Distinct values are groups without aggregates. SQLite sorts rows by the grouping keys, and groups by the requested
/// order; large sorts use SQLite's own temporary files.
struct GroupStatement {
    /// The way one column of the results is read.
    enum Reader {
        /// From the first object of a group: the index in ``objectColumns``.
        case object(Int)
        /// From a column of the statement.
        case aggregate(column: Int, EvaluatedValue.Kind)
    }

    /// The statement. If an index could return its rows in another order than that of their keys, on which sums depend,
    /// a second statement without indexes follows.
    let statements: [SQLFragment]
    let readers: [Reader]
    /// The columns that show the first object of a group.
    let objectColumns: [(column: TableColumn, source: TableFetchPlan.Source)]
    /// The request for the objects of all groups.
    let objects: FetchPlan
    /// The range of the matching groups to return, counted from 0; all if SQL applies the limits.
    let limits: Range<Int>
    let refusal = GroupRefusal()
    private let having: ResolvedPredicate?
    /// The way the values of a group are read for ``having``.
    private let values: [(column: Int, leaf: LeafColumn?, kind: EvaluatedValue.Kind)]

    /// - Parameters:
    ///   - request: a request for groups or distinct results.
    ///   - columns: the columns of its table.
    /// - Throws: ``NotCompilable`` if objects are needed, ``FetchRequestError``, `DatabaseError`.
    init(_ request: FetchRequest, _ columns: [TableColumn], in session: StoreSession) throws {
        var fetched = request.resolvingColumnNames
        fetched.propertiesToFetch = []
        fetched.relationshipKeyPathsForPrefetching = []
        (fetched.fetchLimit, fetched.fetchOffset) = (0, 0)
        let entity = try session.map.entity(of: request)
        let plan = try DictionaryPlan(request, entity: entity, in: session.map, now: FetchPlan.now)
        if plan.isGrouped { fetched.sortDescriptors = [] }
        let objects = try FetchPlan(fetched, in: session.map)
        self.objects = objects
        try FetchPlan.checkCounts(of: request)
        // UTF-16 texts have another order.
        let encodings = try session.rows("PRAGMA encoding") { $0.text(at: 0) }
        guard encodings == ["UTF-8"] else { throw NotCompilable() }
        var compiler = GroupCompiler(plan, objects)
        guard !plan.isGrouped || !request.returnsDistinctResults || compiler.showsAllKeys else {
            throw NotCompilable()
        }
        having = plan.having
        let (limit, offset) = (request.fetchLimit, request.fetchOffset)
        let (end, overflows) = offset.addingReportingOverflow(limit)
        limits = having == nil ? 0..<Int.max : offset..<(limit > 0 && !overflows ? end : Int.max)
        let ways = compiler.dependsOnOrder ? (objects.predicate == nil ? [true] : [false, true]) : [false]
        statements = try ways.map { isInKeyOrder in
            compiler = GroupCompiler(plan, objects)
            let select = try SelectStatement(
                objects.unlimited, mayLimit: true, isInKeyOrder: isInKeyOrder
            ) { try compiler.compile(session.map, $0) }
            guard select.remainder == nil else { throw NotCompilable() }
            let limited = plan.having == nil && (limit > 0 || offset > 0)
            return compiler.statement(select, limits: limited ? (limit, offset) : nil)
        }
        values = try plan.having.map { _ in try compiler.values() } ?? []
        readers = compiler.readers
        objectColumns = zip(columns, plan.columns).compactMap { column, part in
            part.ofObject.map { (column, .object($0)) }
        }
        try register(compiler, on: session.connection)
    }

    /// Registers the functions that the statement calls, replacing those of another statement.
    private func register(_ compiler: GroupCompiler, on connection: Connection) throws {
        let refusal = refusal
        let keys = compiler.keys
        try connection.register(directFunction: GroupCompiler.check, argumentCount: keys.count + 2) { call in
            let isFine =
                call.integer(at: 1) == 0
                && keys.indices.allSatisfy { keys[$0].isComparable(call, at: $0 + 2) }
            guard isFine else { throw refusal.refused(.value) }
            call.setResult(call.value(at: 0))
        }
        for (index, plan) in compiler.aggregates.enumerated() {
            try connection.register(
                aggregate: GroupCompiler.function(index), argumentCount: plan.leaves.count + 1
            ) { GroupAggregate(plan, refusal) }
        }
    }

    // MARK: Rows

    /// Returns whether a group meets the condition on groups.
    func isWanted(_ row: Statement, _ evaluator: PredicateEvaluator) throws -> Bool {
        guard let having else { return true }
        let values = values.map { value in
            let stored = row.value(at: value.column)
            return value.leaf?.value(of: stored) ?? Self.value(stored, value.kind)
        }
        return try evaluator.holds(having, in: PredicateEvaluator.Scope(groupValues: values))
    }

    private static func value(_ stored: Value, _ kind: EvaluatedValue.Kind) -> EvaluatedValue {
        switch stored {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): kind == .date ? .date(number) : .real(number)
        case .text(let text): kind == .url ? .url(text) : .text(text)
        case .blob(let bytes): kind == .uuid ? .uuid(bytes) : .data(bytes)
        }
    }

    /// Returns a cell with an aggregate.
    static func cell(_ row: Statement, _ column: Int, _ kind: EvaluatedValue.Kind) -> ShownCell {
        switch row.storageClass(at: column) {
        case .null: return .none
        case .integer: return .integer(row.integer(at: column))
        case .real:
            let number = row.real(at: column)
            return kind == .date ? .date(number) : .double(number)
        case .text: return .text(row.bytes(at: column))
        case .blob:
            return value(row.value(at: column), kind).propertyValue.map { .value(.value($0)) } ?? .none
        }
    }
}
