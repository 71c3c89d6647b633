import Exporting
import ObjectModel
import SQLite
import StoreFormat

/// The load of one entity from a table of an exported database.
struct PlainLoadDraft {
    /// The input's definition in the plan, without its path.
    private(set) var source = ""
    /// The lines under `entities:`.
    private(set) var lines: [DraftLine] = []

    private let entity: EntityLayout
    private let table: PlainTable
    private let database: Connection
    /// The declared types of the table's columns, by column name.
    private let types: [String: String]
    /// The condition for rows of the entity, or nil if all rows are.
    private let condition: String?
    private var empties: [EmptyText] = []
    private var columns: [String]

    /// A column with empty texts and nulls. The word marks empty texts, because an empty cell is no value.
    private struct EmptyText {
        let column: String
        let word: String
    }

    /// Creates the load of an entity.
    ///
    /// - Parameter columns: the columns of the table.
    /// - Throws: `DatabaseError`.
    init?(
        _ entity: EntityLayout, in table: PlainTable, columns: [ColumnInfo], reference: ReferenceStore,
        database: Connection
    ) throws {
        types = Dictionary(keepingFirst: columns.map { ($0.name, $0.declaredType) })
        let types = types
        let entityColumn = table.entityColumn.flatMap { types[$0] == nil ? nil : $0 }
        // The table has rows of several entities, and no column distinguishes them.
        guard entityColumn != nil || table.entities.count == 1 else { return nil }
        condition = entityColumn.map { "\($0.sqlIdentifier) = \(entity.name.sqlLiteral)" }
        self.entity = entity
        self.table = table
        self.database = database
        self.columns = [table.primaryKey]
        let sides = OneToOneSides(layout: reference.layout, model: reference.model)
        var attributes: [DraftLine] = []
        var relationships: [DraftLine] = []
        for property in table.properties where types[property.name] != nil {
            switch property.content {
            case .source, .order: continue
            case .enumeration(let composite):
                guard entity.composite(composite.path)?.columns == composite.columns else { continue }
                self.columns.append(property.name)
                attributes.append(line(composite.path, YAMLText.scalar(property.name)))
            case .attribute(let attribute):
                guard entity.attribute(attribute.path)?.column == attribute.column,
                    !attribute.attribute.isDerived,
                    ![.objectID, .undefined].contains(attribute.attribute.type)
                else { continue }
                self.columns.append(property.name)
                attributes.append(
                    line(attribute.path, try value(of: attribute.attribute.type, in: property.name)))
            case .toOne(let toOne):
                guard let own = entity.toOne(toOne.relationship.name), own.column == toOne.column,
                    sides.isWritten(own, by: entity)
                else { continue }
                self.columns.append(property.name)
                relationships.append(line(own.relationship.name, link(own, in: property.name)))
            }
        }
        finish(attributes, relationships)
    }

    /// Writes the lines and the definition of the input.
    private mutating func finish(_ attributes: [DraftLine], _ relationships: [DraftLine]) {
        let name = YAMLText.scalar(entity.name)
        let key = YAMLText.scalar(table.primaryKey)
        lines = [
            DraftLine(text: "  \(name):"),
            DraftLine(text: "    from: \(name)", subject: .init(entity: entity.name, property: nil)),
            DraftLine(text: "    primaryKey: \(key)"), DraftLine(text: "    key: \(key)"),
        ]
        for (section, drafted) in [("attributes", attributes), ("relationships", relationships)]
        where !drafted.isEmpty {
            lines += [DraftLine(text: "    \(section):")] + drafted
        }
        source = rows()
    }

    private func line(_ property: String, _ text: String) -> DraftLine {
        DraftLine(
            text: "      \(YAMLText.scalar(property)): \(text)",
            subject: .init(entity: entity.name, property: property))
    }

    /// Returns the attribute's column and options.
    private mutating func value(of type: AttributeType, in column: String) throws -> String {
        let options =
            switch type {
            case .date where types[column] == "REAL": ["date: reference"]
            case .binaryData where types[column] == "TEXT": ["binary: text"]
            case .transformable where types[column] == "BLOB": ["archive: raw"]
            case .double, .float:
                try holds("\(column.sqlIdentifier) IN (9e999, -9e999)") ? ["allowNonFinite: true"] : []
            case .string: try emptyText(in: column)
            default: [String]()
            }
        let name = YAMLText.scalar(column)
        return options.isEmpty ? name : "{ column: \(name), \(options.joined(separator: ", ")) }"
    }

    /// Returns the options that distinguish empty texts from missing texts.
    private mutating func emptyText(in column: String) throws -> [String] {
        let name = column.sqlIdentifier
        guard try holds("\(name) = ''") else { return [] }
        guard try holds("\(name) IS NULL") else { return ["default: \"\""] }
        let word = try ["(empty)", "(empty text)", "(an empty text)"].first {
            try !holds("\(name) = \($0.sqlLiteral)")
        }
        guard let word else { return [] }
        empties.append(EmptyText(column: column, word: word))
        return ["lookup: { \(YAMLText.quoted(word)): \"\" }", "unmatched: keep"]
    }

    /// Returns the target of a column with the keys of other objects, and the column with their order.
    private mutating func link(_ own: ToOneColumn, in column: String) -> String {
        let order = table.properties.first { other in
            if case .order(let ordered, _) = other.content { ordered.column == own.column } else { false }
        }
        var place = ""
        if let order, types[order.name] != nil {
            place = ", order: " + YAMLText.scalar(order.name)
            columns.append(order.name)
        }
        let destination = YAMLText.scalar(own.destinationName)
        return "{ keyOf: \(destination), column: \(YAMLText.scalar(column))\(place) }"
    }

    private func holds(_ test: String) throws -> Bool {
        let rows = [condition, test].compactMap(\.self).joined(separator: " AND ")
        return try database.integer(
            "SELECT EXISTS (SELECT 1 FROM \(table.name.sqlIdentifier) WHERE \(rows))") == 1
    }

    /// Returns `table: Item`, or a query if some rows belong to other entities or some texts are empty.
    private func rows() -> String {
        guard condition != nil || !empties.isEmpty else { return "table: " + YAMLText.scalar(table.name) }
        let selected = columns.map { name in
            let column = name.sqlIdentifier
            guard let empty = empties.first(where: { $0.column == name }) else { return column }
            return "iif(\(column) = '', \(empty.word.sqlLiteral), \(column)) AS \(column)"
        }
        let rows = condition.map { " WHERE " + $0 } ?? ""
        return "query: "
            + YAMLText.quoted(
                "SELECT \(selected.joined(separator: ", ")) FROM \(table.name.sqlIdentifier)\(rows) "
                    + "ORDER BY \(table.primaryKey.sqlIdentifier)")
    }
}
