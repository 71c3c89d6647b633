import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// What `zseed inspect` tells of a store, for people and for programs.
struct StoreDescription: Encodable {
    struct Entity: Encodable {
        let name: String
        let number: Int
        let superentity: String?
        let isAbstract: Bool
        let table: String
        /// Rows of this very entity, without those of its subentities.
        let rows: Int64
        /// `Z_MAX`; nil at subentities, which have none of their own.
        let highestPrimaryKey: Int64?
        let attributes: [Attribute]
        let relationships: [Relationship]
    }

    struct Attribute: Encodable {
        let name: String
        let type: String
        let column: String
        let sqlType: String
        let isOptional: Bool
    }

    struct Relationship: Encodable {
        let name: String
        let destination: String
        let inverse: String?
        let isToMany: Bool
        let isOrdered: Bool
        let isOptional: Bool
    }

    struct Table: Encodable {
        let name: String
        let columns: [Column]
        let rows: Int64
    }

    struct Column: Encodable {
        let name: String
        let type: String
    }

    let path: String
    let uuid: String
    let frameworkVersion: Int64?
    let model: String
    let metadata: [String: MetadataValue]
    let entities: [Entity]
    let tables: [Table]

    init(_ reference: ReferenceStore) throws {
        path = reference.path
        uuid = reference.inspection.uuid
        let list = try? PropertyList(bytes: reference.inspection.metadataPropertyList)
        metadata = (list?.dictionary ?? [:]).mapValues(MetadataValue.init)
        frameworkVersion = list?["NSPersistenceFrameworkVersion"]?.integer
        switch reference.modelOrigin {
        case .modelCache: model = "Z_MODELCACHE"
        case .file(let path): model = path
        case .inferred: model = "inferred from tables"
        }
        do {
            entities = try reference.layout.entities.map { try Self.entity($0, reference) }
            tables = try reference.inspection.tables.map { table in
                Table(
                    name: table.name,
                    columns: table.columns.map { Column(name: $0.name, type: $0.declaredType) },
                    rows: try reference.connection.integer(
                        "SELECT count(*) FROM \(table.name.sqlIdentifier)") ?? 0)
            }
        } catch let error as DatabaseError {
            throw StoreError(.damaged(error.message), path: reference.path)
        }
    }

    private static func entity(
        _ layout: EntityLayout, _ reference: ReferenceStore
    ) throws -> Entity {
        let description = reference.model.entity(named: layout.name)
        let hasTable = reference.inspection.table(named: layout.table) != nil
        let rows =
            hasTable
            ? try reference.connection.integer(
                "SELECT count(*) FROM \(layout.table.sqlIdentifier) WHERE Z_ENT = \(layout.number)")
            : nil
        let relationships = (description?.relationships ?? []).map {
            Relationship(
                name: $0.name, destination: $0.destinationEntityName ?? "",
                inverse: $0.inverseRelationshipName, isToMany: $0.isToMany,
                isOrdered: $0.isOrdered, isOptional: $0.isOptional)
        }
        return Entity(
            name: layout.name, number: layout.number, superentity: description?.superentityName,
            isAbstract: layout.isAbstract, table: layout.table, rows: rows ?? 0,
            highestPrimaryKey: description?.superentityName == nil
                ? reference.inspection.primaryKey(of: layout.name)?.highestPrimaryKey : nil,
            attributes: layout.attributes.map {
                Attribute(
                    name: $0.path, type: $0.attribute.type.xcodeName, column: $0.column,
                    sqlType: $0.sqlType, isOptional: $0.attribute.isOptional)
            }, relationships: relationships)
    }
}

/// A value of a store's metadata, as JSON can say it.
enum MetadataValue: Encodable {
    case text(String)
    case number(Double)
    case integer(Int64)
    case boolean(Bool)
    case list([MetadataValue])
    case dictionary([String: MetadataValue])

    init(_ value: PropertyList) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let integer): self = .integer(integer)
        case .real(let number), .date(let number): self = .number(number)
        case .bool(let boolean): self = .boolean(boolean)
        case .data(let bytes):
            self = .text(bytes.map { String(format: "%02x", $0) }.joined())
        case .array(let values): self = .list(values.map(MetadataValue.init))
        case .dictionary(let values): self = .dictionary(values.mapValues(MetadataValue.init))
        case .uid(let number): self = .integer(Int64(number))
        case .null: self = .text("")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .integer(let integer): try container.encode(integer)
        case .boolean(let boolean): try container.encode(boolean)
        case .list(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        }
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .integer(let integer): String(integer)
        case .boolean(let boolean): boolean ? "true" : "false"
        case .list(let values): "[\(values.map(\.line).joined(separator: ", "))]"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\($0): \($1.line)" }.joined(separator: ", "))}"
        }
    }
}
