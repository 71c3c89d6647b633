import CSQLite
import Files

/// One open SQLite database.
///
/// A thin, safe layer on `sqlite3 *`: every failure is thrown as ``DatabaseError``, and no pointer
/// leaves this file and `Statement.swift`. A connection belongs to the thread that uses it; it is
/// closed when the last reference to it, or to one of its statements, goes away.
///
/// ```swift
/// let store = try Connection(path: "Store.sqlite", mode: .readOnly)
/// let count = try store.integer("SELECT count(*) FROM ZITEM")
/// ```
@usableFromInline package final class Connection {
    /// How a database is opened.
    package enum Mode: Equatable, Sendable {
        /// Read-only; takes the usual locks and reads a `-wal` beside the file.
        case readOnly
        /// Read-only, promising that nobody changes the file: no locks, no `-wal`, works in a
        /// read-only folder. See <https://www.sqlite.org/c3ref/open.html> (`immutable`).
        case immutable
        /// Read and write an existing file.
        case readWrite
        /// Read and write, creating the file if need be.
        case create
    }

    /// The path, as it was given.
    package let path: String
    let handle: OpaquePointer
    /// The SQL text of every statement prepared so far, when recording was asked for.
    package private(set) var preparedStatements: [String] = []
    private let recordsStatements: Bool
    /// What the file was when it was opened to be read where it is.
    var snapshot: DatabaseSnapshot?
    /// Whether a read lock keeps writers out.
    var isLocked = false
    /// Kept for the handler that counts with it.
    private var stepBudget: StepBudget?
    /// The file system of a database whose files have a limit; it goes after the connection.
    private let files: BoundedFiles?
    /// The longest value, in bytes, where it is less than SQLite's own limit.
    private var longestValue: Int?
    /// The line or statement that the SQL text of the database lacks at its end, because it was cut; nil for a whole text.
    package var missingEnd: String?
    private var interruptCondition: InterruptCondition?

    /// Sets SQLite up, once; without effect where others in the process have used it before.
    private static let configured: Void = csqlite_configure()

    /// Opens a database.
    ///
    /// - Parameters:
    ///   - path: a file path, or `:memory:`.
    ///   - mode: what may be done with it.
    ///   - recordsStatements: keep the text of each prepared statement in ``preparedStatements``,
    ///     so that a test can assert on the SQL that ran.
    ///   - files: what bounds the files of a database without a name.
    /// - Throws: ``DatabaseError``, or ``FileError`` where it cannot be looked at. SQLite opens lazily: that a file is no database often shows
    ///   only at the first statement.
    package init(
        path: String, mode: Mode, recordsStatements: Bool = false, files: BoundedFiles? = nil
    ) throws {
        _ = Self.configured
        self.path = path
        self.files = files
        // SQLite would wait for somebody to write into a named pipe; of one that is immutable it opens nothing else.
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
        // SQLite is content with a file that it can only read.
        if mode == .readWrite || mode == .create, sqlite3_db_readonly(opened, "main") == 1,
            PrivatePath.isPrivate(path)
        {
            throw DatabaseError(
                code: SQLITE_CANTOPEN, message: String(cString: sqlite3_errstr(SQLITE_CANTOPEN)), path: path)
        }
        // What was deleted must not stand in the free space of some machines' files only: whether
        // SQLite leaves it there depends on how it was built (`SQLITE_SECURE_DELETE`).
        if mode == .readWrite || mode == .create {
            sqlite3_exec(opened, "PRAGMA secure_delete = ON", nil, nil, nil)
        }
    }

    deinit { sqlite3_close_v2(handle) }

    /// Prepares one statement.
    ///
    /// - Parameter isPersistent: the statement will be used many times
    ///   (`SQLITE_PREPARE_PERSISTENT`).
    /// - Throws: ``DatabaseError`` when the text is wrong, names what does not exist, or holds no
    ///   statement or more than one.
    package func prepare(_ sql: String, isPersistent: Bool = false) throws -> Statement {
        if recordsStatements { preparedStatements.append(sql) }
        return try Statement(connection: self, sql: sql, isPersistent: isPersistent)
    }

    /// Runs every statement in `sql`, ignoring the rows they give.
    ///
    /// - Throws: ``DatabaseError`` for the first that fails; those before it have run.
    package func execute(_ sql: String) throws {
        if recordsStatements { preparedStatements.append(sql) }
        let status = sqlite3_exec(handle, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status, sql: sql) }
    }

    /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            // The first error is the one to tell; a failed rollback leaves nothing more to do.
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Refuses `ATTACH`, `DETACH` and `VACUUM INTO` from now on, so that SQL text from outside can
    /// touch this database only.
    package func denyOtherDatabases() {
        sqlite3_set_authorizer(
            handle,
            { _, action, _, _, _, _ in
                action == SQLITE_ATTACH || action == SQLITE_DETACH ? SQLITE_DENY : SQLITE_OK
            }, nil)
    }

    /// Ends statements that go on for too long without giving a row, as if they were interrupted.
    ///
    /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
    /// - Parameter steps: how many instructions of SQLite's virtual machine a statement may run
    ///   from one row to the next: some 50 million take a second.
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

    /// Allows more steps, see ``limitSteps(_:)``.
    func addSteps(_ steps: Int) { stepBudget?.add(steps) }

    /// Lets statements run for any time.
    func removeStepLimit() {
        sqlite3_progress_handler(handle, 0, nil, nil)
        stepBudget = nil
    }

    /// Refuses values and rows that are longer, wherever they come from.
    package func limitValues(_ bytes: Int) {
        longestValue = bytes
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Asks now and then, while statements run, whether to end them as if they were interrupted.
    ///
    /// - Parameter isOver: asked on whatever thread uses the connection.
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

    /// Gives the next row its whole budget of steps, see ``limitSteps(_:)``.
    package func renewSteps() { stepBudget?.renew() }

    /// How many rows the latest `INSERT`, `UPDATE` or `DELETE` changed.
    package var changes: Int64 { sqlite3_changes64(handle) }

    /// The error number of the latest read or write of a database, the main one or one that is attached,
    /// that failed; nil where none did. It stays, once there was one.
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

    /// The error of a call. SQLite says “malformed” of a file that the system could not read, too:
    /// that is an I/O error here.
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
        // What is only read grows nowhere but in SQLite's own temporary files.
        let isReadOnly = sqlite3_db_readonly(handle, "main") == 1
        let path = status & 0xFF == SQLITE_FULL && isReadOnly ? TemporaryFolder.parent : path
        return DatabaseError(
            code: status, extendedCode: sqlite3_extended_errcode(handle),
            message: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path)
    }

    /// The path as an SQLite `file:` URI; what has a meaning in a URI is percent-encoded.
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
    /// Copies the whole database, what its `-wal` holds included, over the one in `destination`.
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
            // Only one of the two is at fault: a disk that is full is the copy's.
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
    /// Runs a query and gives each row to `body`; the statement holds the row only during the call.
    @usableFromInline
    package func forEachRow(
        _ sql: String, _ parameters: [Value] = [], _ body: (Statement) throws -> Void
    ) throws {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        while try statement.step() { try body(statement) }
    }

    /// All rows of a query, each made into a value by `transform`.
    @inlinable
    package func rows<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> [Row] {
        var result: [Row] = []
        try forEachRow(sql, parameters) { result.append(try transform($0)) }
        return result
    }

    /// The first row of a query made into a value, or nil where there is none.
    package func firstRow<Row>(
        _ sql: String, _ parameters: [Value] = [], _ transform: (Statement) throws -> Row
    ) throws -> Row? {
        let statement = try prepare(sql)
        for (offset, value) in parameters.enumerated() { try statement.bind(value, at: offset + 1) }
        return try statement.step() ? try transform(statement) : nil
    }

    /// The integer in the first column of the first row; nil where there is no row or it is NULL.
    package func integer(_ sql: String, _ parameters: [Value] = []) throws -> Int64? {
        try firstRow(sql, parameters) { $0.isNull(at: 0) ? nil : $0.integer(at: 0) } ?? nil
    }

    /// The text in the first column of the first row; nil where there is no row or it is NULL.
    package func text(_ sql: String, _ parameters: [Value] = []) throws -> String? {
        try firstRow(sql, parameters) { $0.text(at: 0) } ?? nil
    }
}

/// What ends statements while it holds.
final class InterruptCondition: Sendable {
    let isOver: @Sendable () -> Bool

    init(_ isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }
}
