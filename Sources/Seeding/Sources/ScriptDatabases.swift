import SQLite

/// The databases that SQL text (`.sql`) makes, each made once however many sources read it.
///
/// They are private ones, which go away with the last that holds them.
package final class ScriptDatabases {
    private var databases: [String: Connection] = [:]

    /// None yet.
    package init() {}

    /// The database that the text in a file makes.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    func database(of path: String) throws -> Connection {
        if let known = databases[path] { return known }
        let database = try Connection.running(script: path)
        databases[path] = database
        return database
    }

    /// Takes a database that was made elsewhere: that of a reference, say.
    func add(_ database: Connection, madeBy path: String) {
        guard Connection.isScript(path) else { return }
        databases[path] = database
    }
}
