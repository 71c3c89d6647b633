import ObjectModel
import SQLite

extension SQLiteKind {
    package static func recognizes(_ file: CandidateFile) -> Bool { file.isDatabase }

    /// Returns a draft for each table.
    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        guard file.isScript else {
            return try drafts(of: Connection.reading(path: file.path), at: file.path)
        }
        do {
            let scripts = file.scripts ?? ScriptDatabases()
            let database = try scripts.database(of: file.path)
            let leftOut = scripts.leftOut(of: file.path)
            return try drafts(of: database, at: file.path).map { draft in
                var draft = draft
                draft.doubts += (leftOut[draft.name] ?? []).map {
                    "`\($0)` is left out: only the server knows it"
                }
                return draft
            }
        } catch let error as DatabaseError where !error.isMachineFault {
            throw SeedIssue(
                .database(.sourceDatabase(error.message)), at: .init(path: file.path, line: error.line))
        }
    }

    private static func drafts(of connection: Connection, at path: String) throws -> [SourceDraft] {
        try tables(in: connection).map { table in
            SourceDraft(
                kind: SQLiteKind(path: path, selection: .table(table)), name: table,
                options: [("table", YAMLText.scalar(table))],
                table: SourceTable(
                    name: table, references: try references(of: table, in: connection),
                    primaryKey: try primaryKey(of: table, in: connection).map { $0.lowercased() }))
        }
    }

    /// Returns the names of all tables except SQLite's own.
    static func tables(in connection: Connection) throws -> [String] {
        try connection.rows(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """
        ) { $0.text(at: 0) ?? "" }
    }

    /// Returns the foreign keys of a table by column: the other table and its column. Keys with several columns are
    /// omitted.
    private static func references(
        of table: String, in connection: Connection
    ) throws -> [String: (table: String, column: String)] {
        var references: [String: (table: String, column: String)] = [:]
        var parts: [Int64: Int] = [:]
        var found: [(id: Int64, table: String, from: String, to: String?)] = []
        try connection.forEachRow("PRAGMA foreign_key_list(\(table.sqlIdentifier))") { row in
            let id = row.integer(at: 0)
            parts[id, default: 0] += 1
            found.append((id, row.text(at: 2) ?? "", row.text(at: 3) ?? "", row.text(at: 4)))
        }
        for reference in found where parts[reference.id] == 1 {
            let keys = try reference.to.map { [$0] } ?? primaryKey(of: reference.table, in: connection)
            guard let key = keys.first, keys.count == 1 else { continue }
            references[reference.from.lowercased()] = (reference.table, key)
        }
        return references
    }

    /// Returns the columns of a table's primary key.
    private static func primaryKey(of table: String, in connection: Connection) throws -> [String] {
        var names: [String] = []
        try connection.forEachRow("PRAGMA table_info(\(table.sqlIdentifier))") { row in
            if row.integer(at: 5) > 0 { names.append(row.text(at: 1) ?? "") }
        }
        return names
    }
}
