import ObjectLayer
import ObjectModel
import StoreFormat

/// An entity with its columns as a report shows them.
struct ReportedEntity {
    /// A column of its table.
    struct Column {
        enum Content {
            case attribute(AttributeColumn)
            case toOne(ToOneColumn)
            /// The place in the ordered relationship that leads back, which only sorts.
            case order(ToOneColumn, String)
        }

        let name: String
        let content: Content

        var sql: String {
            switch content {
            case .attribute(let attribute): attribute.column.sqlIdentifier
            case .toOne(let toOne): toOne.column.sqlIdentifier
            case .order(_, let column): column.sqlIdentifier
            }
        }
    }

    /// Its number in the report.
    let number: Int
    let layout: EntityLayout
    let columns: [Column]
    /// The column that names objects for people.
    let label: Int?
    /// How many objects there are.
    let total: Int64

    /// - Throws: `DatabaseError`.
    init(_ layout: EntityLayout, number: Int, in store: ReferenceStore) throws {
        self.number = number
        self.layout = layout
        columns =
            layout.attributes.map { Column(name: $0.path, content: .attribute($0)) }
            + layout.toOnes.map { Column(name: $0.relationship.name, content: .toOne($0)) }
            + layout.toOnes.compactMap { toOne in
                toOne.orderColumn.map { Column(name: toOne.relationship.name, content: .order(toOne, $0)) }
            }
        let names =
            store.model.entity(named: layout.name)?.namingAttributes(in: store.model).map(\.name) ?? []
        label = names.lazy.compactMap { [columns] name in columns.firstIndex { $0.name == name } }.first
        total =
            try store.connection.integer(
                "SELECT count(*) FROM \(layout.table.sqlIdentifier) WHERE Z_ENT = \(layout.number)") ?? 0
    }

    /// The index of a to-one relationship's column, or of its places.
    func column(of relationship: String, isOrder: Bool = false) -> Int? {
        columns.firstIndex { column in
            switch column.content {
            case .attribute: false
            case .toOne(let toOne): !isOrder && toOne.relationship.name == relationship
            case .order(let toOne, _): isOrder && toOne.relationship.name == relationship
            }
        }
    }

    /// The first rows, by primary key.
    func query(limit: Int) -> String {
        let names = ["Z_PK"] + columns.map(\.sql)
        return "SELECT \(names.joined(separator: ", ")) FROM \(layout.table.sqlIdentifier) "
            + "WHERE +Z_ENT = \(layout.number) ORDER BY Z_PK LIMIT \(limit)"
    }
}
