import ObjectModel
import SQLite
import StoreFormat

/// Reads what is compared of objects of one store.
final class ObjectValues {
    let names: ObjectNames
    private let side: StorePair.Side
    private let which: StoredText.Which

    init(_ names: ObjectNames, _ side: StorePair.Side, _ which: StoredText.Which) {
        self.names = names
        self.side = side
        self.which = which
    }

    /// The attributes and to-one relationships of an object, in the order of the properties; to-many
    /// relationships have none.
    ///
    /// - Throws: `DatabaseError`.
    func values(of entity: ComparedEntity, _ primaryKey: Int64) throws -> [ComparedValue] {
        let row = try names.statement("values " + entity.name) {
            var columns = ["Z_PK"]
            for property in entity.properties {
                switch property {
                case .attribute(_, let old, let new):
                    let column = which == .old ? old : new
                    columns.append(
                        StoredText.comparable(column.column.sqlIdentifier, column.attribute, which))
                case .toOne(_, let old, let new):
                    columns.append((which == .old ? old : new).column.sqlIdentifier)
                case .toMany: columns.append("NULL")
                }
            }
            let table = side.table((which == .old ? entity.old : entity.new).table)
            return "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE Z_PK = ?"
        }
        row.reset()
        defer { row.reset() }
        try row.bind(primaryKey, at: 1)
        guard try row.step() else { return entity.properties.map { _ in .none } }
        return try entity.properties.enumerated().map { index, property in
            switch property {
            case .attribute(_, let old, let new):
                return StoredText.value(
                    row.value(at: index + 1), (which == .old ? old : new).attribute)
            case .toOne(_, let old, let new):
                guard !row.isNull(at: index + 1) else { return .none }
                let target = side.layout.entity(named: (which == .old ? old : new).destinationName)
                return .object(
                    try names.reference(table: target?.table ?? "", primaryKey: row.integer(at: index + 1)))
            case .toMany: return .none
            }
        }
    }

    /// An object with all that it has, to be shown as a whole.
    ///
    /// - Throws: `DatabaseError`.
    func object(_ entity: ComparedEntity, _ primaryKey: Int64) throws -> ComparedObject {
        let values = try values(of: entity, primaryKey)
        var properties: [ComparedObject.Property] = []
        for (property, value) in zip(entity.properties, values) {
            if case .toMany(_, let old, let new) = property {
                let members = try members(of: which == .old ? old : new, primaryKey)
                if !members.isEmpty {
                    properties.append(.init(name: property.name, content: .members(members)))
                }
            } else if value != .none {
                properties.append(.init(name: property.name, content: .value(value)))
            }
        }
        return ComparedObject(
            entity: entity.name, name: try names.name(which == .old ? entity.old : entity.new, primaryKey),
            primaryKey: primaryKey, properties: properties)
    }

    /// The names of the members of a to-many relationship: in their order, or sorted.
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

    /// What members of a to-many relationship are called, sorted.
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
        switch storage {
        case .inverseToOne(let name, let column, let orderColumn):
            table = side.table(name)
            owner = column.sqlIdentifier
            member = "Z_PK"
            order = orderColumn?.sqlIdentifier
        case .column(let name, let column):
            table = side.table(name)
            owner = column.sqlIdentifier
            member = "Z_PK"
            order = nil
        case .joinTable(let join, let own, let other, let orderColumn):
            table = side.table(join.name)
            owner = own.sqlIdentifier
            member = other.sqlIdentifier
            order = orderColumn?.sqlIdentifier
        }
    }
}
