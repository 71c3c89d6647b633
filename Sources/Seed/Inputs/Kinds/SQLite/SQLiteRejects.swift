import SQLite

/// A database with the rejected rows of a database or objects of a store. Each value has its original storage
/// class.
final class SQLiteRejects: RejectFile {
    private let connection: Connection
    private var statement: Statement?
    private let columnCount: Int

    /// - Throws: `DatabaseError`, `FileError`.
    init(path: String, table: String, source: any RecordSource, reason: String) throws {
        columnCount = source.columns.count
        connection = try Connection(path: path, mode: .create)
        let columns = (source.columns + [reason]).map(\.sqlIdentifier).joined(separator: ", ")
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")
        try connection.execute("CREATE TABLE \(table.sqlIdentifier) (\(columns))")
        let values = (0...columnCount).map { _ in "?" }.joined(separator: ", ")
        statement = try connection.prepare("INSERT INTO \(table.sqlIdentifier) VALUES (\(values))")
    }

    func add(_ source: any RecordSource, reason: String) throws {
        guard let statement else { return }
        for index in 0..<columnCount {
            switch source.record[index] {
            case .null: try statement.bindNull(at: index + 1)
            case .integer(let value): try statement.bind(value, at: index + 1)
            case .real(let value): try statement.bind(value, at: index + 1)
            case .text(let bytes): try statement.bind(text: bytes, at: index + 1, isStatic: false)
            case .blob(let bytes): try statement.bind(blob: bytes, at: index + 1, isStatic: false)
            }
        }
        try statement.bind(reason, at: columnCount + 1)
        try statement.run()
    }

    func close() throws {
        statement = nil
        try connection.execute("COMMIT")
    }
}
