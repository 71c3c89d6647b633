import SQLite
import StoreFormat

/// The keys that contain the column of a to-one relationship. They change when objects in the store get another
/// destination.
///
/// Rows add their own keys to the indexes when they are inserted. Relationships that are resolved later, and those
/// that the inverse sets, change keys afterwards.
final class LinkKeys {
    private let keys: [Key]

    fileprivate struct Key {
        let registration: KeyRegistry.Registration
        /// The position of the relationship in the key.
        let part: Int
        let encoder: KeyEncoder
        let current: Statement
        let before: FixedBuffer<BoundValue>
        let after: FixedBuffer<BoundValue>
    }

    /// Returns nil if no key has the column.
    ///
    /// - Throws: `DatabaseError`.
    init?(table: String, column: String, context: BuildContext) throws {
        let registrations = context.registry.registrations(ofTable: table, column: column)
        guard !registrations.isEmpty else { return nil }
        keys = try registrations.map { registration in
            let columns = registration.columns.map(\.sqlIdentifier).joined(separator: ", ")
            let count = registration.parts.count
            return Key(
                registration: registration, part: registration.columns.firstIndex(of: column) ?? 0,
                encoder: KeyEncoder(folding: registration.folding),
                current: try context.connection.prepare(
                    "SELECT Z_ENT, \(columns) FROM \(table.sqlIdentifier) WHERE Z_PK = ?", isPersistent: true),
                before: FixedBuffer(repeating: .null, count: count),
                after: FixedBuffer(repeating: .null, count: count))
        }
    }

    /// Returns the bytes of each complete key that an object will have, by the key's place.
    ///
    /// - Parameters:
    ///   - object: the primary key of the object.
    ///   - destination: the primary key of its destination; a key that no object has represents a new object.
    /// - Throws: ``ConversionFailure`` if another object has such a key; `DatabaseError`.
    func check(_ object: Int64, destination: Int64?) throws -> [TakenKey] {
        var taken: [TakenKey] = []
        for (index, key) in keys.enumerated() {
            guard let object = try key.read(object, destination: destination),
                !key.after.values.contains(where: \.isNull)
            else { continue }
            try key.encoder.withKey(key.after) { bytes in
                taken.append(TakenKey(key: index, bytes: [UInt8](bytes)))
                let holder = key.registration.index.object(forKey: bytes)
                guard let holder, holder != object else { return }
                throw key.failure(holder)
            }
        }
        return taken
    }

    /// A complete key of an object.
    struct TakenKey: Hashable {
        fileprivate let key: Int
        fileprivate let bytes: [UInt8]
    }

    /// Returns the failure of an object if another object will have its key.
    func failure(of taken: TakenKey, holder: KeyIndex.Object) -> ConversionFailure {
        keys[taken.key].failure(holder)
    }

    /// Gives an object the keys that it has with another destination. The object's row must not be changed yet.
    ///
    /// - Throws: ``ConversionFailure``, without a change, if another object has such a key; `DatabaseError`.
    func move(_ object: Int64, to destination: Int64?) throws {
        _ = try check(object, destination: destination)
        for key in keys {
            guard let object = try key.read(object, destination: destination) else { continue }
            let index = key.registration.index
            key.encoder.withKey(key.before) { if index.object(forKey: $0) == object { index.remove($0) } }
            guard key.isIndexed(key.after) else { continue }
            _ = key.encoder.withKey(key.after) { index.insert(object, forKey: $0) }
        }
    }
}

extension LinkKeys.Key {
    /// Reads the object's present values, and those with the new destination.
    ///
    /// - Returns: the object; nil if the key does not apply to its entity.
    fileprivate func read(_ primaryKey: Int64, destination: Int64?) throws -> KeyIndex.Object? {
        try current.bind(primaryKey, at: 1)
        defer { current.reset() }
        guard try current.step() else { return nil }
        let entity = Int32(truncatingIfNeeded: current.integer(at: 0))
        guard registration.entity.familyNumbers.contains(Int(entity)) else { return nil }
        for index in before.indices {
            before[index] = KeyRegistry.value(of: registration.parts[index], in: current, at: index + 1)
            after[index] = before[index]
        }
        after[part] = destination.map(BoundValue.integer) ?? .null
        return KeyIndex.Object(primaryKey: primaryKey, entityNumber: entity)
    }

    fileprivate func isIndexed(_ values: FixedBuffer<BoundValue>) -> Bool {
        let nulls = values.indices.count { values[$0].isNull }
        return nulls == 0 || registration.takesNulls && nulls < values.count
    }

    fileprivate func failure(_ holder: KeyIndex.Object) -> ConversionFailure {
        ConversionFailure(
            .object(.duplicateKey(entity: registration.entity.name, attribute: registration.names)),
            holder: holder.primaryKey)
    }
}
