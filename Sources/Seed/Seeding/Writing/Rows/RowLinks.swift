import StoreFormat

/// The to-one relationships of rows, and their values in the current row. All buffers have the same order.
struct RowLinks {
    let writers: [LinkWriter]
    let parameters: FixedBuffer<Parameters>
    /// The results of checking the current row.
    let states: FixedBuffer<State>
    /// The positions in ordered relationships from the current row.
    let positions: FixedBuffer<BoundValue?>
    // The quick lookups, used without counting references.
    let quickKeys: FixedBuffer<QuickKey?>
    private let finders: FixedBuffer<Unmanaged<ObjectFinder>>

    /// The parameters that a relationship fills, and its properties.
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

        /// Whether the object of a row's key is all that must be found out.
        var isPlain: Bool { !isDeferred && !hasInverse && !hasPosition }
    }

    /// The result of checking one relationship of a row.
    struct State {
        var hasKey = false
        var object: KeyIndex.Object?
    }

    /// - Parameter deferredDestinations: the entities whose rows may be loaded later.
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
                isDeferred: link.target.mayBeLoadedLater(deferredDestinations),
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

    /// Returns the name of a relationship.
    func name(_ index: Int) -> String { writers[index].link.name }

    /// Counts a found object for the current row.
    @inline(__always)
    func countFound(_ index: Int) {
        finders[index]._withUnsafeGuaranteedRef { $0.countFound() }
    }

    /// Binds the columns of a relationship to the values of the current row.
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
