import Files

/// An error from SQLite.
///
/// It has the result code, SQLite's message, the SQL text and the path. It never contains bound values, because
/// errors end up in logs.
///
/// See <https://www.sqlite.org/rescode.html> for the codes.
public struct DatabaseError: Error, Equatable, Sendable {
    /// The primary result code, such as `SQLITE_NOTADB` (26).
    public let code: Int32
    /// The extended result code, such as `SQLITE_CONSTRAINT_UNIQUE` (2067).
    public let extendedCode: Int32
    /// SQLite's message, without the SQL.
    public let message: String
    /// The statement that failed, if the error concerns one.
    public let sql: String?
    /// The path of the database as the caller passed it, or the folder for temporary files if a machine failure
    /// concerns that folder.
    public private(set) var path: String
    /// Whether the database is a private file of this process, which no other process can have locked.
    private let isPrivate: Bool
    /// The line of the failed statement, for SQL text from a file.
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

    /// Whether the machine failed (disk full, I/O, permissions, memory), as opposed to invalid data.
    public var isMachineFault: Bool {
        switch ResultCode(rawValue: code) {
        case .fullDisk, .ioError, .permission, .noMemory, .readOnly, .cannotOpen: true
        case .busy, .locked: isPrivate
        default: false
        }
    }

    /// Returns the path to name in a message: the folder for temporary files if the error concerns it, and
    /// otherwise the given path.
    package func subject(_ path: String) -> String {
        self.path == TemporaryFolder.parent ? self.path : path
    }

    /// The result codes that zseed distinguishes.
    public enum ResultCode: Int32, Sendable {
        case error = 1, permission = 3, busy = 5, locked = 6, noMemory = 7, readOnly = 8
        case interrupted = 9, ioError = 10, corrupt = 11, fullDisk = 13, cannotOpen = 14
        case tooBig = 18, constraint = 19, mismatch = 20, misuse = 21, authorization = 23
        case notADatabase = 26
    }

    /// The result code, or nil if zseed does not distinguish it.
    public var resultCode: ResultCode? { ResultCode(rawValue: code) }
}

/// Returns the result of `body`, or nil if the database does not have the requested content.
///
/// - Throws: ``DatabaseError`` and `FileError` if the machine failed, because the content is then unknown.
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
    /// One line with the message, the code, and the statement if there is one.
    public var description: String {
        let statement = sql.map { " in `\($0)`" } ?? ""
        return "\(message) (SQLite \(extendedCode))\(statement)"
    }
}
