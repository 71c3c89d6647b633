import SQLite

/// One key index that the rows of a load go into, and how a row's key is made.
///
/// The destinations of relationships count as far as the row's ``RowLinks/states`` know them.
final class RowKey {
    let registration: KeyRegistry.Registration
    /// Whether a row that meets an object here becomes that object.
    let resolvesConflicts: Bool
    /// The parts, for issues.
    let name: String
    /// The cell that an issue points at.
    let cell: ResolvedLoad.Cell?

    private let encoder: KeyEncoder
    let sources: [Source]
    private let values: FixedBuffer<BoundValue>
    private let links: FixedBuffer<RowLinks.State>
    /// The relationships among the sources that are resolved when all loads have run.
    let deferredLinks: [Int]
    /// The keys of rows with such relationships.
    let pending: PendingKeys?

    /// Where a value of the key is.
    enum Source {
        /// An index among the row's converted cells.
        case cell(Int)
        /// An index among the row's to-one relationships.
        case link(Int)
        case constant(BoundValue)
        /// The load's own key.
        case loadKey
    }

    init(
        _ registration: KeyRegistry.Registration, sources: [Source], links: FixedBuffer<RowLinks.State>,
        deferredLinks: [Int] = [], pending: PendingKeys? = nil, resolvesConflicts: Bool, name: String,
        cell: ResolvedLoad.Cell?
    ) {
        self.registration = registration
        self.sources = sources
        self.links = links
        self.deferredLinks = deferredLinks
        self.pending = pending
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
        guard registration.takesNulls, !deferredLinks.contains(where: { links[$0].hasKey }) else {
            return false
        }
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
        for index in registration.parts.indices {
            values[index] = KeyRegistry.value(
                of: registration.parts[index], in: row, at: first + index)
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
            values[index] = KeyRegistry.value(of: registration.parts[index], in: row, at: index)
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
        case .link(let link): links[link].object.map { .integer($0.primaryKey) } ?? .null
        case .constant(let value): value
        case .loadKey: loadKey
        }
    }

    /// The bytes of the key of a row whose relationships are not resolved yet; nil if it is incomplete.
    func pendingKey(
        _ cells: FixedBuffer<BoundValue>, loadKey: BoundValue, finders: [LinkWriter]
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        for (index, source) in sources.enumerated() {
            if case .link(let link) = source {
                guard links[link].hasKey else { return nil }
                finders[link].finder.withValues { Self.append($0, to: &bytes) }
                values[index] = .integer(0)
            } else {
                values[index] = value(of: source, in: cells, loadKey: loadKey)
                if values[index].isNull { return nil }
            }
        }
        encoder.withKey(values) { Self.append($0, to: &bytes) }
        return bytes
    }

    private static func append(_ part: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: UInt64(part.count).littleEndian) { bytes.append(contentsOf: $0) }
        bytes.append(contentsOf: part)
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
