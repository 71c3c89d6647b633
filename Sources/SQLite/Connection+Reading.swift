import Files

extension Connection {
    /// Opens an existing database to read it as it is now, leaving no trace beside it.
    ///
    /// A file without a live `-wal` or `-journal` is opened as immutable, which also works in a
    /// read-only folder. Where there is one, its transactions are part of the database, but SQLite
    /// would have to write beside the file to read them: a private copy of both is read instead.
    /// It becomes a database without a name, which no end of the process leaves behind.
    ///
    /// Another process may write to it meanwhile: ``isUnchanged`` tells afterwards.
    ///
    /// See <https://www.sqlite.org/wal.html#read_only_databases>.
    /// - Parameter keepsStill: whether to keep writers out where a reader can, in rollback-journal
    ///   mode, as long as the connection is open.
    /// - Throws: ``DatabaseError``, or a ``FileError`` when the copy cannot be made.
    package static func reading(
        path: String, keepsStill: Bool = false, recordsStatements: Bool = false
    ) throws -> Connection {
        // A journal is no obstacle: that of a writer at work waits for the lock, and one that a
        // crash left behind lets the lock fail.
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
            // A writer that was at work when we came is seen by now.
            if try connection.isUnchanged { return connection }
        }
        throw FileError(
            path: path, action: .read,
            reason: "another process kept changing it during \(attempts) attempts")
    }

    /// Whether the database is still what it was when it was opened; true for a copy.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package var isUnchanged: Bool {
        get throws { try snapshot.map { try $0 == DatabaseSnapshot(path: path, isLocked: isLocked) } ?? true }
    }

    /// Refuses what was read of a database that another process changed meanwhile.
    ///
    /// - Parameter path: what the error names; nil for the path of the database.
    /// - Throws: ``FileError``.
    package func checkUnchanged(shownAs path: String? = nil) throws {
        guard try isUnchanged else {
            throw FileError(
                path: path ?? self.path, action: .read, reason: "another process changed it meanwhile")
        }
    }

    private static let attempts = 5

    /// A connection that holds SQLite's read lock; nil where there can be none, such as on a file
    /// system without locks.
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
            // Takes the -wal in: a database without a name cannot have one.
            try whole.execute("PRAGMA journal_mode = DELETE")
            let connection = try Connection(
                path: "", mode: .create, recordsStatements: recordsStatements)
            try whole.backup(to: connection)
            return connection
        } catch let error as DatabaseError {
            // The copies are ours: it is the database that was named which cannot be read, or the disk is full.
            if error.isMachineFault { throw error }
            throw DatabaseError(
                code: error.code, extendedCode: error.extendedCode, message: error.message,
                sql: error.sql, path: path)
        }
    }

    /// Whether a database is read where it is: whether no `-wal` or `-journal` beside it has content.
    /// Otherwise every connection that ``reading(path:keepsStill:recordsStatements:)`` opens costs a copy.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package static func readsInPlace(_ path: String) throws -> Bool {
        try companionsWithContent(of: path).isEmpty
    }

    static func companionsWithContent(of path: String) throws -> [String] {
        try ["-wal", "-journal"].filter { try FileStatus.size(of: path + $0) > 0 }
    }

    /// Copies the files, again if one of them changed meanwhile (a writer at work).
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
    /// Makes the tables of another database seen, which is read where it is and never written to.
    ///
    /// This connection must have been opened as immutable, and nothing may write to the file while it is
    /// open.
    ///
    /// - Throws: ``DatabaseError``.
    package func attachImmutable(_ path: String, as schema: String) throws {
        try InputFiles.watched?.addDatabase(path)
        try attach(path, called: Self.uri(path: path) + "?immutable=1", as: schema)
    }

    /// Makes the tables of another database seen.
    ///
    /// - Parameter name: what SQLite is to open; nil for the path.
    /// - Throws: ``DatabaseError``, which names that one.
    package func attach(_ path: String, called name: String? = nil, as schema: String) throws {
        do {
            try execute("ATTACH DATABASE \((name ?? path).sqlLiteral) AS \(schema.sqlIdentifier)")
        } catch let error as DatabaseError {
            var code = error.code
            if [.corrupt, .notADatabase].contains(error.resultCode) {
                // What cannot be read while it is attached is malformed, or none, to SQLite: a second look tells.
                let other = try Connection(path: path, mode: name == nil ? .readOnly : .immutable)
                if (try? other.integer("SELECT count(*) FROM sqlite_master")) != nil {
                    code = DatabaseError.ResultCode.ioError.rawValue
                }
            }
            throw DatabaseError(code: code, message: error.message, sql: error.sql, path: path)
        }
    }
}
