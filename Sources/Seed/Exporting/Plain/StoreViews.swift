import Files
import ObjectModel
import SQLite
import StoreFormat

/// `CREATE VIEW` statements that show a store in the form of ``PlainExporter``, for any program that runs SQL. They
/// use no functions of zseed.
///
/// Dates are exact to a millisecond, and data in files beside the store is NULL.
package struct StoreViews {
    private let reference: ReferenceStore
    private let schema: PlainSchema
    private let isTemporary: Bool

    /// - Parameter isTemporary: whether the views belong to a connection, so that nothing is written.
    package init(_ reference: ReferenceStore, isTemporary: Bool) {
        self.reference = reference
        self.isTemporary = isTemporary
        // A view must not have the name of a table or an index of the store.
        let names = reference.inspection.tables.map(\.name) + reference.inspection.indexes.map(\.name)
        schema = PlainSchema(reference, reserved: names)
    }

    /// Returns the statements, with comments.
    ///
    /// - Throws: `DatabaseError`.
    package func text() throws -> String {
        let name = FilePath(reference.path).name
        var lines = [
            "-- The objects of \(Self.comment(name)), by the names of its model. Created by zseed export "
                + "--views.",
            "-- Dates are ISO 8601 texts in UTC, exact to a millisecond.",
        ]
        let external = externalAttributes
        if !external.isEmpty {
            lines.append(
                "-- Values in files beside the store are NULL here: "
                    + external.map(Self.comment).joined(separator: ", "))
        }
        for table in schema.tables {
            let properties = try table.properties(in: reference.connection)
            lines.append(try view(of: table, properties))
            lines += try table.views.map { try view($0, of: table, properties) }
        }
        lines += schema.junctions.map(view)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a text without line ends.
    private static func comment(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }))
    }

    private var externalAttributes: [String] {
        schema.tables.flatMap(\.properties).compactMap { property in
            guard case .attribute(let attribute) = property.content,
                attribute.attribute.allowsExternalBinaryDataStorage
            else { return nil }
            return property.owner.name + "." + attribute.path
        }
    }

    // MARK: Statements

    private func create(_ name: String, _ columns: [String], _ rest: String) -> String {
        let list = columns.joined(separator: ",\n  ")
        return "CREATE \(isTemporary ? "TEMP " : "")VIEW \(name.sqlIdentifier) AS SELECT\n  \(list)\n\(rest);"
    }

    private func view(of table: PlainTable, _ properties: [PlainProperty]) throws -> String {
        create(
            table.name,
            try keys(of: table) + properties.map { try column($0, in: table, named: $0.name) },
            rows(table, table.entities))
    }

    private func view(
        _ view: PlainView, of table: PlainTable, _ properties: [PlainProperty]
    ) throws -> String {
        let present = Set(properties.map(\.name))
        let columns = view.columns.filter { present.contains($0.property.name) }
        return try create(
            view.name, keys(of: table) + columns.map { try column($1, in: table, named: $0) },
            rows(table, table.entities.filter { view.entityNames.contains($0.name) }))
    }

    private func keys(of table: PlainTable) -> [String] {
        var columns = ["Z_PK AS \(table.primaryKey.sqlIdentifier)"]
        if let name = table.entityColumn {
            let cases = table.entities.map { "WHEN \($0.number) THEN \($0.name.sqlLiteral)" }
            columns.append(
                (cases.isEmpty ? "NULL" : "CASE Z_ENT \(cases.joined(separator: " ")) END")
                    + " AS \(name.sqlIdentifier)")
        }
        return columns
    }

    private func rows(_ table: PlainTable, _ entities: [EntityLayout]) -> String {
        let numbers = entities.map { String($0.number) }.joined(separator: ", ")
        return "FROM \(table.root.table.sqlIdentifier) WHERE Z_ENT IN (\(numbers))"
    }

    private func view(_ junction: PlainJunction) -> String {
        let join = junction.join
        let orders = [(join.order, junction.orderColumn), (join.inverseOrder, junction.inverseOrderColumn)]
        let columns =
            [(join.source, junction.sourceColumn), (join.target, junction.targetColumn)]
            + orders.compactMap { column, name in
                if let column, let name { (column, name) } else { nil }
            }
        return create(
            junction.name, columns.map { "\($0.sqlIdentifier) AS \($1.sqlIdentifier)" },
            "FROM \(join.table.sqlIdentifier)")
    }

    // MARK: Columns

    private func column(
        _ property: PlainProperty, in table: PlainTable, named name: String
    ) throws -> String {
        try expression(property, in: table) + " AS " + name.sqlIdentifier
    }

    private func expression(_ property: PlainProperty, in table: PlainTable) throws -> String {
        switch property.content {
        case .toOne(let toOne): toOne.column.sqlIdentifier
        case .order(_, let column), .source(_, _, let column): column.sqlIdentifier
        case .enumeration(let composite): composite.caseSQL
        case .attribute(let attribute): try expression(attribute, in: table)
        }
    }

    private func expression(_ attribute: AttributeColumn, in table: PlainTable) throws -> String {
        let column = attribute.column.sqlIdentifier
        switch attribute.attribute.type {
        case .date:
            // Seconds since 2001-01-01 (docs/internals/format.md#rows). A date without a text in SQLite stays a number.
            let text = "strftime('%Y-%m-%dT%H:%M:%f', \(column) + 978307200, 'unixepoch')"
            return "coalesce(rtrim(rtrim(\(text), '0'), '.') || 'Z', \(column))"
        case .uuid:
            let hex = "hex(\(column))"
            let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(hex), \($0), \($1))" }
            return "CASE WHEN typeof(\(column)) = 'blob' AND length(\(column)) = 16 "
                + "THEN \(parts.joined(separator: " || '-' || ")) ELSE \(column) END"
        case .binaryData, .transformable:
            let cell = try PlainCell(
                attribute, of: table.root.table, elements: nil, in: reference.connection)
            // Other programs expect JSON as text.
            let isText = cell.form == .json
            guard attribute.attribute.allowsExternalBinaryDataStorage else {
                return isText ? "CAST(\(column) AS TEXT)" : column
            }
            // A leading byte marks the place of the bytes: 1 in the row, 2 in a file (docs/internals/format.md#rows).
            let inner =
                "CASE substr(\(column), 1, 1) WHEN X'01' THEN substr(\(column), 2) "
                + "WHEN X'02' THEN NULL ELSE \(column) END"
            return isText ? "CAST(\(inner) AS TEXT)" : inner
        default: return column
        }
    }
}
