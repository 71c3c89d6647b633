import Exporting
import Files
import ObjectModel
import SQLite
import StoreFormat

/// The plan for a database that `zseed export --to` wrote. Nothing in it is inferred, because the reference's
/// model determines the names of its tables.
struct PlainDraft {
    private let path: String
    private let written: String
    private let reference: ReferenceStore
    private let schema: PlainSchema
    private let database: Connection
    /// The columns of the database's tables, by table name.
    private let columns: [String: [ColumnInfo]]

    /// Creates the draft of a database.
    ///
    /// - Parameter planFolder: the folder in which relative paths of the plan start.
    /// - Returns: nil if no export of such a store wrote the database.
    /// - Throws: `DatabaseError`.
    init?(_ path: String, planFolder: String, for reference: ReferenceStore) throws {
        guard try FileStatus(path: path)?.isRegularFile == true, !Connection.isScript(path) else {
            return nil
        }
        do {
            database = try Connection.reading(path: path)
        } catch let error as DatabaseError where !error.isMachineFault {
            return nil
        }
        guard try Self.isMarked(database) else { return nil }
        schema = PlainSchema(reference)
        columns = try ColumnInfo.tables(of: database)
        guard schema.tables.contains(where: { [columns] in columns[$0.name] != nil }) else { return nil }
        self.path = path
        written = YAMLText.scalar(try FilePath(path).relative(toFolder: FilePath(planFolder)))
        self.reference = reference
    }

    /// Returns whether the header has the mark of an export, in a version that this program reads.
    private static func isMarked(_ database: Connection) throws -> Bool {
        do {
            return try database.integer("PRAGMA application_id") == PlainSchema.applicationID
                && database.integer("PRAGMA user_version") == PlainSchema.version
        } catch let error as DatabaseError where !error.isMachineFault {
            return false
        }
    }

    /// Whether the reference store has records of CloudKit.
    var needsCloudKit: Bool {
        get throws {
            try reference.inspection.tables.contains { table in
                guard MirroringTable.isNamed(table.name) else { return false }
                let sql = "SELECT EXISTS (SELECT 1 FROM \(table.name.sqlIdentifier))"
                return try ifHeld { try reference.connection.integer(sql) } == 1
            }
        }
    }

    /// Returns the lines of the plan from `sources:` on.
    ///
    /// - Throws: `DatabaseError`.
    func lines() throws -> [DraftLine] {
        var sources: [DraftLine] = []
        var loads: [DraftLine] = []
        for table in schema.tables where has(table.name, table.primaryKey) {
            for entity in table.entities {
                let load = try PlainLoadDraft(
                    entity, in: table, columns: columns[table.name] ?? [], reference: reference,
                    database: database)
                guard let load else { continue }
                sources.append(source(entity.name, load.source))
                loads += load.lines
            }
        }
        var links: [DraftLine] = []
        for table in schema.tables where has(table.name, table.primaryKey) {
            for property in table.properties {
                guard case .source(let source, let storage, _) = property.content,
                    has(table.name, property.name)
                else { continue }
                let name = source.name + "." + storage.relationship.name
                let column = property.name.sqlIdentifier
                let key = table.primaryKey.sqlIdentifier
                let query =
                    "SELECT \(column), \(key) AS target_id FROM \(table.name.sqlIdentifier) "
                    + "WHERE \(column) IS NOT NULL ORDER BY \(key)"
                sources.append(self.source(name, "query: " + YAMLText.quoted(query)))
                links.append(
                    link(name, (source.name, property.name), (storage.destinationName, "target_id"), nil))
            }
        }
        for junction in schema.junctions
        where has(junction.name, junction.sourceColumn) && has(junction.name, junction.targetColumn) {
            let name = junction.source.name + "." + junction.relationship
            let order = junction.orderColumn.flatMap { has(junction.name, $0) ? $0 : nil }
            let inverse = junction.inverseOrderColumn.flatMap { has(junction.name, $0) ? $0 : nil }
            // Rows are sorted by the order of the inverse, if it has one.
            let sorting = [inverse, junction.sourceColumn, order, junction.targetColumn].compactMap(\.self)
            let query =
                "SELECT * FROM \(junction.name.sqlIdentifier) ORDER BY "
                + sorting.map(\.sqlIdentifier).joined(separator: ", ")
            sources.append(source(name, "query: " + YAMLText.quoted(query)))
            links.append(
                link(
                    name, (junction.source.name, junction.sourceColumn),
                    (junction.target.name, junction.targetColumn), order))
        }
        return [DraftLine(text: ""), DraftLine(text: "sources:")] + sources
            + [DraftLine(text: ""), DraftLine(text: loads.isEmpty ? "entities: {}" : "entities:")] + loads
            + (links.isEmpty ? [] : [DraftLine(text: ""), DraftLine(text: "links:")] + links) + strangers
    }

    private func has(_ table: String, _ column: String) -> Bool {
        columns[table]?.contains { $0.name == column } ?? false
    }

    private func source(_ name: String, _ selection: String) -> DraftLine {
        var line = DraftLine(text: "  \(YAMLText.scalar(name)): { sqlite: \(written), \(selection) }")
        line.path = path
        return line
    }

    private func link(
        _ name: String, _ source: (entity: String, column: String),
        _ target: (entity: String, column: String), _ order: String?
    ) -> DraftLine {
        func end(_ end: (entity: String, column: String)) -> String {
            "{ keyOf: \(YAMLText.scalar(end.entity)), column: \(YAMLText.scalar(end.column)) }"
        }
        let order = order.map { ", order: \(YAMLText.scalar($0))" } ?? ""
        return DraftLine(
            text: "  - { from: \(YAMLText.scalar(name)), relationship: \(YAMLText.scalar(name)), "
                + "source: \(end(source)), target: \(end(target))\(order) }")
    }

    /// Tables that no export writes. The user added them.
    private var strangers: [DraftLine] {
        let known = Set(schema.names)
        return columns.keys.filter { !known.contains($0) && !$0.hasPrefix("sqlite_") }.sorted().map {
            DraftLine(text: "", doubts: ["no entity fits the table `\($0)`"])
        }
    }
}
