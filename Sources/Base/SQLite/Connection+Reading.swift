import Files

extension Connection {
    /// Opens an existing database to read its current content, without creating any file next to it.
    ///
    /// A file without a live `-wal` or `-journal` is opened as immutable, which also works in a read-only folder.
    /// The transactions in a live `-wal` or `-journal` are part of the database, but SQLite would have to write
    /// next to the file to read them. In that case a private copy of all files is read instead. The copy becomes an
    /// unnamed database, which disappears with the process.
    ///
    /// Another process may write to the database meanwhile. ``isUnchanged`` detects that.
    ///
    /// See <https://www.sqlite.org/wal.html#read_only_databases>.
    /// - Parameter keepsStill: whether to lock writers out while the connection is open, if a reader can. That is
    ///   possible in rollback-journal mode.
    /// - Throws: ``DatabaseError``, or a ``FileError`` if the copy cannot be made.
    package static func reading(
        path: String, keepsStill: Bool = false, recordsStatements: Bool = false
    ) throws -> Connection {
        // A journal does not rule out the lock: with an active writer the lock is awaited, and with a journal from
        // a crash it fails.
        if keepsStill, try FileStatus.size(of: path + "-wal") == 0,
            try DatabaseSnapshot(path: path).hasRollbackJournal,
            let connection = lockedForReading(path, recordsStatements: recordsStatements)
        {
            connection.isLocked = true
            connection.snapshot = try DatabaseSnapshot(path: path, isLocked: true)
            return connection
        }
        for _ in 0..<attempts {
            let companions = try companionsWithContent(of: path)
            guard companions.isEmpty else {
                return try readingCopy(
                    of: path, companions: companions, recordsStatements: recordsStatements)
            }
            let snapshot = try DatabaseSnapshot(path: path)
            let connection = try Connection(
                path: path, mode: .immutable, recordsStatements: recordsStatements)
            connection.snapshot = snapshot
            // Detects a writer that was already active before the connection was opened.
            if try connection.isUnchanged { return connection }
        }
        throw FileError(
            path: path, action: .read,
            reason: "another process kept changing it during \(attempts) attempts")
    }

    /// Whether the database is unchanged since it was opened. Always true for a copy.
    ///
    /// - Throws: ``FileError`` if the files cannot be examined.
    package var isUnchanged: Bool {
        get throws { try snapshot.map { try $0 == DatabaseSnapshot(path: path, isLocked: isLocked) } ?? true }
    }

    /// Throws an error if another process changed the database since it was opened.
    ///
    /// - Parameter path: the path in the error, or nil for the path of the database.
    /// - Throws: ``FileError``.
    package func checkUnchanged(shownAs path: String? = nil) throws {
        guard try isUnchanged else {
            throw FileError(
                path: path ?? self.path, action: .read, reason: "another process changed it meanwhile")
        }
    }

    private static let attempts = 5

    /// Returns a connection that holds SQLite's read lock, or nil if there is no lock, for example on a file system
    /// without locks.
    private static func lockedForReading(
        _ path: String, recordsStatements: Bool
    ) -> Connection? {
        do {
            let connection = try Connection(
                path: path, mode: .readOnly, recordsStatements: recordsStatements)
            try connection.execute("PRAGMA busy_timeout = 5000; BEGIN")
            _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
            return connection
        } catch {
            return nil
        }
    }

    private static func readingCopy(
        of path: String, companions: [String], recordsStatements: Bool
    ) throws -> Connection {
        let name = "store.sqlite"
        let folder = try TemporaryFolder(
            files: [name] + InputFiles.companions.map { name + $0 })
        defer { withExtendedLifetime(folder) {} }
        let copy = FilePath(folder.path).appending(name).text
        try Self.copyWhileStill(path: path, companions: companions, to: copy)
        do {
            let whole = try Connection(path: copy, mode: .readWrite)
            // Checkpoints the `-wal` into the file, because an unnamed database cannot have one.
            try whole.execute("PRAGMA journal_mode = DELETE")
            let connection = try Connection(
                path: "", mode: .create, recordsStatements: recordsStatements)
            try whole.backup(to: connection)
            return connection
        } catch let error as DatabaseError {
            // The copies are private. An error therefore concerns the original database, unless the machine failed.
            if error.isMachineFault { throw error }
            throw DatabaseError(
                code: error.code, extendedCode: error.extendedCode, message: error.message,
                sql: error.sql, path: path)
        }
    }

    /// Returns whether a database can be read in place, which requires that no `-wal` or `-journal` with content is
    /// next to it.
    ///
    /// Otherwise every connection from ``reading(path:keepsStill:recordsStatements:)`` costs a copy.
    ///
    /// - Throws: ``FileError`` if the files cannot be examined.
    package static func readsInPlace(_ path: String) throws -> Bool {
        try companionsWithContent(of: path).isEmpty
    }

    static func companionsWithContent(of path: String) throws -> [String] {
        try ["-wal", "-journal"].filter { try FileStatus.size(of: path + $0) > 0 }
    }

    /// Copies the files, and starts again if a writer changed one of them meanwhile.
    private static func copyWhileStill(
        path: String, companions: [String], to copy: String
    ) throws {
        func state() throws -> [FileStatus?] {
            try ["", "-wal", "-journal"].map { try FileStatus(path: path + $0) }
        }
        for _ in 0..<attempts {
            let before = try state()
            for suffix in [""] + companions {
                Folder.remove(copy + suffix)
                let file = try FileWriter(creating: copy + suffix)
                try FileBytes.forEachPiece(of: path + suffix) { try file.write($0) }
                try file.finish()
            }
            if try before == state() { return }
        }
        throw FileError(
            path: path, action: .copy,
            reason: "another process kept changing it during \(attempts) attempts")
    }
}

extension Connection {
    /// Attaches another database, which is read in place and never written to.
    ///
    /// This connection must be immutable, and the other file must not change while it is open.
    ///
    /// - Throws: ``DatabaseError``.
    package func attachImmutable(_ path: String, as schema: String) throws {
        try InputFiles.watched?.addDatabase(path)
        try attach(path, called: Self.uri(path: path) + "?immutable=1", as: schema)
    }

    /// Attaches another database.
    ///
    /// - Parameter name: the name that SQLite opens, or nil for the path.
    /// - Throws: ``DatabaseError`` with the path of the other database.
    package func attach(_ path: String, called name: String? = nil, as schema: String) throws {
        do {
            try execute("ATTACH DATABASE \((name ?? path).sqlLiteral) AS \(schema.sqlIdentifier)")
        } catch let error as DatabaseError {
            var code = error.code
            if [.corrupt, .notADatabase].contains(error.resultCode) {
                // SQLite also reports an I/O error while attaching as a malformed file or as no database. If the file
                // can be read on its own, the cause was an I/O error.
                let other = try Connection(path: path, mode: name == nil ? .readOnly : .immutable)
                if (try? other.integer("SELECT count(*) FROM sqlite_master")) != nil {
                    code = DatabaseError.ResultCode.ioError.rawValue
                }
            }
            throw DatabaseError(code: code, message: error.message, sql: error.sql, path: path)
        }
    }
}
