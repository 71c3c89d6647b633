import Inputs
import SQLite
import StoreFormat

/// All key indexes of a build: one for each set of attributes and to-one relationships that must be unique or that
/// something refers to, and one for each load key.
final class KeyRegistry {
    /// The identity of an index.
    struct Name: Hashable {
        let entityNumber: Int
        /// The columns of the parts; empty for the `key:` of loads.
        let columns: [String]
        let folding: KeyFolding
    }

    /// An index that must contain the objects of an entity.
    struct Registration {
        let entity: EntityLayout
        /// The parts; none for the `key:` of loads.
        let parts: [KeyPart]
        let name: Name
        let index: KeyIndex
        /// Whether objects are looked up with some of the values missing, so that the index must contain keys with
        /// NULLs. In a uniqueness constraint, a key with a NULL equals no other.
        let takesNulls: Bool

        var columns: [String] { name.columns }
        var folding: KeyFolding { name.folding }
        /// The names of the parts, for issues.
        var names: String { parts.map(\.path).joined(separator: ", ") }
    }

    /// An index that a load or link needs.
    struct Request {
        let name: Name
        let entity: EntityLayout
        /// The parts; none for the `key:` of loads.
        let parts: [KeyPart]
        /// Whether objects are looked up with some of the values missing.
        var takesNulls = false
    }

    private var indexes: [Name: KeyIndex] = [:]
    private var namesWithNulls: Set<Name> = []
    private var requests: [Request] = []

    /// Prepares the indexes, each once.
    ///
    /// - Parameter requests: the lookups of loads and links, and the uniqueness constraints.
    init(_ requests: [Request]) {
        for request in requests {
            if request.takesNulls { namesWithNulls.insert(request.name) }
            guard indexes[request.name] == nil else { continue }
            indexes[request.name] = KeyIndex()
            self.requests.append(request)
        }
    }

    /// Returns the index with a name.
    func index(_ name: Name) -> KeyIndex { indexes[name] ?? KeyIndex() }

    /// Returns the indexes that contain objects of an entity, because something refers to it or to an ancestor of it,
    /// or because a constraint makes them unique.
    func registrations(of entity: EntityLayout) -> [Registration] {
        registrations { $0.entity.familyNumbers.contains(entity.number) }
    }

    /// Returns the indexes over a column of a table, for all entities in the table.
    func registrations(ofTable table: String, column: String) -> [Registration] {
        registrations { $0.entity.table == table && $0.name.columns.contains(column) }
    }

    private func registrations(where isWanted: (Request) -> Bool) -> [Registration] {
        requests.filter(isWanted).compactMap { request in
            indexes[request.name].map { index in
                Registration(
                    entity: request.entity, parts: request.parts, name: request.name, index: index,
                    takesNulls: namesWithNulls.contains(request.name))
            }
        }
    }

    /// Adds the objects that the store already has to the indexes. Of objects with equal keys the first is used.
    ///
    /// - Throws: `DatabaseError`.
    func preload(from connection: Connection) throws {
        for request in requests where !request.name.columns.isEmpty {
            let (name, entity) = (request.name, request.entity)
            guard let index = indexes[name] else { continue }
            let encoder = KeyEncoder(folding: name.folding)
            let takesNulls = namesWithNulls.contains(name)
            let columns = name.columns.map(\.sqlIdentifier).joined(separator: ", ")
            let numbers = entity.familyNumbers.map(String.init).joined(separator: ", ")
            try connection.forEachRow(
                "SELECT Z_PK, Z_ENT, \(columns) FROM \(entity.table.sqlIdentifier) "
                    + "WHERE Z_ENT IN (\(numbers)) ORDER BY Z_PK"
            ) { row in
                let values = request.parts.enumerated().map { index, part in
                    Self.value(of: part, in: row, at: index + 2)
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

    /// Returns a stored value in the form of a converter's result. A store keeps an integral date as an integer
    /// (docs/internals/format.md#rows).
    static func value(
        of part: KeyPart, in row: Statement, at index: Int
    ) -> BoundValue {
        let value = row.value(at: index)
        if case .integer(let integer) = value, let attribute = part.attribute,
            ["FLOAT", "TIMESTAMP", "DECIMAL"].contains(attribute.sqlType)
        {
            return .real(Double(integer))
        }
        return BoundValue(value)
    }
}
