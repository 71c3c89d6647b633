import SQLite
import StoreFormat

/// All key indexes of a build: one for each set of attributes that must tell objects apart, or that
/// something refers to, and for each load key.
final class KeyRegistry {
    /// What an index is over.
    struct Name: Hashable {
        let entityNumber: Int
        /// The columns of the attributes; empty for the `key:` of loads.
        let columns: [String]
        let folding: KeyFolding
    }

    /// An index that objects of an entity must be put into.
    struct Registration {
        let entityName: String
        /// The attributes; none for the `key:` of loads.
        let attributes: [AttributeColumn]
        let name: Name
        let index: KeyIndex
        /// Whether objects are looked for with some of the values missing, so that these belong
        /// into the index too. A key with a NULL is equal to none where it must be unique.
        let takesNulls: Bool

        var columns: [String] { name.columns }
        var folding: KeyFolding { name.folding }
    }

    private var indexes: [Name: KeyIndex] = [:]
    private var namesWithNulls: Set<Name> = []
    private var entities: [(name: Name, entity: EntityLayout, attributes: [AttributeColumn])] = []

    /// Prepares an index for everything that loads and links look for, and for everything that is
    /// unique.
    init(_ loads: [ResolvedLoad], links: [ResolvedJunction] = []) {
        for load in loads {
            for rows in load.variants {
                for unique in rows.uniques {
                    add(unique.indexName, unique.entity, unique.attributes)
                }
                for target in rows.targets { add(target) }
            }
        }
        for link in links {
            add(link.source)
            add(link.target)
        }
    }

    private func add(_ target: ResolvedTarget) {
        add(target.indexName, target.destination, target.attributes)
        if target.mayBeNull.contains(true) { namesWithNulls.insert(target.indexName) }
        for unique in target.uniques { add(unique.indexName, unique.entity, unique.attributes) }
    }

    private func add(_ name: Name, _ entity: EntityLayout, _ attributes: [AttributeColumn]) {
        guard indexes[name] == nil else { return }
        indexes[name] = KeyIndex()
        entities.append((name, entity, attributes))
    }

    /// An index by its name.
    func index(_ name: Name) -> KeyIndex { indexes[name] ?? KeyIndex() }

    /// The indexes that hold objects of an entity, because something refers to it or to an entity
    /// that it inherits from, or because they must be unique.
    func registrations(of entity: EntityLayout) -> [Registration] {
        entities.compactMap { name, target, attributes in
            guard target.familyNumbers.contains(entity.number), let index = indexes[name] else {
                return nil
            }
            return Registration(
                entityName: target.name, attributes: attributes, name: name, index: index,
                takesNulls: namesWithNulls.contains(name))
        }
    }

    /// Puts the objects that a store has already into the indexes; of equal ones the first counts.
    ///
    /// - Throws: `DatabaseError`.
    func preload(from connection: Connection) throws {
        for (name, entity, attributes) in entities where !name.columns.isEmpty {
            guard let index = indexes[name] else { continue }
            let encoder = KeyEncoder(folding: name.folding)
            let takesNulls = namesWithNulls.contains(name)
            let columns = name.columns.map(\.sqlIdentifier).joined(separator: ", ")
            let numbers = entity.familyNumbers.map(String.init).joined(separator: ", ")
            try connection.forEachRow(
                "SELECT Z_PK, Z_ENT, \(columns) FROM \(entity.table.sqlIdentifier) "
                    + "WHERE Z_ENT IN (\(numbers)) ORDER BY Z_PK"
            ) { row in
                let values = attributes.enumerated().map { place, attribute in
                    Self.value(of: attribute, in: row, at: place + 2)
                }
                guard takesNulls ? !values.allSatisfy(\.isNull) : !values.contains(where: \.isNull)
                else { return }
                let object = KeyIndex.Object(
                    primaryKey: row.integer(at: 0),
                    entityNumber: Int32(truncatingIfNeeded: row.integer(at: 1)))
                encoder.withKey(FixedBuffer(values)) { _ = index.insert(object, forKey: $0) }
            }
        }
    }

    /// A stored value in the form that a converter gives it: an integral date is stored as an
    /// integer (SPEC 8).
    static func value(
        of attribute: AttributeColumn, in row: Statement, at index: Int
    ) -> BoundValue {
        let value = row.value(at: index)
        if case .integer(let integer) = value,
            ["FLOAT", "TIMESTAMP", "DECIMAL"].contains(attribute.sqlType)
        {
            return .real(Double(integer))
        }
        return BoundValue(value)
    }
}
