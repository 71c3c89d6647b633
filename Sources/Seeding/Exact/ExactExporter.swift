import SQLite
import StoreFormat

/// Writes every table of a store that holds content as CSV, so that nothing is lost, and the plan
/// that builds the store from them again.
///
/// The folder gets `seed.yml` and `tables/TABLE.csv`, and `tables/TABLE.files/` where a table has
/// values too large for a cell.
public struct ExactExporter {
    private let reference: ReferenceStore
    private let modelPath: String?

    /// Prepares an export.
    ///
    /// - Parameter modelPath: the model file that the store was opened with, for its plan.
    public init(_ reference: ReferenceStore, modelPath: String? = nil) {
        self.reference = reference
        self.modelPath = modelPath
    }

    /// Writes the files and puts the folder in place.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    public func export(to path: String) throws -> ExportReport {
        let folder = try OutputFolder(path: path)
        var report = ExportReport(path: folder.path)
        var lines = PlanHeading.lines(
            for: reference, modelPath: modelPath, folder: folder.path,
            summary: "Every row of every table, as it is stored; see docs/export.md for the cells.")
        lines += ["", "tables:"]
        let tables = reference.inspection.tables.filter(\.holdsContent)
        // Lined up, as people write such lists.
        let width = tables.map { YAMLText.scalar($0.name).count }.max() ?? 0
        for table in tables {
            let name = "tables/\(Self.fileName(table.name)).csv"
            let rows = try write(table, to: folder.temporaryPath + "/" + name, in: folder)
            let key = YAMLText.scalar(table.name) + ":"
            let padding = String(repeating: " ", count: width + 2 - key.count)
            lines.append("  \(key)\(padding)\(YAMLText.scalar(name))")
            report.files.append(ExportReport.File(name: name, subject: table.name, rows: rows))
        }
        try PlanHeading.write(lines, to: folder)
        try folder.place()
        return report
    }

    private func write(
        _ table: InspectedTable, to path: String, in folder: OutputFolder
    ) throws -> Int {
        try folder.makeFolder("tables")
        let writer = try CSVWriter(path: path)
        try writer.row(table.columns.map(\.name))
        let cells = ExactCellWriter(
            writer: writer, columns: table.columns, files: ExactValueFiles(besideTable: path))
        let names = table.columns.map(\.name.sqlIdentifier).joined(separator: ", ")
        // Through the table itself, and not through an index that happens to hold all columns: the
        // rows come in the order of their keys.
        let source = table.isVirtual ? "" : " NOT INDEXED"
        try reference.connection.forEachRow(
            "SELECT \(names) FROM \(table.name.sqlIdentifier)\(source)"
        ) { try cells.write($0) }
        try writer.close()
        return cells.rows
    }

    /// A table's name without what has a meaning in paths.
    private static func fileName(_ table: String) -> String {
        String(table.map { "/\\:%.".contains($0) || $0.isNewline ? "_" : $0 })
    }
}
