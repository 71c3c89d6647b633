import ObjectModel
import SQLite
import StoreFormat

/// The columns of an entity as an input, and the query that reads them.
///
/// - `name`, `address.city`: the stored attributes, including the elements of composite ones.
/// - `unit`: a to-one relationship, as the `Z_PK` of its destination.
/// - `unit.name`: an attribute of the destination.
/// - `@pk`: the object's `Z_PK`. `@entity`: the name of its entity.
struct StoreSelection {
    /// A column of the input.
    struct Column: Equatable {
        /// The kind of its values, if it is not clear from their storage class.
        enum Kind: Equatable { case plain, date, externalBinary }

        let name: String
        let kind: Kind
        /// The SQL expression of the column.
        fileprivate let sql: String
        /// The relationship to the destination that has the value.
        fileprivate let relationship: Int?
    }

    let columns: [Column]
    /// The query for the columns, with one row per object.
    let sql: String

    /// SQLite joins at most 64 tables and returns at most 2000 columns. For larger entities, the attributes of
    /// destinations are read only if the plan names the columns.
    private static let joinLimit = 60
    private static let columnLimit = 1500

    /// Selects columns.
    ///
    /// - Parameter wanted: the names of the columns to read, or nil for all.
    /// - Throws: ``SeedIssue`` for a name that the entity does not have.
    init(
        of entity: EntityLayout, in layout: StoreLayout, wanted: [String]?, path: String
    ) throws {
        let own = Self.ownColumns(of: entity, in: layout)
        let related = Self.relatedColumns(of: entity, in: layout)
        if let wanted {
            let all = Dictionary(
                (own + related).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            columns = try wanted.map { name in
                if let column = all[name] { return column }
                let nearest = NearestName.of(name, in: (own + related).map(\.name))
                throw SeedIssue(
                    .plan(.unknownName(name, kind: .column, nearest: nearest)), at: .init(path: path),
                    entity: entity.name)
            }
        } else if entity.toOnes.count <= Self.joinLimit,
            own.count + related.count <= Self.columnLimit
        {
            columns = own + related
        } else {
            columns = own
        }
        sql = Self.query(columns, of: entity, in: layout)
    }

    private static func ownColumns(of entity: EntityLayout, in layout: StoreLayout) -> [Column] {
        let names = entity.familyNumbers.map { number in
            let name = layout.entity(numbered: number)?.name ?? ""
            return "WHEN \(number) THEN \(name.sqlLiteral)"
        }
        let special = [
            Column(name: "@pk", kind: .plain, sql: "t.Z_PK", relationship: nil),
            Column(
                name: "@entity", kind: .plain,
                sql: "CASE t.Z_ENT \(names.joined(separator: " ")) END", relationship: nil),
        ]
        let attributes = entity.attributes.map { column($0, named: $0.path, table: "t", nil) }
        let toOnes = entity.toOnes.map {
            Column(
                name: $0.relationship.name, kind: .plain, sql: "t.\($0.column.sqlIdentifier)",
                relationship: nil)
        }
        return special + attributes + toOnes
    }

    private static func relatedColumns(
        of entity: EntityLayout, in layout: StoreLayout
    ) -> [Column] {
        entity.toOnes.enumerated().flatMap { index, toOne in
            let destination = layout.entity(named: toOne.destinationName)
            return (destination?.attributes ?? []).map {
                column(
                    $0, named: "\(toOne.relationship.name).\($0.path)", table: "r\(index)", index)
            }
        }
    }

    private static func column(
        _ attribute: AttributeColumn, named name: String, table: String, _ relationship: Int?
    ) -> Column {
        let kind: Column.Kind =
            if attribute.attribute.type == .date {
                .date
            } else if attribute.attribute.allowsExternalBinaryDataStorage {
                .externalBinary
            } else {
                .plain
            }
        return Column(
            name: name, kind: kind, sql: "\(table).\(attribute.column.sqlIdentifier)",
            relationship: relationship)
    }

    private static func query(
        _ columns: [Column], of entity: EntityLayout, in layout: StoreLayout
    ) -> String {
        let joined = Set(columns.compactMap(\.relationship)).sorted()
        let joins = joined.compactMap { index -> String? in
            let toOne = entity.toOnes[index]
            guard let table = layout.entity(named: toOne.destinationName)?.table else {
                return nil
            }
            return "LEFT JOIN \(table.sqlIdentifier) AS r\(index) "
                + "ON r\(index).Z_PK = t.\(toOne.column.sqlIdentifier)"
        }
        let family = entity.familyNumbers.map(String.init).joined(separator: ", ")
        return
            (["SELECT \(columns.map(\.sql).joined(separator: ", "))"]
            + ["FROM \(entity.table.sqlIdentifier) AS t"] + joins
            + ["WHERE t.Z_ENT IN (\(family)) ORDER BY t.Z_PK"]).joined(separator: " ")
    }
}

extension String {
    /// The text as an SQL literal.
    fileprivate var sqlLiteral: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}
