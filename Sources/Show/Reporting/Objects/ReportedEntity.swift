import ObjectLayer
import ObjectModel
import StoreFormat

/// An entity with the columns that a report shows.
struct ReportedEntity {
    /// A column of its table.
    struct Column {
        enum Content {
            case attribute(AttributeColumn)
            case toOne(ToOneColumn)
            /// The position in the ordered inverse, which is used only for sorting.
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

    /// The number of the entity in the report.
    let number: Int
    let layout: EntityLayout
    let columns: [Column]
    /// The index of the column that names objects for people.
    let label: Int?
    /// The number of objects.
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

    /// Returns the index of the column of a to-one relationship, or of its positions.
    func column(of relationship: String, isOrder: Bool = false) -> Int? {
        columns.firstIndex { column in
            switch column.content {
            case .attribute: false
            case .toOne(let toOne): !isOrder && toOne.relationship.name == relationship
            case .order(let toOne, _): isOrder && toOne.relationship.name == relationship
            }
        }
    }

    /// Returns the query for the first rows by primary key.
    func query(limit: Int) -> String {
        let names = ["Z_PK"] + columns.map(\.sql)
        return "SELECT \(names.joined(separator: ", ")) FROM \(layout.table.sqlIdentifier) "
            + "WHERE +Z_ENT = \(layout.number) ORDER BY Z_PK LIMIT \(limit)"
    }
}
