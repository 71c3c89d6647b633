import CSQLite
import Files

/// An open SQLite database.
///
/// A thin, safe layer on `sqlite3 *`: every failure is thrown as ``DatabaseError``, and no pointer leaves this
/// room. A connection belongs to the thread that uses it. It is closed when the last reference to it or to one of
/// its statements is released.
///
/// ```swift
/// let store = try Connection(path: "Store.sqlite", mode: .readOnly)
/// let count = try store.integer("SELECT count(*) FROM ZITEM")
/// ```
@usableFromInline package final class Connection {
    /// The access with which a database is opened.
    package enum Mode: Equatable, Sendable {
        /// Read-only, with the usual locks and any `-wal` next to the file.
        case readOnly
        /// Read-only, with the promise that the file does not change. Takes no locks, ignores a `-wal`, and works
        /// in a read-only folder. See <https://www.sqlite.org/c3ref/open.html> (`immutable`).
        case immutable
        /// Reads and writes an existing file.
        case readWrite
        /// Reads and writes, and creates a missing file.
        case create
    }

    /// The path, as the caller passed it.
    package let path: String
    let handle: OpaquePointer
    /// The SQL text of every prepared statement, if recording was requested.
    package private(set) var preparedStatements: [String] = []
    private let recordsStatements: Bool
    /// The state of the file when it was opened in place.
    var snapshot: DatabaseSnapshot?
    /// Whether a read lock keeps writers out.
    var isLocked = false
    /// Retained for the progress handler, which uses it without ownership.
    private var stepBudget: StepBudget?
    /// The file system of a database with a size limit. It must outlive the connection.
    private let files: BoundedFiles?
    /// The longest value in bytes, if it is less than SQLite's own limit.
    private var longestValue: Int?
    /// The line or statement that truncated SQL text lacks at its end, or nil if the text is complete.
    package var missingEnd: String?
    private var interruptCondition: InterruptCondition?

    /// Configures SQLite once. Has no effect if other code in the process has already used SQLite.
    private static let configured: Void = csqlite_configure()

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: a file path, or `:memory:`.
    ///   - mode: the access.
    ///   - recordsStatements: whether to keep the text of each prepared statement in ``preparedStatements``, so
    ///     that a test can check the SQL that ran.
    ///   - files: the size limit for the files of an unnamed database.
    /// - Throws: ``DatabaseError``, or ``FileError`` if the path cannot be examined. SQLite opens files lazily, so
    ///   that often only the first statement fails if the file is not a database.
    package init(
        path: String, mode: Mode, recordsStatements: Bool = false, files: BoundedFiles? = nil
    ) throws {
        _ = Self.configured
        self.path = path
        self.files = files
        // SQLite would wait for a writer of a named pipe. For an immutable database it opens no other file.
        if !path.isEmpty, path != ":memory:" {
            for suffix in [""] + (mode == .immutable ? [] : InputFiles.companions) {
                try NoFile.refuse(path + suffix)
            }
        }
        if mode == .readOnly || mode == .immutable { try InputFiles.watched?.addDatabase(path) }
        self.recordsStatements = recordsStatements
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        var name = path
        switch mode {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = Connection.uri(path: path) + "?immutable=1"
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(name, &opened, flags, files?.name)
        guard status == SQLITE_OK, let opened else {
            let message =
                opened.map { String(cString: sqlite3_errmsg($0)) }
                ?? String(cString: sqlite3_errstr(status))
            sqlite3_close_v2(opened)
            throw DatabaseError(
                code: status, extendedCode: status, message: message, sql: nil, path: path)
        }
        handle = opened
        // SQLite falls back to read-only access without an error.
        if mode == .readWrite || mode == .create, sqlite3_db_readonly(opened, "main") == 1,
            PrivatePath.isPrivate(path)
        {
            throw DatabaseError(
                code: SQLITE_CANTOPEN, message: String(cString: sqlite3_errstr(SQLITE_CANTOPEN)), path: path)
        }
        // Whether deleted content stays in the free space of the file depends on how SQLite was built
        // (`SQLITE_SECURE_DELETE`). It must be the same on every machine.
        if mode == .readWrite || mode == .create {
            sqlite3_exec(opened, "PRAGMA secure_delete = ON", nil, nil, nil)
        }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Prepares one statement.
    ///
    /// - Parameter isPersistent: whether the statement will be used many times (`SQLITE_PREPARE_PERSISTENT`).
    /// - Throws: ``DatabaseError`` if the text is invalid, names something that does not exist, or contains no
    ///   statement or more than one.
    package func prepare(_ sql: String, isPersistent: Bool = false) throws -> Statement {
        if recordsStatements { preparedStatements.append(sql) }
        return try Statement(connection: self, sql: sql, isPersistent: isPersistent)
    }

    /// Runs every statement in `sql` and ignores the rows.
    ///
    /// - Throws: ``DatabaseError`` for the first statement that fails. The statements before it have run.
    package func execute(_ sql: String) throws {
        if recordsStatements { preparedStatements.append(sql) }
        let status = sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status, sql: sql) }
    }

    /// Runs `body` in a transaction, which is committed if it returns and rolled back if it throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // The first error is the one to throw. Nothing else can be done if the rollback fails.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Denies `ATTACH`, `DETACH` and `VACUUM INTO` from now on, so that foreign SQL text can access only this
    /// database.
    package func denyOtherDatabases() {
        sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, _ in
                action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK
            }, nil)
    }

    /// Interrupts statements that run too long without returning a row.
    ///
    /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
    /// - Parameter steps: the number of instructions of SQLite's virtual machine that a statement may run from one
    ///   row to the next. About 50 million take a second.
    package func limitSteps(_ steps: Int) {
        let budget = StepBudget(steps: steps)
        stepBudget = budget
        sqlite3_progress_handler(
            handle, StepBudget.interval,
            { data in
                guard let data else { return 0 }
                return Unmanaged<StepBudget>.fromOpaque(data).takeUnretainedValue().isSpent()
                    ? 1 : 0
            }, Unmanaged.passUnretained(budget).toOpaque())
    }

    /// Adds to the allowed steps, see ``limitSteps(_:)``.
    func addSteps(_ steps: Int) { stepBudget?.add(steps) }

    /// Removes the limit on steps.
    func removeStepLimit() {
        sqlite3_progress_handler(handle, 0, nil, nil)
        stepBudget = nil
    }

    /// Refuses longer values and rows, regardless of their origin.
    package func limitValues(_ bytes: Int) {
        longestValue = bytes
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Interrupts running statements when a condition becomes true, which is checked periodically.
    ///
    /// - Parameter isOver: the condition, called on the thread that uses the connection.
    package func interrupt(when isOver: @escaping @Sendable () -> Bool) {
        let condition = InterruptCondition(isOver)
        interruptCondition = condition
        sqlite3_progress_handler(
            handle, 100_000,
            { data in
                guard let data else { return 0 }
                return Unmanaged<InterruptCondition>.fromOpaque(data).takeUnretainedValue().isOver()
                    ? 1 : 0
            }, Unmanaged.passUnretained(condition).toOpaque())
    }

    /// Gives the next row the full budget of steps, see ``limitSteps(_:)``.
    package func renewSteps() { stepBudget?.renew() }

    /// The number of rows that the latest `INSERT`, `UPDATE` or `DELETE` changed.
    package var changes: Int64 { sqlite3_changes64(handle) }

    /// The error number of the latest failed read or write of the main or an attached database, or nil if none
    /// failed.
    ///
    /// SQLite does not reset it after a success.
    package var systemError: Int32? {
        var index: Int32 = 0
        while let name = sqlite3_db_name(handle, index) {
            var number: Int32 = 0
            let status = sqlite3_file_control(handle, name, SQLITE_FCNTL_LAST_ERRNO, &number)
            if status == SQLITE_OK, number != 0 { return number }
            index += 1
        }
        return nil
    }

    /// Returns the error of a call.
    ///
    /// SQLite also calls a file malformed that the system could not read. That becomes an I/O error here.
    func error(_ status: Int32, sql: String?) -> DatabaseError {
        if status & 0xFF == SQLITE_CORRUPT, let number = systemError {
            return DatabaseError(
                code: SQLITE_IOERR, message: String(cString: strerror(number)), sql: sql,
                path: path)
        }
        if status & 0xFF == SQLITE_FULL, let files, files.isExceeded {
            return DatabaseError(
                code: SQLITE_TOOBIG, message: "the database is larger than \(files.most) bytes", path: path)
        }
        if status & 0xFF == SQLITE_TOOBIG, let longestValue {
            return DatabaseError(
                code: SQLITE_TOOBIG, message: "a value is longer than \(longestValue) bytes", path: path)
        }
        // A full disk during reading can only concern SQLite's own temporary files.
        let isReadOnly = sqlite3_db_readonly(handle, "main") == 1
        let path = status & 0xFF == SQLITE_FULL && isReadOnly ? TemporaryFolder.parent : path
        return DatabaseError(
            code: status, extendedCode: sqlite3_extended_errcode(handle),
            message: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path)
    }

    /// Returns the path as an SQLite `file:` URI, with the characters that are special in a URI percent-encoded.
    static func uri(path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                text.append(UInt8(ascii: "%"))
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            default: text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Connection {
    /// Copies the whole database, including its `-wal`, over the database in `destination`.
    ///
    /// See <https://www.sqlite.org/backup.html>.
    /// - Throws: ``DatabaseError``.
    package func backup(to destination: Connection) throws {
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw destination.error(sqlite3_errcode(destination.handle), sql: nil)
        }
        let status = sqlite3_backup_step(backup, -1)
        let finished = sqlite3_backup_finish(backup)
        guard status == SQLITE_DONE, finished == SQLITE_OK else {
            let failure = status == SQLITE_DONE ? finished : status
            // The error concerns one of the two databases. A full disk concerns the copy.
            let isOfCopy =
                destination.systemError != nil || [SQLITE_FULL, SQLITE_READONLY].contains(failure & 0xFF)
            let isUnreadable = failure & 0xFF == SQLITE_CORRUPT && systemError != nil
            throw DatabaseError(
                code: isUnreadable ? SQLITE_IOERR : failure,
                message: String(cString: sqlite3_errstr(isUnreadable ? SQLITE_IOERR : failure)),
                path: isOfCopy ? destination.path : path)
        }
    }
}

extension Connection {
    /// Runs a query and passes each row to `body`. The row is valid only during the call.
    @usableFromInline
    package func forEachRow(
        _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Void
    ) throws {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        while try statement.step() { try body(statement) }
    }

    /// Returns all rows of a query, each converted by `transform`.
    @inlinable
    package func rows<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> [Row] {
        var result: [Row] = []
        try forEachRow(sql, parameters) { result.append(try transform($0)) }
        return result
    }

    /// Returns the first row of a query, converted by `transform`, or nil if there is no row.
    package func firstRow<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> Row? {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        return try statement.step() ? try transform(statement) : nil
    }

    /// Returns the integer in the first column of the first row, or nil if there is no row or the value is NULL.
    package func integer(_ sql: String, _ parameters: [Value] = []) throws -> Int64? {
        try firstRow(sql, parameters) { $0.isNull(at: 0) ? nil : $0.integer(at: 0) } ?? nil
    }

    /// Returns the text in the first column of the first row, or nil if there is no row or the value is NULL.
    package func text(_ sql: String, _ parameters: [Value] = []) throws -> String? {
        try firstRow(sql, parameters) { $0.text(at: 0) } ?? nil
    }
}

/// A condition that interrupts statements.
final class InterruptCondition: Sendable {
    let isOver: @Sendable () -> Bool

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }
}
