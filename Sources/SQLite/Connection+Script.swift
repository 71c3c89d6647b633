import Files
import Foundation

extension Connection {
    /// SQLite takes no longer text at once.
    private static var longestScript: Int { 1_000_000_000 }

    /// A private database made by running SQL text, which can reach no other database.
    ///
    /// - Parameter path: the file with the text, UTF-8.
    /// - Throws: ``FileError`` where the file cannot be read, ``DatabaseError`` where SQLite
    ///   refuses its text.
    public static func running(script path: String) throws -> Connection {
        let bytes = try FileBytes.first(longestScript + 1, of: path)
        guard bytes.count <= longestScript else {
            throw DatabaseError(
                code: 1, message: "the text is longer than \(longestScript) bytes", path: path)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw DatabaseError(code: 1, message: "the text is not UTF-8", path: path)
        }
        let connection = try temporary()
        connection.denyOtherDatabases()
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.execute(text)
        return connection
    }

    /// A new, empty database without a name, which SQLite keeps in memory or in a file that no end
    /// of the process leaves behind.
    ///
    /// - Throws: ``DatabaseError``.
    public static func temporary() throws -> Connection { try Connection(path: "", mode: .create) }

    /// Whether a path names SQL text rather than a database.
    public static func isScript(_ path: String) -> Bool { path.lowercased().hasSuffix(".sql") }
}
