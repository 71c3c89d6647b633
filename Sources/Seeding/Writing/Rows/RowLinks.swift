import StoreFormat

/// The to-one relationships of rows, and what the current row says of them: one after the other, all
/// buffers alike.
struct RowLinks {
    let writers: [LinkWriter]
    let parameters: FixedBuffer<Parameters>
    /// What the check of the current row found out.
    let states: FixedBuffer<State>
    /// The positions in ordered relationships that the current row gives.
    let positions: FixedBuffer<BoundValue?>
    // The same for rows of the usual form: to go through without counting references.
    let quickKeys: FixedBuffer<QuickKey?>
    private let finders: FixedBuffer<Unmanaged<ObjectFinder>>

    /// Where a relationship goes, and what it allows.
    struct Parameters {
        let column: Int
        let entity: Int?
        let order: Int?
        let isDeferred: Bool
        let isOptional: Bool
        let isCreated: Bool
        let hasInverse: Bool
        /// Whether a cell gives the position in an ordered relationship.
        let hasPosition: Bool

        /// Whether the object of a row's key is all that there is to find out.
        var isPlain: Bool { !isDeferred && !hasInverse && !hasPosition }
    }

    /// What the check of a row found out about one relationship.
    struct State {
        var hasKey = false
        var object: KeyIndex.Object?
    }

    /// - Parameter deferredDestinations: the entities whose rows may come later.
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    init(
        _ links: [ResolvedLink], owner: EntityLayout, inserter: RowInserter,
        deferredDestinations: Set<Int>, context: BuildContext
    ) throws {
        writers = try links.map { try LinkWriter(link: $0, owner: owner, context: context) }
        let parameters = links.map { link in
            Parameters(
                column: inserter.parameter(of: link.columns.column) ?? 0,
                entity: link.columns.entityColumn.flatMap(inserter.parameter),
                order: link.columns.orderColumn.flatMap(inserter.parameter),
                isDeferred: link.target.mayComeLater(deferredDestinations),
                isOptional: link.columns.isOptional, isCreated: link.target.missing == .create,
                hasInverse: link.columns.inverse != nil, hasPosition: link.order != nil)
        }
        self.parameters = FixedBuffer(parameters)
        states = FixedBuffer(repeating: State(), count: links.count)
        positions = FixedBuffer(repeating: nil, count: links.count)
        quickKeys = FixedBuffer(
            zip(writers, parameters).map { $1.isPlain ? $0.finder.quickKey : nil })
        finders = FixedBuffer(writers.map { Unmanaged.passUnretained($0.finder) })
    }

    @inline(__always)
    var indices: Range<Int> { states.indices }

    /// The name of a relationship.
    func name(_ index: Int) -> String { writers[index].link.name }

    /// Counts that the current row found its object.
    @inline(__always)
    func countFound(_ index: Int) {
        finders[index]._withUnsafeGuaranteedRef { $0.countFound() }
    }

    /// Gives the columns of a relationship what the current row says.
    @inline(__always)
    func give(_ index: Int, to sink: some RowSink) throws {
        let object = states[index].object
        let parameters = parameters[index]
        try sink.bind(object?.primaryKey, at: parameters.column)
        if let entity = parameters.entity {
            try sink.bind(object.map { Int64($0.entityNumber) }, at: entity)
        }
        guard let order = parameters.order else { return }
        if let object, positions[index] == nil {
            let key = writers[index].orderKeys?.nextKey(of: object.primaryKey)
            try sink.bind(key, at: order)
        } else {
            let given = object == nil ? nil : positions[index]
            try sink.bind(given ?? .null, at: order)
        }
    }
}
