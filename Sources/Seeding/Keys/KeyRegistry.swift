import SQLite
import Sources
import StoreFormat

/// All key indexes of a build: one for each set of attributes and to-one relationships that must tell
/// objects apart, or that something refers to, and for each load key.
final class KeyRegistry {
    /// What an index is over.
    struct Name: Hashable {
        let entityNumber: Int
        /// The columns of the parts; empty for the `key:` of loads.
        let columns: [String]
        let folding: KeyFolding
    }

    /// An index that objects of an entity must be put into.
    struct Registration {
        let entity: EntityLayout
        /// The parts; none for the `key:` of loads.
        let parts: [KeyPart]
        let name: Name
        let index: KeyIndex
        /// Whether objects are looked for with some of the values missing, so that these belong
        /// into the index too. A key with a NULL is equal to none where it must be unique.
        let takesNulls: Bool

        var columns: [String] { name.columns }
        var folding: KeyFolding { name.folding }
        /// The names of the parts, for issues.
        var names: String { parts.map(\.path).joined(separator: ", ") }
    }

    /// An index that something needs.
    struct Request {
        let name: Name
        let entity: EntityLayout
        /// The parts; none for the `key:` of loads.
        let parts: [KeyPart]
        /// Whether objects are looked for with some of the values missing.
        var takesNulls = false
    }

    private var indexes: [Name: KeyIndex] = [:]
    private var namesWithNulls: Set<Name> = []
    private var requests: [Request] = []

    /// Prepares the indexes, each once.
    ///
    /// - Parameter requests: what loads and links look for, and what is unique.
    init(_ requests: [Request]) {
        for request in requests {
            if request.takesNulls { namesWithNulls.insert(request.name) }
            guard indexes[request.name] == nil else { continue }
            indexes[request.name] = KeyIndex()
            self.requests.append(request)
        }
    }

    /// An index by its name.
    func index(_ name: Name) -> KeyIndex { indexes[name] ?? KeyIndex() }

    /// The indexes that hold objects of an entity, because something refers to it or to an entity
    /// that it inherits from, or because they must be unique.
    func registrations(of entity: EntityLayout) -> [Registration] {
        registrations { $0.entity.familyNumbers.contains(entity.number) }
    }

    /// The indexes over a column of a table, whichever entities they are of.
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

    /// Puts the objects that a store has already into the indexes; of equal ones the first counts.
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

    /// A stored value in the form that a converter gives it: an integral date is stored as an
    /// integer (docs/format.md#rows).
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
