import SQLite

/// The objects in one column of a plain table, with their names.
final class ShownObjects {
    /// The column with the key.
    let key: Int
    private let entityColumn: Int?
    private let declared: MappedEntity
    private let found: Int
    private let names: [Int64: [Int]]
    private let showsIDs: Bool
    private let map: StoreMap

    // The lookups of the previous row, which the next row usually needs again.
    private var lastFound: Int64?
    private var lastNames: [Int] = []
    private var lastEntity: Int64?
    private var lastPrefix = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The text before the key in the IDs of an entity, by its `Z_ENT`; 0 is the declared entity.
    private var prefixes: [Int64: UnsafeMutableRawBufferPointer] = [:]

    /// - Parameters:
    ///   - key: the column with the key.
    ///   - entityColumn: the column with the `Z_ENT`, if the store has one.
    ///   - declared: the entity of the relationship.
    ///   - found: the column with the `Z_ENT` of the object's row.
    ///   - names: for each `Z_ENT`, the columns with possible names. The first one with a text is used.
    init(
        key: Int, entityColumn: Int?, declared: MappedEntity, found: Int, names: [Int64: [Int]],
        showsIDs: Bool, map: StoreMap
    ) {
        self.key = key
        self.entityColumn = entityColumn
        self.declared = declared
        self.found = found
        self.names = names
        self.showsIDs = showsIDs
        self.map = map
    }

    deinit { for prefix in prefixes.values { prefix.deallocate() } }

    /// Returns the object in a row.
    func cell(_ row: Statement) -> ShownCell {
        guard !row.isNull(at: key) else { return .none }
        let entity = prefix(ofEntityNumbered: entityColumn.map { row.integer(at: $0) } ?? 0)
        let key = row.integer(at: key)
        return showsIDs
            ? .objectID(entity: entity, key: key) : .object(entity: entity, key: key, name: name(row))
    }

    private func name(_ row: Statement) -> UnsafeRawBufferPointer? {
        guard !row.isNull(at: found) else { return nil }
        let number = row.integer(at: found)
        if number != lastFound {
            lastFound = number
            lastNames = names[number] ?? []
        }
        for column in lastNames where row.storageClass(at: column) == .text {
            let bytes = row.bytes(at: column)
            if !bytes.isEmpty { return bytes }
        }
        return nil
    }

    private func prefix(ofEntityNumbered number: Int64) -> UnsafeRawBufferPointer {
        if number == lastEntity { return lastPrefix }
        let known = prefixes[number] ?? makePrefix(ofEntityNumbered: number)
        prefixes[number] = known
        lastEntity = number
        lastPrefix = UnsafeRawBufferPointer(known)
        return lastPrefix
    }

    /// Creates the prefix for the entity in the entity column if it fits the relationship, see `RowReading`; otherwise
    /// for the declared entity.
    private func makePrefix(ofEntityNumbered number: Int64) -> UnsafeMutableRawBufferPointer {
        let named = Int(exactly: number).flatMap { map.entity(numbered: $0) }
        let entity = named.flatMap { $0.isKind(of: declared) ? $0 : nil } ?? declared
        let bytes = Array((ManagedObjectID.pathComponent(of: entity) + "/p").utf8)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        copy.copyBytes(from: bytes)
        return copy
    }
}
