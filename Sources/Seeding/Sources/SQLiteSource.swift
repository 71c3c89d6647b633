import SQLite

/// Rows of a table or a query of an SQLite database, opened read-only, or of SQL text (`.sql`) that
/// makes one.
public final class SQLiteSource: RecordSource {
    public let columns: [String]
    public let record = Record()

    private let path: String
    private let statement: Statement
    private var rowNumber = 0

    /// What is read.
    public enum Selection: Equatable, Sendable {
        /// All rows of a table or view, by rowid where it has one.
        case table(String)
        /// The rows that one `SELECT` gives, in its order.
        case query(String)
    }

    /// Opens a database and prepares to read.
    ///
    /// - Throws: ``SeedIssue`` where the file is missing, no database, or has no such table, or
    ///   where the query is wrong or would write.
    public init(path: String, selection: Selection) throws {
        self.path = path
        try SourceFile.check(path)
        do {
            let database =
                Connection.isScript(path)
                ? try Connection.running(script: path) : try Connection.reading(path: path)
            database.denyOtherDatabases()
            statement = try Self.prepare(selection, in: database, path: path)
            columns = statement.columnNames
        } catch let error as DatabaseError {
            throw Self.issue(error, path: path)
        } catch let error as FileError {
            throw SeedIssue(.fileSystem(error.reason), at: .init(path: error.path))
        }
    }

    private static func prepare(
        _ selection: Selection, in database: Connection, path: String
    ) throws -> Statement {
        switch selection {
        case .query(let sql):
            let statement = try database.prepare(sql)
            guard statement.isReadOnly, statement.columnCount > 0 else {
                throw SeedIssue(
                    .sourceDatabase("the query is no SELECT"), at: .init(path: path), value: sql)
            }
            return statement
        case .table(let name):
            let tables = try database.rows(
                "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
            ) { $0.text(at: 0) ?? "" }
            guard let table = tables.first(where: { $0.lowercased() == name.lowercased() }) else {
                throw SeedIssue(
                    .unknownName(name, kind: .table, nearest: NearestName.of(name, in: tables)),
                    at: .init(path: path))
            }
            let all = "SELECT * FROM \(table.sqlIdentifier)"
            // Views and WITHOUT ROWID tables have no rowid to sort by.
            if let ordered = try? database.prepare(all + " ORDER BY rowid") { return ordered }
            return try database.prepare(all)
        }
    }

    public func next() throws -> Bool {
        record.removeAll()
        do {
            guard try statement.step() else { return false }
        } catch let error as DatabaseError {
            throw Self.issue(error, path: path)
        }
        rowNumber += 1
        for index in columns.indices {
            switch statement.storageClass(at: index) {
            case .null: record.appendNull()
            case .integer: record.append(statement.integer(at: index))
            case .real: record.append(statement.real(at: index))
            case .text: try appendText(at: index)
            case .blob:
                statement.withBlob(at: index) { bytes in
                    record.append(blob: bytes ?? .init(start: nil, count: 0))
                }
            }
        }
        return true
    }

    private func appendText(at index: Int) throws {
        try statement.withText(at: index) { bytes in
            let bytes = bytes ?? .init(start: nil, count: 0)
            if UTF8Validation.firstInvalidOffset(in: bytes) != nil {
                throw SeedIssue(
                    .invalidUTF8, at: location(ofColumn: index), sourceColumn: columns[index])
            }
            if bytes.contains(0) {
                throw SeedIssue(
                    .nulCharacter, at: location(ofColumn: index), sourceColumn: columns[index])
            }
            record.append(text: bytes)
        }
    }

    /// The row's number, counted from 1, stands for its line.
    public func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: path, line: rowNumber, column: index.map { $0 + 1 })
    }

    private static func issue(_ error: DatabaseError, path: String) -> SeedIssue {
        if error.isMachineFault {
            return SeedIssue(.fileSystem(error.message), at: .init(path: path))
        }
        return SeedIssue(.sourceDatabase(error.message), at: .init(path: path))
    }
}
