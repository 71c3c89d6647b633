import SQLite

/// One key index that the rows of a load go into, and how a row's key is made.
final class RowKey {
    let registration: KeyRegistry.Registration
    /// Whether a row that meets an object here becomes that object.
    let resolvesConflicts: Bool
    /// The attributes, for issues.
    let name: String
    /// The cell that an issue points at.
    let cell: ResolvedLoad.Cell?

    private let encoder: KeyEncoder
    let sources: [Source]
    private let values: FixedBuffer<BoundValue>

    /// Where a value of the key is.
    enum Source {
        /// An index among the row's converted cells.
        case cell(Int)
        case constant(BoundValue)
        /// The load's own key.
        case loadKey
    }

    init(
        _ registration: KeyRegistry.Registration, sources: [Source], resolvesConflicts: Bool,
        name: String, cell: ResolvedLoad.Cell?
    ) {
        self.registration = registration
        self.sources = sources
        self.resolvesConflicts = resolvesConflicts
        self.name = name
        self.cell = cell
        encoder = KeyEncoder(folding: registration.folding)
        values = FixedBuffer(repeating: .null, count: sources.count)
    }

    /// Takes the key of a row.
    ///
    /// - Returns: whether it is complete: a key with a NULL is equal to none.
    @inline(__always)
    func read(_ cells: FixedBuffer<BoundValue>, loadKey: BoundValue) -> Bool {
        for index in sources.indices {
            values[index] = value(of: sources[index], in: cells, loadKey: loadKey)
            if values[index].isNull { return false }
        }
        return true
    }

    /// Takes the key of a row as others may look for it: where the index takes them, some of its
    /// values may be missing.
    ///
    /// - Returns: whether the key belongs into the index.
    @inline(__always)
    func readToInsert(_ cells: FixedBuffer<BoundValue>, loadKey: BoundValue) -> Bool {
        if read(cells, loadKey: loadKey) { return true }
        guard registration.takesNulls else { return false }
        for index in sources.indices {
            values[index] = value(of: sources[index], in: cells, loadKey: loadKey)
        }
        return values.indices.contains { !values[$0].isNull }
    }

    /// Takes the key of a stored row, which has its columns from an index on.
    ///
    /// - Returns: whether it is complete, and whether it belongs into the index.
    func read(stored row: Statement, from first: Int) -> (isComplete: Bool, isIndexed: Bool) {
        var nulls = 0
        for index in registration.attributes.indices {
            values[index] = KeyRegistry.value(
                of: registration.attributes[index], in: row, at: first + index)
            if values[index].isNull { nulls += 1 }
        }
        return (nulls == 0, nulls == 0 || registration.takesNulls && nulls < values.count)
    }

    /// Takes the key that a stored row, of which a statement has the columns, will have.
    ///
    /// - Parameters:
    ///   - isMerging: what the row has already stays.
    ///   - isWritten: whether the update writes a column.
    /// - Returns: whether it is complete.
    func read(
        stored row: Statement, updatedBy cells: FixedBuffer<BoundValue>, loadKey: BoundValue,
        isMerging: Bool, isWritten: (String) -> Bool
    ) -> Bool {
        for (index, column) in registration.columns.enumerated() {
            let attribute = registration.attributes[index]
            values[index] = KeyRegistry.value(of: attribute, in: row, at: index)
            guard isWritten(column), !isMerging || values[index].isNull else { continue }
            values[index] = value(of: sources[index], in: cells, loadKey: loadKey)
        }
        return !values.indices.contains { values[$0].isNull }
    }

    @inline(__always)
    private func value(
        of source: Source, in cells: FixedBuffer<BoundValue>, loadKey: BoundValue
    ) -> BoundValue {
        switch source {
        case .cell(let cell): cells[cell]
        case .constant(let value): value
        case .loadKey: loadKey
        }
    }

    /// The object that has the key.
    @inline(__always)
    func object() -> KeyIndex.Object? {
        encoder.withKey(values) { registration.index.object(forKey: $0) }
    }

    /// Gives the key to an object.
    @inline(__always)
    func insert(_ object: KeyIndex.Object) {
        encoder.withKey(values) { _ = registration.index.insert(object, forKey: $0) }
    }

    /// Takes the key away from an object, where it has it.
    func remove(from object: KeyIndex.Object) {
        encoder.withKey(values) { key in
            if registration.index.object(forKey: key) == object { registration.index.remove(key) }
        }
    }
}
