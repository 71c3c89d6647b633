import Files

/// What SQLite answered when it refused something.
///
/// Carries everything needed to act on it: the result code, SQLite's own words, the SQL text and
/// the file. Bound values never appear here, since errors end up in logs.
///
/// See <https://www.sqlite.org/rescode.html> for the codes.
public struct DatabaseError: Error, Equatable, Sendable {
    /// The primary result code, such as `SQLITE_NOTADB` (26).
    public let code: Int32
    /// The extended result code, such as `SQLITE_CONSTRAINT_UNIQUE` (2067).
    public let extendedCode: Int32
    /// SQLite's message, without the SQL.
    public let message: String
    /// The statement that failed, if one was being prepared or run.
    public let sql: String?
    /// The path of the database, as it was given; the folder for temporary files where the machine is at fault for
    /// what is there.
    public private(set) var path: String
    /// Whether the database is a private file of this process, so that no other process can have it locked.
    private let isPrivate: Bool
    /// Of SQL text from a file, the line of the statement that failed.
    public var line: Int?

    /// Creates an error from its parts.
    package init(
        code: Int32, extendedCode: Int32? = nil, message: String, sql: String? = nil, path: String
    ) {
        self.code = code & 0xFF
        self.extendedCode = extendedCode ?? code
        self.message = message
        self.sql = sql
        self.path = path
        isPrivate = PrivatePath.isPrivate(path)
        if isMachineFault { self.path = TemporaryFolder.named(path) }
    }

    /// Whether the machine is at fault (disk full, I/O, permissions, memory) and not the data.
    public var isMachineFault: Bool {
        switch ResultCode(rawValue: code) {
        case .fullDisk, .ioError, .permission, .noMemory, .readOnly, .cannotOpen: true
        case .busy, .locked: isPrivate
        default: false
        }
    }

    /// What to name for it: the folder for temporary files, where that is at fault, and else what it is about.
    package func subject(_ path: String) -> String {
        self.path == TemporaryFolder.parent ? self.path : path
    }

    /// The result codes that zseed tells apart.
    public enum ResultCode: Int32, Sendable {
        case error = 1, permission = 3, busy = 5, locked = 6, noMemory = 7, readOnly = 8
        case interrupted = 9, ioError = 10, corrupt = 11, fullDisk = 13, cannotOpen = 14
        case tooBig = 18, constraint = 19, mismatch = 20, misuse = 21, authorization = 23
        case notADatabase = 26
    }

    /// The result code, where it is one that zseed tells apart.
    public var resultCode: ResultCode? { ResultCode(rawValue: code) }
}

/// What `body` gives; nil where a database does not hold what it asks for, or something else.
///
/// - Throws: ``DatabaseError`` and `FileError` where the machine is at fault: that says nothing of what is there.
package func ifHeld<Result>(_ body: () throws -> Result) throws -> Result? {
    do {
        return try body()
    } catch let error as DatabaseError where error.isMachineFault {
        throw error
    } catch let error as FileError {
        throw error
    } catch {
        return nil
    }
}

extension DatabaseError: CustomStringConvertible {
    /// One line: message, code, and the statement if there was one.
    public var description: String {
        let statement = sql.map { " in `\($0)`" } ?? ""
        return "\(message) (SQLite \(extendedCode))\(statement)"
    }
}
