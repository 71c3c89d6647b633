import ObjectModel
import SQLite
import StoreFormat

/// Writes the table of one root entity into a plain database.
struct PlainTableExport {
    private let table: PlainTable
    private let schema: PlainSchema
    private let connection: Connection
    private let external: ExternalDataFiles
    private let columns: [Column]

    /// A column and the conversion of its values.
    private struct Column {
        let property: PlainProperty
        let cell: PlainCell
        /// For a reference, the column as it is stored.
        let stored: String?

        var isReference: Bool { stored != nil }
    }

    /// Examines the values that determine the forms.
    ///
    /// - Throws: `DatabaseError`.
    init(_ table: PlainTable, schema: PlainSchema, reference: ReferenceStore) throws {
        self.table = table
        self.schema = schema
        connection = reference.connection
        external = ExternalDataFiles(storePath: reference.path)
        let isSwiftData = !reference.sourceValues.isEmpty || reference.model.isSwiftData
        var columns: [Column] = []
        for property in try table.properties(in: connection) {
            switch property.content {
            case .enumeration(let composite):
                columns.append(
                    Column(property: property, cell: PlainCell(sql: composite.caseSQL), stored: nil))
            case .attribute(let attribute):
                let elements = attribute.attribute.arrayElements(
                    reference.sourceValues.form(of: attribute.path, entity: property.owner.name),
                    isInside: attribute.path.contains("."), isSwiftData: isSwiftData)
                let cell = try PlainCell(
                    attribute, of: table.root.table, elements: elements, in: connection)
                columns.append(Column(property: property, cell: cell, stored: nil))
            case .order(_, let column):
                columns.append(
                    Column(property: property, cell: PlainCell(sql: column.sqlIdentifier), stored: nil))
            case .toOne(let toOne):
                let stored = "t." + toOne.column.sqlIdentifier
                let target = reference.layout.entity(named: toOne.destinationName)
                columns.append(
                    Column(
                        property: property,
                        cell: PlainCell(sql: target?.primaryKeySQL(of: stored) ?? "NULL"), stored: stored))
            case .source(let source, _, let column):
                let stored = "t." + column.sqlIdentifier
                columns.append(
                    Column(
                        property: property, cell: PlainCell(sql: source.primaryKeySQL(of: stored)),
                        stored: stored))
            }
        }
        self.columns = columns
    }

    // MARK: Statements

    /// The statement that creates the table.
    var sql: String {
        var lines = ["\(table.primaryKey.sqlIdentifier) INTEGER PRIMARY KEY"]
        if let name = table.entityColumn { lines.append("\(name.sqlIdentifier) TEXT NOT NULL") }
        for column in columns {
            let references = column.isReference ? schema.references(column.property.destinationRoot) : ""
            lines.append("\(column.property.name.sqlIdentifier) \(declaredType(of: column))\(references)")
        }
        return "CREATE TABLE \(table.name.sqlIdentifier) (\n  \(lines.joined(separator: ",\n  "))\n)"
    }

    private func declaredType(of column: Column) -> String {
        switch column.cell.form {
        case .json, .archivedJSON: return "TEXT"
        case .asStored:
            guard case .attribute(let attribute) = column.property.content,
                attribute.attribute.type == .date
            else { return column.property.declaredType }
            // A date has no four-digit year, so all dates are written as seconds.
            return "REAL"
        default: return column.property.declaredType
        }
    }

    /// Returns the statements that create indexes, one for each reference.
    func indexes(_ names: inout PlainNames) -> String {
        columns.filter(\.isReference).map { column in
            let name = names.name("\(table.name)_\(column.property.name)_index")
            return "CREATE INDEX \(name.sqlIdentifier) ON \(table.name.sqlIdentifier) "
                + "(\(column.property.name.sqlIdentifier));\n"
        }.joined()
    }

    /// The statements that create views of subentities.
    var views: String {
        table.views.map { view in
            let present = Set(columns.map(\.property.name))
            let named =
                [table.primaryKey.sqlIdentifier, table.entityColumn?.sqlIdentifier].compactMap(\.self)
                + view.columns.filter { present.contains($0.property.name) }.map { name, property in
                    let column = property.name.sqlIdentifier
                    return name == property.name ? column : "\(column) AS \(name.sqlIdentifier)"
                }
            let entities = view.entityNames.map(\.sqlLiteral).joined(separator: ", ")
            return "CREATE VIEW \(view.name.sqlIdentifier) AS SELECT \(named.joined(separator: ", ")) "
                + "FROM \(table.name.sqlIdentifier) "
                + "WHERE \((table.entityColumn ?? "").sqlIdentifier) IN (\(entities));\n"
        }.joined()
    }

    // MARK: Rows

    /// The query reads rows by primary key from the table itself. An index would give another order, and need
    /// sorting.
    private var query: String {
        let selected =
            ["t.Z_PK", "t.Z_ENT"]
            + columns.flatMap { [$0.cell.sql] + [$0.stored].compactMap(\.self) }
        return
            "SELECT \(selected.joined(separator: ", ")) FROM \(table.root.table.sqlIdentifier) AS t NOT INDEXED "
            + "WHERE t.Z_ENT IN (\(table.numbers)) ORDER BY t.Z_PK"
    }

    /// Writes the rows.
    ///
    /// - Throws: `DatabaseError`.
    func write(to database: Connection, report: inout ExportReport) throws {
        let names =
            [table.primaryKey] + [table.entityColumn].compactMap(\.self) + columns.map(\.property.name)
        let rows = try PlainRows(table.name, columns: names, isNumbered: true, in: database)
        let entities = Dictionary(
            keepingFirst: table.entities.map { (Int64($0.number), Array($0.name.utf8)) })
        var counts: [Int64: Int] = [:]
        var faults = [PlainCell.Faults](repeating: .init(), count: columns.count)
        var dangling = [Int](repeating: 0, count: columns.count)
        let hasEntity = table.entityColumn != nil
        var last: Int64 = 0
        try connection.forEachRow(query) { row in
            let primaryKey = row.integer(at: 0)
            let number = row.integer(at: 1)
            let batch = rows.batch
            batch.begin(statement: 0)
            counts[number, default: 0] += 1
            var parameter = 2
            if hasEntity {
                (entities[number] ?? []).withUnsafeBytes { batch.append(text: $0, at: parameter) }
                parameter += 1
            }
            var index = 2
            for place in columns.indices {
                columns[place].cell.append(
                    row, at: index, to: batch, as: parameter, external: external, faults: &faults[place])
                if columns[place].isReference {
                    if row.isNull(at: index), !row.isNull(at: index + 1) { dangling[place] += 1 }
                    index += 1
                }
                index += 1
                parameter += 1
            }
            batch.end(primaryKey: primaryKey, isAppended: primaryKey == last + 1)
            last = primaryKey
            try rows.rowEnded()
        }
        try rows.finish()
        let count = counts.values.reduce(0, +)
        report.files.append(.init(name: table.name, subject: words(counts), rows: count))
        if let fault = faults.lazy.compactMap(\.unreadableFile).first { throw fault }
        for (column, faults) in zip(columns, faults) { note(faults, of: column, in: &report) }
        for (column, count) in zip(columns, dangling) where count > 0 {
            report.omissions.append(
                .danglingLinks(relationship: relationship(of: column.property), count: count))
        }
    }

    /// Returns the entities of the table.
    private func words(_ counts: [Int64: Int]) -> String {
        guard table.entityColumn != nil else { return table.root.name }
        return table.entities.map(\.name).joined(separator: ", ")
    }

    private func relationship(of property: PlainProperty) -> String {
        switch property.content {
        case .source(let source, let storage, _): source.name + "." + storage.relationship.name
        case .toOne(let toOne): property.owner.name + "." + toOne.relationship.name
        default: property.owner.name + "." + property.name
        }
    }

    private func note(_ faults: PlainCell.Faults, of column: Column, in report: inout ExportReport) {
        guard case .attribute(let attribute) = column.property.content else { return }
        let entity = column.property.owner.name
        if faults.missingFiles > 0 {
            report.omissions.append(
                .externalValues(entity: entity, attribute: attribute.path, count: faults.missingFiles))
        }
        if faults.unreadableTexts > 0 {
            report.omissions.append(
                .unreadableTexts(entity: entity, attribute: attribute.path, count: faults.unreadableTexts))
        }
        if attribute.attribute.type == .date, column.cell.form == .asStored {
            report.omissions.append(.datesAsNumbers(entity: entity, attribute: attribute.path))
        }
    }
}

extension CompositeLayout {
    /// An expression for the name of the case of an enumeration without raw values.
    var caseSQL: String {
        let names = columns.map(\.column.sqlIdentifier)
        return names.count > 1 ? "coalesce(\(names.joined(separator: ", ")))" : names.first ?? "NULL"
    }
}
