import SQLite

/// Objects that several inputs of a build share, such as the databases that SQL text (`.sql`) creates and the
/// results of other passes over a file.
///
/// The databases are private, and are removed with their last reference.
package final class ScriptDatabases {
    private var databases: [String: Result<Connection, any Error>] = [:]
    private var leftOut: [String: [String: [String]]] = [:]

    /// Creates an empty collection.
    package init() {}

    private static func whole(_ database: Connection, _ path: String) throws -> Connection {
        guard let end = database.missingEnd else { return database }
        throw SeedIssue(.file(.cutDump(missing: end)), at: .init(path: path))
    }

    /// Reads SQL text into a private database. SQLite's own text is run. For a dump or script of another system, the
    /// tables and rows are read.
    ///
    /// - Parameter leavingOut: called for each column whose values only that system knows.
    private static func read(
        _ path: String, leavingOut: (_ table: String, _ column: String) -> Void
    ) throws -> Connection {
        func read(_ format: ForeignFormat) throws -> Connection {
            try DumpReader.database(
                of: Connection.script(path), format: format, path: path, leavingOut: leavingOut)
        }
        let found = try ForeignFormat.of(path: path).flatMap { $0.format == .sqlText ? nil : $0 }
        // SQLite accepts some MySQL texts but may interpret them differently.
        guard found?.format != .mySQLDump || found?.isCompressed == true else {
            return try read(.mySQLDump)
        }
        do {
            return try Connection.running(script: path)
        } catch let error as DatabaseError where !error.isMachineFault {
            guard let found else { throw error }
            guard found.format == .postgreSQLDump, !found.isCompressed else { throw found.issue(at: path) }
            return try read(found.format)
        }
    }

    /// Returns the database that the text in a file creates.
    ///
    /// - Parameter isPartial: whether truncated text is accepted.
    /// - Throws: `FileError`, `DatabaseError`, and ``SeedIssue`` if the text is unsupported or truncated.
    package func database(of path: String, isPartial: Bool = false) throws -> Connection {
        let database =
            databases[path]
            ?? Result { try Self.read(path) { leftOut[path, default: [:]][$0, default: []].append($1) } }
        databases[path] = database
        return isPartial ? try database.get() : try Self.whole(database.get(), path)
    }

    /// The columns that only the system of a dump knows, by table.
    func leftOut(of path: String) -> [String: [String]] { leftOut[path] ?? [:] }

    private var objects: [String: AnyObject] = [:]

    /// Returns the shared object for a file, which is created on first use.
    func shared<Object: AnyObject>(_ path: String, _ make: () throws -> Object) rethrows -> Object {
        let key = "\(Object.self) \(path)"
        if let known = objects[key] as? Object { return known }
        let object = try make()
        objects[key] = object
        return object
    }

    /// Adds a database that was created elsewhere, for example that of a reference.
    package func add(_ database: Connection, madeBy path: String) {
        guard Connection.isScript(path) else { return }
        databases[path] = .success(database)
    }
}
