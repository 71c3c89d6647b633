/// Rows of a sheet that were left out, as CSV: numbers in the fewest digits that give them back.
final class SpreadsheetRejects: RejectFile {
    private let writer: CSVWriter
    private let columnCount: Int

    /// - Throws: ``SeedIssue``.
    init(path: String, source: any RecordSource, reason: String) throws {
        writer = try CSVWriter(path: path)
        columnCount = source.columns.count
        try writer.row(source.columns + [reason])
    }

    func add(_ source: any RecordSource, reason: String) throws {
        for index in 0..<columnCount {
            let field = source.record[index]
            switch field {
            case .text(let bytes): try writer.field(bytes)
            case .null: try writer.field("")
            case .integer, .real, .blob: try writer.field(field.display)
            }
        }
        try writer.field(reason)
        try writer.endRow()
    }

    func close() throws { try writer.close() }
}
