import SQLite

/// The databases that SQL text (`.sql`) makes, each made once however many sources read it.
///
/// They are private ones, which go away with the last that holds them.
package final class ScriptDatabases {
    private var databases: [String: Result<Connection, any Error>] = [:]

    /// None yet.
    package init() {}

    /// The database that the text in a file makes.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    func database(of path: String) throws -> Connection {
        let database = databases[path] ?? Result { try Connection.running(script: path) }
        databases[path] = database
        return try database.get()
    }

    /// Takes a database that was made elsewhere: that of a reference, say.
    func add(_ database: Connection, madeBy path: String) {
        guard Connection.isScript(path) else { return }
        databases[path] = .success(database)
    }
}
