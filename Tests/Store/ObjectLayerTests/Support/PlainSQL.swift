import Foundation
import ObjectModel
import SQLite
import StoreFormat

@testable import ObjectLayer

/// Reads a store with plain SQL, without the object layer, for comparison.
struct PlainSQL {
    let connection: Connection
    let layout: StoreLayout

    /// Returns the values of one attribute as SQLite stores them, by primary key.
    func values(of column: String, _ entity: EntityLayout) throws -> [Int64: Value] {
        let rows = try connection.rows(
            """
            SELECT Z_PK, \(column.sqlIdentifier) FROM \(entity.table.sqlIdentifier)
            WHERE Z_ENT = \(entity.number)
            """
        ) { ($0.integer(at: 0), $0.value(at: 1)) }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// Returns the members of a to-many relationship in order, by the primary key of their owner.
    func members(of toMany: ToManyStorage) throws -> [Int64: [Int64]] {
        let sql: String
        switch toMany.storage {
        case .inverseToOne(let table, let column, let order):
            sql =
                "SELECT \(column), Z_PK FROM \(table) WHERE \(column) NOT NULL "
                + "ORDER BY 1, \(order ?? "2"), 2"
        case .column(let table, let column):
            sql = "SELECT \(column), Z_PK FROM \(table) WHERE \(column) NOT NULL ORDER BY 1, 2"
        case .joinTable(let join, let own, let other, let order):
            sql = "SELECT \(own), \(other) FROM \(join.name) ORDER BY 1, \(order ?? "2"), 2"
        }
        var result: [Int64: [Int64]] = [:]
        try connection.forEachRow(sql) {
            result[$0.integer(at: 0), default: []].append($0.integer(at: 1))
        }
        return result
    }

    /// Returns the expected value of an object for a value of a column.
    static func expected(_ value: Value, _ attribute: AttributeDescription) -> StoredValue {
        switch (attribute.type, value) {
        case (_, .null): return .null
        case (.boolean, .integer(let number)): return .attribute(.bool(number != 0))
        case (.date, .integer(let number)): return .attribute(.date(Double(number)))
        case (.date, .real(let number)): return .attribute(.date(number))
        case (.decimal, .integer(let number)): return .attribute(.decimal("\(number)"))
        case (.decimal, .real(let number)):
            return .attribute(.decimal("\(Decimal(string: "\(number)") ?? .nan)"))
        case (.uuid, .blob(let bytes)): return .attribute(.uuid(bytes))
        case (.uri, .text(let text)): return .attribute(.uri(text))
        case (_, .integer(let number)): return .attribute(.integer(number))
        case (_, .real(let number)): return .attribute(.double(number))
        case (_, .text(let text)): return .attribute(.string(text))
        case (_, .blob(let bytes)) where attribute.allowsExternalBinaryDataStorage:
            return bytes.first == 1
                ? .attribute(.data(Array(bytes.dropFirst())))
                : .externalData(String(decoding: bytes.dropFirst().prefix(36), as: UTF8.self))
        case (_, .blob(let bytes)): return .attribute(.data(bytes))
        }
    }
}
