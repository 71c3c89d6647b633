import Files
import ObjectModel
import Seeding
import SQLite
import StoreFormat
import SwiftDataSource

/// Repairs a store: makes it anew, as `zseed create` does of its model, with the rows of a copy in which
/// everything is mended that follows from the rest.
///
/// ```swift
/// let finished = try StoreRepair(store: "Broken.sqlite").repair(to: "Sound.sqlite")
/// // … verify finished.migration.temporaryPath: what is left cannot be repaired …
/// try finished.migration.place()
/// ```
package struct StoreRepair {
    /// A repaired store that waits to be put in place.
    package struct Finished {
        /// The store.
        package let migration: FinishedMigration
        /// What was changed of its objects.
        package let changes: [RepairChange]
    }

    /// What could not be repaired.
    package struct Refusal: Error {
        /// Why.
        package let differences: [MigrationDifference]
    }

    /// The store, as the user named it.
    package let path: String
    private let modelPath: String?
    private let choice: ModelChoice
    private let deletes: Bool

    /// Prepares a repair.
    ///
    /// - Parameters:
    ///   - modelPath: a model file of exactly this store, for one that carries no model.
    ///   - deletes: whether objects of required relationships that lead nowhere are deleted.
    package init(
        store path: String, modelPath: String? = nil, choice: ModelChoice = .current, deletes: Bool = false
    ) {
        self.path = path
        self.modelPath = modelPath
        self.choice = choice
        self.deletes = deletes
    }

    /// All that is read.
    private var inputs: InputFiles {
        var inputs = InputFiles()
        inputs.addDatabase(path)
        inputs.add(ExternalValues.folder(ofStore: path))
        if let modelPath { inputs.addModel(modelPath) }
        return inputs
    }

    /// Repairs the store; the result waits beside the output to be put in place.
    ///
    /// - Throws: ``Refusal``, `StoreError`, `StoreCreationError`, `OutputError`, `DatabaseError`, `FileError`.
    package func repair(to output: String) throws -> Finished {
        guard !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        let source = try ReferenceStore(
            path: path, modelPath: modelPath, modelChoice: choice, keepsStill: true)
        guard !source.model.isInferred else { throw StoreError(.noModel, path: path) }
        let staged = try StagedOutput(.database, path: output, inputs: inputs)
        let external = try ExternalFiles(store: staged)
        do {
            return try repair(source, staged, external)
        } catch let error as DatabaseError where error.resultCode == .corrupt {
            throw StoreError.from(error, path: path)
        }
    }

    private func repair(
        _ source: ReferenceStore, _ staged: StagedOutput, _ external: ExternalFiles
    ) throws -> Finished {
        let creator = try creator(for: source)
        let folder = try TemporaryFolder()
        let copy = folder.path + "/copy.sqlite"
        let changes = try mendedCopy(of: source, at: copy, creator)
        let connection = try Connection(path: copy, mode: .readOnly)
        let inspection = try StoreInspection(connection: connection, path: path)
        let layout = Self.layout(of: source.model, in: inspection)
        let stray = try DifferenceCounter.strayRows(layout, inspection, connection)
        guard stray.isEmpty else { throw Refusal(differences: stray) }
        let mapping = InferredMapping(from: source.model, to: source.model, byName: true)
        let outcome = try RowMigration(
            old: OldStore(connection, inspection, layout), mapping: mapping,
            creator: creator,
            externalFolder: ExternalValues.folder(ofStore: path)
        ).write(to: staged.temporaryPath)
        let refused = outcome.differences.filter { $0.consequence == .refusal }
        guard refused.isEmpty else { throw Refusal(differences: refused) }
        let result = try Connection(path: staged.temporaryPath, mode: .immutable)
        let names = try ExternalValues(layout: StoreLayout(model: source.model)).fileNames(in: result)
        _ = try external.keep(names, ofStore: path)
        return Finished(
            migration: FinishedMigration(
                output: staged, external: external, schemaProblems: [],
                modelCacheOmissions: creator.modelCacheOmissions), changes: changes)
    }

    private func creator(for source: ReferenceStore) throws -> StoreCreator {
        let metadata = try? StoreMetadata.read(from: source.connection)
        let framework = metadata?.frameworkVersion ?? SchemaEra.newestFramework
        let uuid = source.inspection.uuid.uppercased()
        return try StoreCreator(
            model: source.model, framework: framework,
            hasHistory: source.inspection.tables.contains { HistoryTable.isNamed($0.name) }
                && SchemaEra(framework: framework).hasHistory,
            uuid: StoreMetadata.isUUID(uuid) ? uuid : nil)
    }

    /// Copies the store, gives it the tables and columns that it lacks, and mends its rows.
    private func mendedCopy(
        of source: ReferenceStore, at path: String, _ creator: StoreCreator
    ) throws -> [RepairChange] {
        let connection = try Connection(path: path, mode: .create)
        try connection.execute("PRAGMA synchronous = OFF")
        try source.connection.backup(to: connection)
        try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF")
        for object in source.inspection.triggers {
            try connection.execute("DROP TRIGGER \(object.name.sqlIdentifier)")
        }
        for object in source.inspection.indexes {
            try connection.execute("DROP INDEX \(object.name.sqlIdentifier)")
        }
        var changes: [RepairChange] = []
        try connection.transaction {
            try complete(connection, source, creator)
            try renumber(connection, source)
            let reference = try StoreInspection(connection: connection, path: path)
            let layout = Self.layout(of: source.model, in: reference)
            var rows = RowRepair(connection: connection, layout: layout, deletes: deletes)
            try rows.run()
            changes = rows.changes
        }
        let history = try source.inspection.tables.filter { HistoryTable.isNamed($0.name) }.reduce(0) {
            $0 + (try connection.integer("SELECT count(*) FROM \($1.name.sqlIdentifier)") ?? 0)
        }
        let known = Set(
            (source.layout.entities.map(\.table) + source.layout.joinTables.map(\.name)
                + ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"]).map { $0.uppercased() })
        for table in source.inspection.tables
        where !table.isRTree && !HistoryTable.isNamed(table.name) && !known.contains(table.name.uppercased())
        {
            let rows = try source.connection.integer("SELECT count(*) FROM \(table.name.sqlIdentifier)") ?? 0
            changes.append(
                RepairChange(kind: .tableLeftOut, entity: table.name, property: nil, count: rows))
        }
        if history > 0 {
            changes.append(
                RepairChange(kind: .historyCleared, entity: nil, property: nil, count: history))
        }
        return changes
    }

    static func layout(of model: ManagedObjectModel, in inspection: StoreInspection) -> StoreLayout {
        StoreLayout(
            model: model,
            tables: Dictionary(
                inspection.tables.map { ($0.name, $0.columns) }, uniquingKeysWith: { first, _ in first }),
            entityNumbers: Dictionary(
                inspection.primaryKeys.map { ($0.name, Int($0.number)) },
                uniquingKeysWith: { first, _ in first }))
    }

    /// Adds what the model asks for and the store lacks: tables as the model's, columns at the end of
    /// their tables.
    private func complete(
        _ connection: Connection, _ source: ReferenceStore, _ creator: StoreCreator
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

    /// Gives `Z_PRIMARYKEY` a row for each entity: the number that the store has for it, or the rule's where
    /// the rows tell that the numbers are wrong or missing.
    private func renumber(_ connection: Connection, _ source: ReferenceStore) throws {
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
    /// The join table that is not there.
    fileprivate var missingJoinTable: String? {
        if case .missingJoinTable(_, _, let name) = self { name } else { nil }
    }

    /// The column that is not there, with its table.
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
