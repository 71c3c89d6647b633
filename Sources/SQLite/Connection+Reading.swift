import Files
import Foundation

extension Connection {
    /// Opens an existing database to read it as it is now, leaving no trace beside it.
    ///
    /// A file without a live `-wal` or `-journal` is opened as immutable, which also works in a
    /// read-only folder. Where there is one, its transactions are part of the database, but SQLite
    /// would have to write beside the file to read them: a private copy of both is read instead.
    /// It becomes a database without a name, which no end of the process leaves behind.
    ///
    /// See <https://www.sqlite.org/wal.html#read_only_databases>.
    /// - Throws: ``DatabaseError``, or a ``FileError`` when the copy cannot be made.
    public static func reading(path: String, recordsStatements: Bool = false) throws -> Connection {
        let companions = companionsWithContent(of: path)
        guard !companions.isEmpty else {
            return try Connection(
                path: path, mode: .immutable, recordsStatements: recordsStatements)
        }
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let copy = folder.path + "/store.sqlite"
        try Self.copyWhileStill(path: path, companions: companions, to: copy)
        let whole = try Connection(path: copy, mode: .readWrite)
        // Takes the -wal in: a database without a name cannot have one.
        try whole.execute("PRAGMA journal_mode = DELETE")
        let connection = try Connection(
            path: "", mode: .create, recordsStatements: recordsStatements)
        try whole.backup(to: connection)
        return connection
    }

    /// Whether a database is read where it is: whether no `-wal` or `-journal` beside it has content.
    /// Otherwise every connection that ``reading(path:recordsStatements:)`` opens costs a copy.
    public static func readsInPlace(_ path: String) -> Bool {
        companionsWithContent(of: path).isEmpty
    }

    private static func companionsWithContent(of path: String) -> [String] {
        ["-wal", "-journal"].filter { FileStatus.size(of: path + $0) > 0 }
    }

    /// Copies the files, again if one of them changed meanwhile (a writer at work).
    private static func copyWhileStill(
        path: String, companions: [String], to copy: String
    ) throws {
        let attempts = 5
        for _ in 0..<attempts {
            let before = ([""] + companions).map { FileStatus(path: path + $0) }
            for suffix in [""] + companions {
                try? FileManager.default.removeItem(atPath: copy + suffix)
                do {
                    try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
                    try FileManager.default.setAttributes(
                        [.posixPermissions: 0o600], ofItemAtPath: copy + suffix)
                } catch {
                    throw FileError(path: path + suffix, action: .copy, reason: "\(error)")
                }
            }
            if before == ([""] + companions).map({ FileStatus(path: path + $0) }) { return }
        }
        throw FileError(
            path: path, action: .copy,
            reason: "another process kept changing it during \(attempts) attempts")
    }
}
