import Files
import Inputs
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// Writes the objects of one entity, without subentities, and the part of a plan that loads them again.
struct EntityExport {
    private let entity: EntityLayout
    private let hasPrimaryKey: Bool
    private let attributes: [ValueForm]
    private let toOneFields: [ToOneField]
    private let connection: Connection
    private let external: ExternalDataFiles
    /// The safe name of the entity's files, without extension.
    private let base: String

    /// A to-one relationship whose column is written on this side.
    private struct ToOneField {
        let toOne: ToOneColumn
        let names: ReferenceNames

        var orderHeader: String { toOne.relationship.name + ".order" }
    }

    /// - Parameter base: the name of the entity's files, without extension.
    /// - Throws: `DatabaseError`.
    init(
        _ entity: EntityLayout, base: String, keys: NaturalKeys, reference: ReferenceStore
    ) throws {
        self.entity = entity
        self.base = base
        connection = reference.connection
        external = ExternalDataFiles(storePath: reference.path)
        hasPrimaryKey = reference.model.isInferred || keys.needsPrimaryKey(entity)
        let connection = self.connection
        let rows = "Z_ENT = \(entity.number)"
        let enumerations = try entity.composites.compactMap {
            try ValueForm(enumeration: $0, rows: rows, of: entity.table, in: connection)
        }
        let shown = Set(
            enumerations.flatMap { entity.composite($0.attribute.path)?.columns.map(\.path) ?? [] })
        let isSwiftData = !reference.sourceValues.isEmpty || reference.model.isSwiftData
        let others = try entity.attributes
            .filter {
                !$0.attribute.isDerived && !Self.hasNoText($0) && !shown.contains($0.path)
            }
            .map {
                let elements = $0.attribute.arrayElements(
                    reference.sourceValues.form(of: $0.path, entity: entity.name),
                    isInside: $0.path.contains("."), isSwiftData: isSwiftData)
                return try ValueForm(
                    $0, rows: rows, of: entity.table, folder: base + Self.folderExtension,
                    elements: elements, in: connection)
            }
        attributes = (enumerations + others).sortedInBinaryOrder { $0.attribute.path }
        let sides = OneToOneSides(layout: reference.layout, model: reference.model)
        toOneFields = try entity.toOnes.filter { sides.isWritten($0, by: entity) }.compactMap { toOne in
            guard let destination = reference.layout.entity(named: toOne.destinationName) else {
                return nil
            }
            return ToOneField(
                toOne: toOne,
                names: try ReferenceNames(of: destination, keys: keys, in: reference))
        }
    }

    /// The extensions of the entity's file, and of the folder with its large values.
    static let fileExtension = ".csv"
    static let folderExtension = ".files"

    var fileName: String { base + Self.fileExtension }

    private static func hasNoText(_ attribute: AttributeColumn) -> Bool {
        [.objectID, .undefined].contains(attribute.attribute.type)
    }

    // MARK: Plan

    /// Returns the lines of the plan under `entities:`.
    func plan(isInferred: Bool) -> [String] {
        var lines = [
            "  \(YAMLText.scalar(entity.name)):", "    from: \(YAMLText.scalar(entity.name))",
        ]
        if isInferred { lines.append("    primaryKey: \(NaturalKeys.keyColumn)") }
        if hasPrimaryKey { lines.append("    key: \(NaturalKeys.keyColumn)") }
        if !attributes.isEmpty { lines.append("    attributes:") }
        for form in attributes {
            lines.append("      \(YAMLText.scalar(form.attribute.path)): \(form.plan)")
        }
        if !toOneFields.isEmpty { lines.append("    relationships:") }
        for field in toOneFields {
            let name = field.toOne.relationship.name
            let order =
                field.toOne.orderColumn == nil ? "" : ", order: \(YAMLText.scalar(field.orderHeader))"
            lines.append(
                "      \(YAMLText.scalar(name)): \(field.names.plan(column: name, options: order))")
        }
        return lines
    }

    // MARK: Rows

    /// Writes the file.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    func write(_ writer: CSVWriter, to folder: StagedOutput, report: inout ExportReport) throws {
        try writer.row(headers)
        var rows = 0
        var missing = [Int](repeating: 0, count: attributes.count)
        var nulTexts = missing
        var dangling = [Int](repeating: 0, count: toOneFields.count)
        let files = ExactValueFiles.Writer(besideTable: fileName, in: folder)
        let kinds = attributes.map(\.kind)
        let orders = toOneFields.map { $0.toOne.orderColumn != nil }
        try connection.forEachRow(query) { row in
            rows += 1
            var column = 1
            if hasPrimaryKey { writer.field(row.integer(at: 0)) }
            for index in kinds.indices {
                defer { column += 1 }
                if try kinds[index].writes(row, at: column, to: writer) { continue }
                let text: String
                do {
                    text = try cell(attributes[index], row, at: column, files: files)
                } catch let failure as ExternalDataFiles.Failure {
                    if let fault = failure.fault { throw fault }
                    missing[index] += 1
                    text = ""
                }
                if text.utf8.contains(0) { nulTexts[index] += 1 }
                try writer.field(text)
            }
            for index in orders.indices {
                try toOneFields[index].names.write(row, at: column, to: writer)
                if row.isNull(at: column), !row.isNull(at: column + 1) { dangling[index] += 1 }
                column += 2
                guard orders[index] else { continue }
                if row.isNull(at: column) {
                    writer.emptyField()
                } else {
                    writer.field(row.integer(at: column))
                }
                column += 1
            }
            try writer.endRow()
        }
        try writer.close()
        report.files.append(
            .init(
                name: fileName, subject: entity.name, rows: rows,
                hasEmptyRows: writer.hasEmptyRows))
        for (form, count) in zip(attributes, missing) where count > 0 {
            report.omissions.append(
                .externalValues(
                    entity: entity.name, attribute: form.attribute.path, count: count))
        }
        for (form, count) in zip(attributes, nulTexts) where count > 0 {
            report.omissions.append(
                .nulCharacters(entity: entity.name, attribute: form.attribute.path, count: count))
        }
        for (field, count) in zip(toOneFields, dangling) where count > 0 {
            report.omissions.append(
                .danglingLinks(
                    relationship: entity.name + "." + field.toOne.relationship.name, count: count))
        }
        try reportTypes(&report)
    }

    private var headers: [String] {
        (hasPrimaryKey ? [NaturalKeys.keyColumn] : []) + attributes.map(\.attribute.path)
            + toOneFields.flatMap { field in
                [field.toOne.relationship.name]
                    + (field.toOne.orderColumn == nil ? [] : [field.orderHeader])
            }
    }

    /// The limit of joined tables, since SQLite accepts 64.
    private static let mostJoins = 40

    private var query: String {
        var columns = ["t.Z_PK"] + attributes.map { $0.sql(of: "t") }
        var tables = "\(entity.table.sqlIdentifier) AS t"
        for (index, field) in toOneFields.enumerated() {
            let column = "t." + field.toOne.column.sqlIdentifier
            if index < Self.mostJoins {
                // A join has one cursor for all rows, and a subquery opens one for each row.
                tables += " " + field.names.join(primaryKey: column, as: "d\(index)")
                columns.append(field.names.column(of: "d\(index)"))
            } else {
                columns.append(field.names.sql(primaryKey: column))
            }
            columns.append(column)
            if let order = field.toOne.orderColumn { columns.append("t." + order.sqlIdentifier) }
        }
        return "SELECT \(columns.joined(separator: ", ")) FROM \(tables) "
            + "WHERE t.Z_ENT = \(entity.number) ORDER BY t.Z_PK"
    }

    private func cell(
        _ form: ValueForm, _ row: Statement, at column: Int, files: ExactValueFiles.Writer
    ) throws -> String {
        guard row.storageClass(at: column) == .blob, form.kind == .files else {
            return form.text(row, at: column)
        }
        let outside = try form.externalBytes(row, at: column, in: external)
        func write(_ bytes: UnsafeRawBufferPointer) throws -> String {
            try files.write(
                bytes, column: form.attribute.path, row: Int(row.integer(at: 0)), extension: "bin")
        }
        if let outside { return try outside.withUnsafeBytes(write) }
        return try row.withBlob(at: column) { try write(form.bytes($0)) }
    }

    private func reportTypes(_ report: inout ExportReport) throws {
        let table = entity.table.sqlIdentifier
        for attribute in entity.attributes where Self.hasNoText(attribute) {
            let column = attribute.column.sqlIdentifier
            let count = try connection.integer(
                "SELECT count(\(column)) FROM \(table) WHERE Z_ENT = \(entity.number)")
            guard let count, count > 0 else { continue }
            report.omissions.append(
                .attributeType(
                    entity: entity.name, attribute: attribute.path,
                    type: attribute.attribute.type.xcodeName))
        }
    }
}
