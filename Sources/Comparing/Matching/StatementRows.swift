import PageReading
import SQLite

/// Rows as a statement gives them: where pages cannot be read beside SQLite.
final class StatementRows: ComparedRows {
    private let statement: Statement
    private let printer: RowPrinter

    /// - Parameters:
    ///   - table: in SQL.
    ///   - columns: in SQL.
    /// - Throws: `DatabaseError`.
    init(_ table: String, columns: [String], in connection: Connection, printer: RowPrinter) throws {
        statement = try connection.prepare(
            "SELECT \((["Z_PK"] + columns).joined(separator: ", ")) FROM \(table) ORDER BY Z_PK")
        self.printer = printer
    }

    var rowID: Int64 { statement.integer(at: 0) }

    func next() throws -> Bool { try statement.step() }

    func isNull(at index: Int) -> Bool { statement.isNull(at: index + 1) }

    func integer(at index: Int) -> Int64? {
        statement.storageClass(at: index + 1) == .integer ? statement.integer(at: index + 1) : nil
    }

    func blob(at index: Int) -> [UInt8]? {
        statement.storageClass(at: index + 1) == .blob ? statement.blob(at: index + 1) ?? [] : nil
    }

    func add(at index: Int, column: Int, to print: inout RowPrint) {
        switch statement.storageClass(at: index + 1) {
        case .null: printer.addNull(column: column, to: &print)
        case .integer: printer.add(statement.integer(at: index + 1), column: column, to: &print)
        case .real: printer.add(statement.real(at: index + 1), column: column, to: &print)
        case .text: printer.add(text: statement.bytes(at: index + 1), column: column, to: &print)
        case .blob:
            statement.withBlob(at: index + 1) { bytes in
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                printer.add(blob: bytes ?? none, column: column, to: &print)
            }
        }
    }
}
