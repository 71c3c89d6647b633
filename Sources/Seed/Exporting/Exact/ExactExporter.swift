import Files
import Inputs
import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// Writes every table of a store with content as CSV, so that nothing is lost, and the plan that builds the store
/// from them again.
///
/// The folder contains `seed.yml` and `tables/TABLE.csv`. If a table has values too large for a cell, it also
/// contains `tables/TABLE.files/`.
package struct ExactExporter {
    private let reference: ReferenceStore
    private let modelPath: String?

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - modelPath: the model file that the store was opened with, for the plan.
    package init(
        _ reference: ReferenceStore, modelPath: String? = nil
    ) {
        self.reference = reference
        self.modelPath = modelPath
    }

    /// Writes the files and moves the folder into place.
    ///
    /// - Parameter reporting: called with the report before the folder is in place.
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    package func export(
        to path: String, reporting: (ExportReport) throws -> Void = { _ in }
    ) throws -> ExportReport {
        let folder = try StagedOutput(.folder, path: path)
        var report = ExportReport(path: folder.path)
        var lines = try PlanHeading.lines(
            for: reference, modelPath: modelPath, folder: folder.path,
            summary: "Every row of every table, as it is stored; see docs/guides/export.md for the cells.")
        lines += ["", "tables:"]
        let tables = reference.inspection.tables.filter(\.holdsContent)
        // The files are aligned, as people write such lists.
        let width = tables.map { YAMLText.scalar($0.name).count }.max() ?? 0
        var names = FileNames()
        for table in tables {
            let base = names.name(for: Self.plain(table.name), suffixes: [".csv", ".files"])
            let name = "tables/\(base).csv"
            let rows = try write(table, to: name, in: folder)
            let key = YAMLText.scalar(table.name) + ":"
            let padding = String(repeating: " ", count: width + 2 - key.count)
            lines.append("  \(key)\(padding)\(YAMLText.scalar(name))")
            report.files.append(ExportReport.File(name: name, subject: table.name, rows: rows))
        }
        try PlanHeading.write(lines, to: folder)
        try folder.place { try reporting(report) }
        return report
    }

    private func write(
        _ table: InspectedTable, to name: String, in folder: StagedOutput
    ) throws -> Int {
        try folder.makeFolder("tables")
        let writer = try CSVWriter(path: folder.file(named: name))
        try writer.row(table.columns.map(\.name))
        let cells = ExactCellWriter(
            writer: writer, columns: table.columns,
            files: ExactValueFiles.Writer(besideTable: name, in: folder))
        let names = table.columns.map(\.name.sqlIdentifier).joined(separator: ", ")
        // The query reads the table itself, and not an index that happens to contain all columns, so that rows have
        // the order of their keys.
        let source = table.isVirtual ? "" : " NOT INDEXED"
        try reference.connection.forEachRow(
            "SELECT \(names) FROM \(table.name.sqlIdentifier)\(source)"
        ) { try cells.write($0) }
        try writer.close()
        return cells.rows
    }

    /// Returns a table's name without points, since the text after the first one is the file's extension.
    private static func plain(_ table: String) -> String {
        String(table.map { $0 == "." ? "_" : $0 })
    }
}
