import Files
import ObjectModel
import SQLite

/// The rows of a table or a query of an SQLite database, opened read-only, or of SQL text (`.sql`) that creates
/// one.
package final class SQLiteSource: RecordSource {
    package let columns: [String]
    package let record = Record()

    /// The limits of views and queries, because a recursive one may return rows forever and fill the disk. Tables
    /// have no limit.
    struct Limits {
        /// The limit on rows.
        var rows = Files.Limits.viewRows.most
        /// The limit on steps of SQLite's virtual machine from one row to the next.
        var steps = Files.Limits.viewSteps.most
    }

    private let limits: Limits
    private let path: String
    private let statement: Statement
    /// Whether rows come from a view or a query, not from a table.
    private let isComputed: Bool
    private var rowNumber = 0
    private var hasFailed = false
    private var usedColumns: Set<Int>?
    /// The encoding of texts that are not UTF-8, or nil if they are errors.
    private let encoding: TextEncoding?
    /// The invalid bytes of SQL text. Nil until a value has one.
    private var invalidBytes: InvalidBytes?

    /// The table, view or query to read.
    package enum Selection: Equatable, Sendable {
        /// All rows of a table by rowid or primary key, or of a view in its own order.
        case table(String)
        /// The rows of a single `SELECT`, in its order.
        case query(String)
    }

    /// Opens a database and prepares to read.
    ///
    /// - Parameters:
    ///   - isPartial: whether truncated SQL text is accepted.
    ///   - encoding: the encoding of texts that are not UTF-8. If nil, they are errors.
    ///   - scripts: the shared databases of SQL text that several inputs use. If nil, the text is run for this
    ///     input only.
    /// - Throws: ``SeedIssue`` if the file is missing, is not a database or has no such table, or if the query is
    ///   invalid or would write.
    package convenience init(
        path: String, selection: Selection, isPartial: Bool = false, encoding: TextEncoding? = nil,
        sharing scripts: ScriptDatabases? = nil
    ) throws {
        try self.init(
            path: path, selection: selection, isPartial: isPartial, encoding: encoding, sharing: scripts,
            limits: Limits())
    }

    init(
        path: String, selection: Selection, isPartial: Bool = false, encoding: TextEncoding? = nil,
        sharing scripts: ScriptDatabases? = nil, limits: Limits
    ) throws {
        self.path = path
        self.encoding = encoding
        self.limits = limits
        try SourceFile.check(path)
        do {
            let database =
                Connection.isScript(path)
                ? try (scripts ?? ScriptDatabases()).database(of: path, isPartial: isPartial)
                : try Connection.reading(path: path, keepsStill: true)
            database.denyOtherDatabases()
            try database.acceptUnknownCollations()
            (statement, isComputed) = try Self.prepare(selection, in: database, path: path)
            if isComputed { database.limitSteps(limits.steps) }
            columns = statement.columnNames
        } catch let error as DatabaseError {
            throw Self.issue(error, path: path)
        } catch let error as FileError {
            throw SeedIssue(.file(.fileSystem(error.reason)), at: .init(path: error.path))
        }
    }

    private static func prepare(
        _ selection: Selection, in database: Connection, path: String
    ) throws -> (Statement, isComputed: Bool) {
        switch selection {
        case .query(let sql): return (try query(sql, in: database, path: path), true)
        case .table(let name): return try table(name, in: database, path: path)
        }
    }

    /// Prepares a query. The query is in the plan, so that its errors are errors of the plan, not of the data.
    private static func query(
        _ sql: String, in database: Connection, path: String
    ) throws -> Statement {
        let statement: Statement
        do {
            statement = try database.prepare(sql)
        } catch let error as DatabaseError
            where error.resultCode == .error || error.resultCode == .authorization
        {
            throw SeedIssue(
                .database(.sourceDatabase(error.message)), at: .init(path: path), fault: .plan)
        }
        guard statement.isReadOnly, statement.columnCount > 0 else {
            throw SeedIssue(
                .database(.sourceDatabase("the query is no SELECT")), at: .init(path: path), fault: .plan)
        }
        return statement
    }

    private static func table(
        _ name: String, in database: Connection, path: String
    ) throws -> (Statement, isComputed: Bool) {
        let tables = try database.rows(
            "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY name"
        ) { (name: $0.text(at: 0) ?? "", isView: $0.text(at: 1) == "view") }
        guard let table = tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
            let nearest = NearestName.of(name, in: tables.map(\.name))
            throw SeedIssue(
                .plan(.unknownName(name, kind: .table, nearest: nearest)), at: .init(path: path))
        }
        let all = "SELECT * FROM \(table.name.sqlIdentifier)"
        // A view keeps its own order, and a WITHOUT ROWID table that of its primary key.
        if !table.isView, let ordered = try ifHeld({ try database.prepare(all + " ORDER BY rowid") }) {
            return (ordered, false)
        }
        return (try database.prepare(all), table.isView)
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        record.removeAll()
        guard !hasFailed else { return false }
        do {
            guard try statement.step() else {
                try SourceFile.checkUnchanged(statement.connection, path: path)
                return false
            }
        } catch let error as DatabaseError {
            // A further step would start the query again.
            hasFailed = true
            if isComputed, error.resultCode == .interrupted {
                throw endless(.steps(limits.steps))
            }
            throw Self.issue(error, path: path)
        }
        rowNumber += 1
        // Another input of the same text may have set a limit.
        statement.connection.renewSteps()
        if isComputed {
            guard rowNumber <= limits.rows else {
                hasFailed = true
                throw endless(.rows(limits.rows))
            }
        }
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
                return try appendInvalid(Array(bytes), at: index)
            }
            if bytes.contains(0) { return try appendUnreadable(.value(.nulCharacter), at: index) }
            record.append(text: bytes)
        }
    }

    /// Adds a text that is not UTF-8. Other texts are never converted, so that rejected rows, which are written in
    /// UTF-8, can be read by the same plan.
    private func appendInvalid(_ bytes: [UInt8], at index: Int) throws {
        guard let encoding else {
            return try appendUnreadable(.file(.invalidUTF8), at: index, of: bytes)
        }
        guard let characters = encoding.characters(of: bytes) else {
            return try appendUnreadable(.file(.invalidText(encoding)), at: index, of: bytes)
        }
        guard !bytes.contains(0) else { return try appendUnreadable(.value(.nulCharacter), at: index) }
        var text = String(String.UnicodeScalarView(characters))
        text.withUTF8 { record.append(text: UnsafeRawBufferPointer($0)) }
    }

    /// Reads the rows and returns the first texts that are not UTF-8, one in each line.
    ///
    /// - Throws: ``SeedIssue``.
    func invalidTexts() throws -> [UInt8] {
        var texts: [UInt8] = []
        use([])
        while texts.count < EncodingGuess.longest, try next() {
            for index in columns.indices where statement.storageClass(at: index) == .text {
                statement.withText(at: index) { bytes in
                    guard let bytes, UTF8Validation.firstInvalidOffset(in: bytes) != nil else { return }
                    texts += bytes + [0x0A]
                }
            }
        }
        return texts
    }

    /// Handles an unreadable text, which is an error, or NULL if the column is not used.
    private func appendUnreadable(
        _ reason: SeedIssue.Reason, at index: Int, of value: [UInt8]? = nil
    ) throws {
        guard usedColumns?.contains(index) ?? true else { return record.appendNull() }
        let location = try value.flatMap(place) ?? location(ofColumn: index)
        throw SeedIssue(reason, at: location, sourceColumn: columns[index])
    }

    /// Returns the location of a value that is not UTF-8 in SQL text, or nil if the text does not contain the value
    /// literally.
    private func place(of value: [UInt8]) throws -> SeedIssue.Location? {
        guard Connection.isScript(path) else { return nil }
        var known = try invalidBytes ?? InvalidBytes(path: path)
        defer { invalidBytes = known }
        return known.place(of: value).map { .init(path: path, line: $0.line, column: $0.column) }
    }

    /// Leaves the values of other columns unexamined.
    package func use(_ columns: Set<Int>) { usedColumns = columns }

    /// Returns the row's number, starting at 1, in place of a line.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: path, line: rowNumber, column: index.map { $0 + 1 })
    }

    /// Returns the error that ends the build, even if rejected rows are allowed.
    private func endless(_ limit: SeedIssue.QueryLimit) -> SeedFailure {
        SeedFailure([SeedIssue(.database(.endlessQuery(limit)), at: .init(path: path))])
    }

    private static func issue(_ error: DatabaseError, path: String) -> SeedIssue {
        if error.isMachineFault {
            return SeedIssue(.file(.fileSystem(error.message)), at: .init(path: error.subject(path)))
        }
        return SeedIssue(
            .database(.sourceDatabase(error.message)), at: .init(path: path, line: error.line))
    }
}
