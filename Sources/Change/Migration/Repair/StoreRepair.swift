import Files
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking
import SwiftDataSource

/// Repairs a store by creating it anew, like `zseed create`, with the rows of a copy. In the copy, everything is
/// repaired that follows from the other data.
///
/// ```swift
/// let finished = try StoreRepair(store: "Broken.sqlite").repair(to: "Sound.sqlite")
/// // … verify finished.migration.store.temporaryPath: remaining errors cannot be repaired …
/// try finished.migration.store.place()
/// ```
package struct StoreRepair {
    /// A repaired store, ready to be moved into place.
    package struct Finished {
        /// The store.
        package let migration: FinishedMigration
        /// The changes to its objects.
        package let changes: [RepairChange]
    }

    /// An error for a store that cannot be repaired.
    package struct Refusal: Error {
        /// The reasons.
        package let differences: [MigrationDifference]
    }

    /// The path of the store, as the user gave it.
    package let path: String
    private let modelPath: String?
    private let choice: ModelChoice
    private let deletes: Bool

    /// Creates a repair.
    ///
    /// - Parameters:
    ///   - modelPath: a model file that matches this store exactly, for a store without a model.
    ///   - deletes: whether objects are deleted if a required relationship has no valid destination.
    package init(
        store path: String, modelPath: String? = nil, choice: ModelChoice = .current, deletes: Bool = false
    ) {
        self.path = path
        self.modelPath = modelPath
        self.choice = choice
        self.deletes = deletes
    }

    /// Repairs the store. The result is beside the output, ready to be moved into place.
    ///
    /// - Throws: ``Refusal``, `StoreError`, `StoreCreationError`, `OutputError`, `DatabaseError`, `FileError`.
    package func repair(to output: String) throws -> Finished {
        guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        let source = try open()
        let staged = try StagedStore(path: output)
        do {
            return try repair(source, staged)
        } catch let error as DatabaseError {
            // Only copies are written, so the disk with the copies is full, and the store itself is readable.
            guard error.isMachineFault, error.path != path else { throw StoreError.from(error, path: path) }
            throw FileError(path: error.subject(output), action: .write, reason: error.message)
        }
    }

    /// Opens the store, even if it has only one of the two tables that every store has.
    private func open() throws -> Connection {
        do {
            return try StoreFile.openForReading(path, keepsStill: true)
        } catch let error as StoreError {
            guard case .notCoreData(let missing) = error.problem, missing.count == 1 else { throw error }
            return try Connection.reading(path: path, keepsStill: true)
        }
    }

    /// A private, readable copy of the store, with its model, layout and schema.
    private struct Copy {
        let path: String
        let model: ManagedObjectModel
        let layout: StoreLayout
        let inspection: StoreInspection
        let framework: Int
        /// The triggers of the store. Some may be of kinds for which there is no rule.
        let triggers: [SchemaObject]
    }

    private func repair(_ original: Connection, _ staged: StagedStore) throws -> Finished {
        let folder = try TemporaryFolder(files: ["copy.sqlite", "copy.sqlite-journal"], for: path)
        var changes: [RepairChange] = []
        let source = try copy(original, to: folder.path + "/copy.sqlite", &changes)
        let creator = try creator(for: source)
        changes += try mendRows(of: source, creator)
        let connection = try Connection(path: source.path, mode: .readOnly)
        let inspection = try StoreInspection(connection: connection, path: path)
        let layout = inspection.layout(of: source.model)
        let stray = try DifferenceCounter.strayRows(layout, inspection, connection)
        guard stray.isEmpty else { throw Refusal(differences: stray) }
        let mapping = InferredMapping(from: source.model, to: source.model, byName: true)
        var outcome = RowMigration.Outcome()
        let closed = try RowMigration(
            old: OldStore(copy: source.path, in: folder, inspection, layout), mapping: mapping,
            creator: creator,
            externalFolder: ExternalValues.folder(ofStore: path)
        ).write(to: staged.temporaryPath, &outcome)
        let refused = outcome.differences.filter { $0.consequence == .refusal }
        guard refused.isEmpty else { throw Refusal(differences: refused) }
        let finished = try staged.finish(closed)
        let missing = try staged.external.keep(of: StoreLayout(model: source.model), ofStore: path)
        guard missing == 0 else {
            let folder = ExternalValues.folder(ofStore: path)
            throw Refusal(differences: [
                MigrationDifference(.missingFiles(folder: folder), entity: "", values: Int64(missing))
            ])
        }
        return Finished(
            migration: FinishedMigration(
                store: finished,
                schemaProblems: creator.problems.filter {
                    if case .omittedTriggers = $0 { true } else { false }
                },
                modelCacheOmissions: creator.modelCacheOmissions), changes: changes)
    }

    /// Copies the store without indexes and triggers, and makes it readable.
    private func copy(
        _ original: Connection, to copy: String, _ changes: inout [RepairChange]
    ) throws -> Copy {
        let given = try modelPath.map { try ModelFile.read(path: $0, choice: choice).model }
        var bookkeeping: BookkeepingRepair
        var triggers: [SchemaObject] = []
        do {
            let connection = try Connection(path: copy, mode: .create)
            try connection.execute("PRAGMA synchronous = OFF")
            try original.backup(to: connection)
        }
        if try DatabaseHeader.writeProblem(copy) != nil { try DatabaseHeader.leaveWAL(copy) }
        do {
            let connection = try Connection(path: copy, mode: .readWrite)
            try connection.execute(
                "PRAGMA synchronous = OFF; PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF")
            let aside = try connection.rows(
                "SELECT type, name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql NOT NULL"
            ) { (type: $0.text(at: 0) ?? "", name: $0.text(at: 1) ?? "", sql: $0.text(at: 2) ?? "") }
            triggers = aside.filter { $0.type == "trigger" }.map { SchemaObject(.trigger, $0.name, $0.sql) }
            for object in aside { try connection.execute("DROP \(object.type) \(object.name.sqlIdentifier)") }
            try checkPages(of: connection)
            bookkeeping = BookkeepingRepair(connection: connection, model: given)
            try connection.transaction { try bookkeeping.run() }
        }
        changes += bookkeeping.changes
        let reference = try ReferenceStore(path: copy, modelPath: modelPath, modelChoice: choice)
        guard !reference.model.isInferred else { throw StoreError(.noModel, path: path) }
        // Without version hashes, it is unknown whether a given model is the store's.
        if bookkeeping.lostHashes, given != nil, !reference.layout.problems.isEmpty {
            throw StoreError(
                .badBookkeeping(
                    "Z_METADATA has no version hashes, and the tables and columns are not those of the "
                        + "model"),
                path: path)
        }
        let metadata = try ifHeld { try StoreMetadata.read(from: reference.connection) }
        if let framework = metadata?.frameworkVersion, framework < 1 || Int32(exactly: framework) == nil {
            throw StoreError(
                .badBookkeeping("the framework version \(framework) in its metadata is invalid"),
                path: path)
        }
        return Copy(
            path: copy, model: reference.model, layout: reference.layout, inspection: reference.inspection,
            framework: metadata?.frameworkVersion ?? SchemaEra.newestFramework, triggers: triggers)
    }

    /// Throws if pages of tables are damaged, because fewer rows might be read than there were. Indexes and the list of
    /// free pages do not matter, because they are rebuilt.
    private func checkPages(of connection: Connection) throws {
        let messages = try connection.rows("PRAGMA integrity_check") { $0.text(at: 0) ?? "" }
            .flatMap { $0.split(separator: "\n") }
        let grave = messages.first { message in
            message != "ok" && !message.hasPrefix("***") && !message.contains(" index ")
                && !message.lowercased().contains("freelist")
        }
        if let grave { throw StoreError(.damaged("\(grave)"), path: path) }
    }

    private func creator(for source: Copy) throws -> StoreCreator {
        let uuid = source.inspection.uuid.uppercased()
        return try StoreCreator(
            model: source.model, framework: source.framework,
            hasHistory: source.inspection.tables.contains { HistoryTable.isNamed($0.name) }
                && SchemaEra(framework: source.framework).hasHistory,
            uuid: StoreMetadata.isUUID(uuid) ? uuid : nil, omitsUnknownTriggers: true,
            guessesJoinTables: true,
            reference: source.inspection.schemaObjects.filter { $0.kind == .table } + source.triggers)
    }

    /// Adds missing tables and columns to the copy, and repairs its rows.
    private func mendRows(of source: Copy, _ creator: StoreCreator) throws -> [RepairChange] {
        let connection = try Connection(path: source.path, mode: .readWrite)
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        var changes: [RepairChange] = []
        try connection.transaction {
            try complete(connection, source, creator)
            try renumber(connection, source)
            let reference = try StoreInspection(connection: connection, path: path)
            let layout = reference.layout(of: source.model)
            var rows = RowRepair(connection: connection, layout: layout, deletes: deletes)
            try rows.run()
            changes = rows.changes
        }
        func count(_ table: String) throws -> Int64 {
            try connection.integer("SELECT count(*) FROM \(table.sqlIdentifier)") ?? 0
        }
        var history: Int64 = 0
        for table in source.inspection.tables(beside: source.layout) {
            if HistoryTable.isNamed(table.name) {
                history += try count(table.name)
            } else {
                changes.append(
                    RepairChange(
                        kind: .tableLeftOut, entity: table.name, property: nil, count: try count(table.name)))
            }
        }
        if history > 0 {
            changes.append(
                RepairChange(kind: .historyCleared, entity: nil, property: nil, count: history))
        }
        return changes
    }

    /// Adds the tables and columns that the model requires and the store lacks. Columns are added at the end of their
    /// tables.
    private func complete(
        _ connection: Connection, _ source: Copy, _ creator: StoreCreator
    ) throws {
        let layout = StoreLayout(model: source.model)
        let missing = Set(source.layout.problems.compactMap(\.missingJoinTable))
        for object in creator.statements.objects where object.kind == .table {
            guard source.inspection.table(named: object.name) == nil,
                layout.joinTables.contains(where: { $0.name == object.name })
                    ? missing.contains(object.name)
                    : object.name.hasPrefix("Z") && !object.name.hasPrefix("Z_")
            else { continue }
            try connection.execute(object.sql)
        }
        for table in source.inspection.tables
        where layout.entities.contains(where: { $0.table.uppercased() == table.name.uppercased() }) {
            for name in ["Z_ENT", "Z_OPT"] where !table.columns.contains(where: { $0.name == name }) {
                try connection.execute(
                    "ALTER TABLE \(table.name.sqlIdentifier) ADD COLUMN \(name) INTEGER")
            }
        }
        for problem in source.layout.problems {
            guard let (table, column) = problem.missingColumn,
                source.inspection.table(named: table) != nil,
                let type = creator.schema.tables.first(where: { $0.name == table })?.columns
                    .first(where: { $0.name == column })?.sqlType
            else { continue }
            try connection.execute(
                "ALTER TABLE \(table.sqlIdentifier) ADD COLUMN \(column.sqlIdentifier) \(type)")
        }
    }

    /// Gives `Z_PRIMARYKEY` one row for each entity, with the store's number for it, or with the number by rule if the
    /// rows show that the store's numbers are wrong or missing.
    private func renumber(_ connection: Connection, _ source: Copy) throws {
        let model = source.model
        let rule = StoreLayout(model: model)
        let isRule = try rule.entities.filter { $0.name == $0.rootName }.allSatisfy { root in
            let known = try connection.integer(
                "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(root.table.sqlLiteral)")
            guard known == 1 else { return true }
            return try connection.integer(
                "SELECT count(*) FROM \(root.table.sqlIdentifier) WHERE Z_ENT IN (\(root.familyNumbers.sqlList))"
            )
                == connection.integer("SELECT count(*) FROM \(root.table.sqlIdentifier)")
        }
        for entity in model.entities {
            let stored = source.layout.entity(named: entity.name)?.number ?? entity.number
            let number = isRule ? entity.number : stored
            try connection.execute(
                "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = \(number) AND Z_NAME <> \(entity.name.sqlLiteral)")
            let noted = source.inspection.primaryKey(of: entity.name)?.highestPrimaryKey ?? 0
            try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = \(entity.name.sqlLiteral)")
            try connection.execute(
                "INSERT OR REPLACE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) "
                    + "VALUES (\(number), \(entity.name.sqlLiteral), 0, \(max(noted, 0)))")
        }
    }
}

extension LayoutProblem {
    /// The missing join table.
    fileprivate var missingJoinTable: String? {
        if case .missingJoinTable(_, _, let name) = self { name } else { nil }
    }

    /// The missing column and its table.
    fileprivate var missingColumn: (table: String, column: String)? {
        switch self {
        case .missingColumn(_, _, let table, let column),
            .missingEntityColumn(_, _, let table, let column),
            .missingOrderColumn(_, _, let table, let column):
            (table, column)
        default: nil
        }
    }
}
