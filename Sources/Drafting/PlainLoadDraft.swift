import Exporting
import ObjectModel
import SQLite
import StoreFormat

/// The load of one entity from a table of a plain database.
struct PlainLoadDraft {
    /// What the plan says of the source beside its path.
    let source: String
    /// The lines under `entities:`.
    let lines: [DraftLine]

    /// An empty text, where an empty cell is no value.
    private struct EmptyText {
        let column: String
        let word: String
    }

    /// - Parameter columns: those that the table has.
    /// - Throws: `DatabaseError`.
    init?(
        _ entity: EntityLayout, in table: PlainTable, columns: [ColumnInfo], reference: ReferenceStore,
        database: Connection
    ) throws {
        let types = Dictionary(keepingFirst: columns.map { ($0.name, $0.declaredType) })
        let entityColumn = table.entityColumn.flatMap { types[$0] == nil ? nil : $0 }
        // Rows of several entities in one table, and nothing tells them apart.
        guard entityColumn != nil || table.entities.count == 1 else { return nil }
        let condition = entityColumn.map { "\($0.sqlIdentifier) = \(entity.name.sqlLiteral)" }
        func holds(_ test: String) throws -> Bool {
            let rows = [condition, test].compactMap(\.self).joined(separator: " AND ")
            return try database.integer(
                "SELECT EXISTS (SELECT 1 FROM \(table.name.sqlIdentifier) WHERE \(rows))") == 1
        }
        let sides = OneToOneSides(layout: reference.layout, model: reference.model)
        var empties: [EmptyText] = []
        var used = [table.primaryKey]
        var attributes: [DraftLine] = []
        var relationships: [DraftLine] = []
        func line(_ property: String, _ text: String) -> DraftLine {
            DraftLine(
                text: "      \(YAMLText.scalar(property)): \(text)",
                subject: .init(entity: entity.name, property: property))
        }
        for property in table.properties {
            guard let type = types[property.name] else { continue }
            let column = YAMLText.scalar(property.name)
            switch property.content {
            case .source, .order: continue
            case .enumeration(let composite):
                guard entity.composite(composite.path)?.columns == composite.columns else { continue }
                attributes.append(line(composite.path, column))
                used.append(property.name)
            case .attribute(let attribute):
                guard entity.attribute(attribute.path)?.column == attribute.column,
                    !attribute.attribute.isDerived,
                    ![.objectID, .undefined].contains(attribute.attribute.type)
                else { continue }
                var options: [String] = []
                switch attribute.attribute.type {
                case .date where type == "REAL": options.append("date: reference")
                case .binaryData where type == "TEXT": options.append("binary: text")
                case .transformable where type == "BLOB": options.append("archive: raw")
                case .double, .float:
                    if try holds("\(property.name.sqlIdentifier) IN (9e999, -9e999)") {
                        options.append("allowNonFinite: true")
                    }
                case .string:
                    let name = property.name.sqlIdentifier
                    guard try holds("\(name) = ''") else { break }
                    guard try holds("\(name) IS NULL") else {
                        options.append("default: \"\"")
                        break
                    }
                    let word = try ["(empty)", "(empty text)", "(an empty text)"].first {
                        try !holds("\(name) = \($0.sqlLiteral)")
                    }
                    guard let word else { break }
                    empties.append(EmptyText(column: property.name, word: word))
                    options += ["lookup: { \(YAMLText.quoted(word)): \"\" }", "unmatched: keep"]
                default: break
                }
                used.append(property.name)
                attributes.append(
                    line(
                        attribute.path,
                        options.isEmpty
                            ? column : "{ column: \(column), \(options.joined(separator: ", ")) }"))
            case .toOne(let toOne):
                guard let own = entity.toOne(toOne.relationship.name), own.column == toOne.column,
                    sides.isWritten(own, by: entity)
                else { continue }
                let order = table.properties.first { other in
                    if case .order(let ordered, _) = other.content {
                        ordered.column == toOne.column
                    } else {
                        false
                    }
                }
                var place = ""
                used.append(property.name)
                if let order, types[order.name] != nil {
                    place = ", order: " + YAMLText.scalar(order.name)
                    used.append(order.name)
                }
                relationships.append(
                    line(
                        own.relationship.name,
                        "{ keyOf: \(YAMLText.scalar(own.destinationName)), column: \(column)\(place) }"))
            }
        }
        source = Self.source(of: table, columns: used, condition: condition, empties: empties)
        let key = YAMLText.scalar(table.primaryKey)
        lines =
            [
                DraftLine(text: "  \(YAMLText.scalar(entity.name)):"),
                DraftLine(
                    text: "    from: \(YAMLText.scalar(entity.name))",
                    subject: .init(entity: entity.name, property: nil)),
                DraftLine(text: "    primaryKey: \(key)"), DraftLine(text: "    key: \(key)"),
            ] + (attributes.isEmpty ? [] : [DraftLine(text: "    attributes:")] + attributes)
            + (relationships.isEmpty ? [] : [DraftLine(text: "    relationships:")] + relationships)
    }

    /// `table: Item`, or a query where not all rows are of the entity, or some texts are empty.
    private static func source(
        of table: PlainTable, columns: [String], condition: String?, empties: [EmptyText]
    ) -> String {
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
