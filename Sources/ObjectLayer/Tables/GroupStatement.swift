import ObjectModel
import SQLite

/// Groups of objects, and distinct values, as one statement: a row for each with the key of its first
/// object, which has what is no aggregate, and the aggregates.
///
/// Distinct values are groups without aggregates. SQLite sorts rows by what makes groups, and groups by
/// the order that is asked for, in files of its own where they are many.
struct GroupStatement {
    /// How one column of the results is read.
    enum Reader {
        /// From the first object of a group: the index in ``objectColumns``.
        case object(Int)
        /// From a column of the statement.
        case aggregate(column: Int, EvaluatedValue.Kind)
    }

    /// The statement; where an index might give it rows in another order than that of their keys, on which
    /// sums depend, another one behind it that uses none.
    let statements: [SQLFragment]
    let readers: [Reader]
    /// What is shown of the first objects.
    let objectColumns: [(column: TableColumn, source: TableFetchPlan.Source)]
    /// The request for the objects of all groups.
    let objects: FetchPlan
    /// Which ones of the groups that are wanted are asked for, counted from 0; all where SQL limits them.
    let limits: Range<Int>
    let refusal = GroupRefusal()
    private let having: ResolvedPredicate?
    /// For ``having``: how the values of a group are read.
    private let values: [(column: Int, leaf: LeafColumn?, kind: EvaluatedValue.Kind)]

    /// - Parameters:
    ///   - request: one whose results are groups or distinct.
    ///   - columns: those of its table.
    /// - Throws: ``NotCompilable`` where objects are needed, ``FetchRequestError``, `DatabaseError`.
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
        // Texts in UTF-16 have another order.
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

    /// Registers what the statement calls, in place of what another one did.
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

    /// Whether a group fulfils what is asked of groups.
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

    /// A cell with an aggregate.
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
