import SQLite

/// The key of a load's rows for one index.
///
/// It uses the destinations of relationships that are already known in ``RowLinks/states``.
final class RowKey {
    let registration: KeyRegistry.Registration
    /// Whether a row that matches an object here is applied to that object.
    let resolvesConflicts: Bool
    /// The names of the parts, for issues.
    let name: String
    /// The cell for the place of issues.
    let cell: ResolvedLoad.Cell?

    private let encoder: KeyEncoder
    let sources: [Source]
    private let values: FixedBuffer<BoundValue>
    private let links: FixedBuffer<RowLinks.State>
    /// The relationships in the key that are resolved when all loads have run.
    let deferredLinks: [Int]
    /// The keys of rows with such relationships.
    let pending: PendingKeys?

    /// The place of a value of the key.
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

    /// Reads the key of a row.
    ///
    /// - Returns: whether it is complete: a key with a NULL equals no other.
    @inline(__always)
    func read(_ cells: FixedBuffer<BoundValue>, loadKey: BoundValue) -> Bool {
        for index in sources.indices {
            values[index] = value(of: sources[index], in: cells, loadKey: loadKey)
            if values[index].isNull { return false }
        }
        return true
    }

    /// Reads the key of a row for lookups by other rows. Some of its values may be missing if the index accepts that.
    ///
    /// - Returns: whether the index must contain the key.
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

    /// Reads the key of a stored row, whose columns start at an index.
    ///
    /// - Returns: whether the key is complete, and whether the index must contain it.
    func read(stored row: Statement, from first: Int) -> (isComplete: Bool, isIndexed: Bool) {
        var nulls = 0
        for index in registration.parts.indices {
            values[index] = KeyRegistry.value(
                of: registration.parts[index], in: row, at: first + index)
            if values[index].isNull { nulls += 1 }
        }
        return (nulls == 0, nulls == 0 || registration.takesNulls && nulls < values.count)
    }

    /// Computes the key that a stored row will have after an update. A statement has the key's columns.
    ///
    /// - Parameters:
    ///   - isMerging: whether the row keeps its present values.
    ///   - isWritten: returns whether the update writes a column.
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

    /// Returns the bytes of the key of a row whose relationships are not resolved yet; nil if it is incomplete.
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

    /// Returns the object that has the key.
    @inline(__always)
    func object() -> KeyIndex.Object? {
        encoder.withKey(values) { registration.index.object(forKey: $0) }
    }

    /// Gives the key to an object.
    @inline(__always)
    func insert(_ object: KeyIndex.Object) {
        encoder.withKey(values) { _ = registration.index.insert(object, forKey: $0) }
    }

    /// Removes the key of an object, if the object has it.
    func remove(from object: KeyIndex.Object) {
        encoder.withKey(values) { key in
            if registration.index.object(forKey: key) == object { registration.index.remove(key) }
        }
    }
}
