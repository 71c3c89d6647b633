import SQLite

/// What several sources of a build read, made once: the databases that SQL text (`.sql`) makes, and
/// whatever else takes a pass over a file.
///
/// The databases are private ones, which go away with the last that holds them.
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

    private var objects: [String: AnyObject] = [:]

    /// What stands for a file, made when it is asked for first.
    func shared<Object: AnyObject>(_ path: String, _ make: () throws -> Object) rethrows -> Object {
        let key = "\(Object.self) \(path)"
        if let known = objects[key] as? Object { return known }
        let object = try make()
        objects[key] = object
        return object
    }

    /// Takes a database that was made elsewhere: that of a reference, say.
    package func add(_ database: Connection, madeBy path: String) {
        guard Connection.isScript(path) else { return }
        databases[path] = .success(database)
    }
}
