import SQLite

/// What several sources of a build read, made once: the databases that SQL text (`.sql`) makes, and
/// whatever else takes a pass over a file.
///
/// The databases are private ones, which go away with the last that holds them.
package final class ScriptDatabases {
    private var databases: [String: Result<Connection, any Error>] = [:]

    /// None yet.
    package init() {}

    /// A private database of what SQL text makes: SQLite's by running it, a dump or script of another system by reading
    /// its tables and rows.
    ///
    /// - Parameter leavingOut: told of each column that only that system knows.
    /// - Throws: `FileError`, `DatabaseError`, and ``SeedIssue`` for what is not read, or was cut.
    package static func making(
        _ path: String, leavingOut: (_ table: String, _ column: String) -> Void = { _, _ in }
    ) throws -> Connection {
        try whole(read(path, leavingOut: leavingOut), path)
    }

    private static func whole(_ database: Connection, _ path: String) throws -> Connection {
        guard let end = database.missingEnd else { return database }
        throw SeedIssue(.file(.cutDump(missing: end)), at: .init(path: path))
    }

    private static func read(
        _ path: String, leavingOut: (_ table: String, _ column: String) -> Void = { _, _ in }
    ) throws -> Connection {
        func read(_ format: ForeignFormat) throws -> Connection {
            try DumpReader.database(
                of: Connection.script(path), format: format, path: path, leavingOut: leavingOut)
        }
        let found = try ForeignFormat.of(path: path).flatMap { $0.format == .sqlText ? nil : $0 }
        // What SQLite understands of MySQL's texts may mean something else to it.
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

    /// The database that the text in a file makes.
    ///
    /// - Parameter isPartial: whether a text that was cut is read as well.
    /// - Throws: `FileError`, `DatabaseError`, ``SeedIssue``.
    func database(of path: String, isPartial: Bool = false) throws -> Connection {
        let database = databases[path] ?? Result { try Self.read(path) }
        databases[path] = database
        return isPartial ? try database.get() : try Self.whole(database.get(), path)
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
