import ObjectModel
import SQLite
import StoreFormat

/// Reads the compared values of one store's objects.
final class ObjectValues {
    let names: ObjectNames
    private let side: StorePair.Side
    private let which: StoredText.Which

    init(_ names: ObjectNames, _ side: StorePair.Side, _ which: StoredText.Which) {
        self.names = names
        self.side = side
        self.which = which
    }

    /// The reader of a property, set up once for all objects of an entity.
    final class Reader {
        enum Content {
            case attribute(AttributeType, mayBeFile: Bool)
            /// Objects in a table with this name.
            case toOne(String)
            case toMany(ToManyStorage)
        }

        let name: String
        let content: Content
        /// The column as SQL, for the table `t`; nil for a to-many relationship.
        let sql: String?

        init(_ name: String, _ content: Content, sql: String?) {
            self.name = name
            self.content = content
            self.sql = sql
        }
    }

    private var known: [String: [Reader]] = [:]

    /// Returns the readers for the properties of an entity, in their order.
    func readers(of entity: ComparedEntity) -> [Reader] {
        if let known = known[entity.name] { return known }
        let readers = entity.properties.map { property -> Reader in
            switch property {
            case .attribute(_, let old, let new):
                let column = which == .old ? old : new
                return Reader(
                    property.name,
                    .attribute(
                        column.attribute.type, mayBeFile: column.attribute.allowsExternalBinaryDataStorage),
                    sql: StoredText.comparable("t." + column.column.sqlIdentifier, column.attribute, which))
            case .toOne(_, let old, let new):
                let toOne = which == .old ? old : new
                let target = side.layout.entity(named: toOne.destinationName)?.table ?? ""
                return Reader(property.name, .toOne(target), sql: "t." + toOne.column.sqlIdentifier)
            case .toMany(_, let old, let new):
                return Reader(property.name, .toMany(which == .old ? old : new), sql: nil)
            }
        }
        known[entity.name] = readers
        return readers
    }

    /// Returns the attributes and to-one relationships of an object, in the order of the properties. To-many
    /// relationships have no value.
    ///
    /// - Throws: `DatabaseError`.
    func values(of entity: ComparedEntity, _ primaryKey: Int64) throws -> [ComparedValue] {
        let readers = readers(of: entity)
        let row = try names.statement("values " + entity.name) {
            let columns = ["Z_PK"] + readers.map { $0.sql ?? "NULL" }
            let table = side.table((which == .old ? entity.old : entity.new).table)
            return "SELECT \(columns.joined(separator: ", ")) FROM \(table) AS t WHERE Z_PK = ?"
        }
        row.reset()
        defer { row.reset() }
        try row.bind(primaryKey, at: 1)
        guard try row.step() else { return readers.map { _ in .none } }
        return try readers.indices.map { index in
            try value(of: readers[index], row.value(at: index + 1)) { row.integer(at: index + 1) }
        }
    }

    /// Returns the value of a property in a row. To-many relationships have none.
    ///
    /// - Parameters:
    ///   - cell: the property's column.
    ///   - integer: returns the column as an integer.
    /// - Throws: `DatabaseError`.
    func value(of reader: Reader, _ cell: Value, integer: () -> Int64) throws -> ComparedValue {
        switch reader.content {
        case .attribute(let type, let mayBeFile): return StoredText.value(cell, type, mayBeFile: mayBeFile)
        case .toOne(let table):
            guard cell != .null else { return .none }
            return .object(try names.reference(table: table, primaryKey: integer()))
        case .toMany: return .none
        }
    }

    /// Returns an object with all its values, to be shown as a whole.
    ///
    /// - Throws: `DatabaseError`.
    func object(_ entity: ComparedEntity, _ primaryKey: Int64) throws -> ComparedObject {
        let values = try values(of: entity, primaryKey)
        let name = try names.name(which == .old ? entity.old : entity.new, primaryKey)
        return try object(entity, primaryKey, name: name) { values[$0] }
    }

    /// Returns an object with all its values.
    ///
    /// - Parameter value: returns the value of a property by its index.
    /// - Throws: `DatabaseError`.
    func object(
        _ entity: ComparedEntity, _ primaryKey: Int64, name: String?, value: (Int) throws -> ComparedValue
    ) throws -> ComparedObject {
        let readers = readers(of: entity)
        var properties: [ComparedObject.Property] = []
        properties.reserveCapacity(readers.count)
        for (index, reader) in readers.enumerated() {
            if case .toMany(let toMany) = reader.content {
                let members = try members(of: toMany, primaryKey)
                if !members.isEmpty {
                    properties.append(.init(name: reader.name, content: .members(members)))
                }
                continue
            }
            let value = try value(index)
            if case .none = value { continue }
            properties.append(.init(name: reader.name, content: .value(value)))
        }
        return ComparedObject(entity: entity.name, name: name, primaryKey: primaryKey, properties: properties)
    }

    /// Returns the names of the members of a to-many relationship, in their order or sorted.
    ///
    /// - Throws: `DatabaseError`.
    func members(of toMany: ToManyStorage, _ primaryKey: Int64) throws -> [String] {
        guard let target = side.layout.entity(named: toMany.destinationName) else { return [] }
        let links = LinkSource(toMany.storage, side)
        let statement = try names.statement("members \(links.table) \(links.owner) \(links.order ?? "")") {
            "SELECT \(links.member) FROM \(links.table) WHERE \(links.owner) = ? "
                + "AND \(links.member) IS NOT NULL ORDER BY \(links.order ?? links.member), \(links.member)"
        }
        statement.reset()
        try statement.bind(primaryKey, at: 1)
        var keys: [Int64] = []
        while try statement.step() { keys.append(statement.integer(at: 0)) }
        statement.reset()
        let found = try keys.map { try names.reference(table: target.table, primaryKey: $0) }
        return links.order == nil ? found.sortedInBinaryOrder() : found
    }

    /// Returns the names of some members of a to-many relationship, sorted.
    ///
    /// - Throws: `DatabaseError`.
    func references(_ primaryKeys: [Int64], to toMany: ToManyStorage) throws -> [String] {
        let table = side.layout.entity(named: toMany.destinationName)?.table ?? ""
        return try primaryKeys.map { try names.reference(table: table, primaryKey: $0) }.sortedInBinaryOrder()
    }
}

/// The links of a to-many relationship in SQL.
struct LinkSource {
    let table: String
    let owner: String
    let member: String
    let order: String?

    init(_ storage: ToManyStorage.Storage, _ side: StorePair.Side) {
        let rows = storage.rows
        table = side.table(rows.table)
        owner = rows.owner.sqlIdentifier
        member = rows.member.sqlIdentifier
        order = rows.order?.sqlIdentifier
    }
}
