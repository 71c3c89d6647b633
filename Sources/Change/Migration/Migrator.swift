import Files
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking
import SwiftDataSource

/// A migrated store, ready to be moved into place.
package struct FinishedMigration {
    /// The store.
    package let store: FinishedStore
    /// The parts of the model that the store lacks, or that are not certain.
    package let schemaProblems: [SchemaProblem]
    /// The parts of the model that its model cache lacks.
    package let modelCacheOmissions: [ModelArchiveError]
}

/// Migrates a store to another version of its model, like Core Data's lightweight migration. The result is the store
/// that `zseed create` creates for that model, with the objects of the old store.
///
/// ```swift
/// let target = try MigrationTarget(path: "App.xcdatamodeld", choice: .current)
/// let finished = try Migrator(store: "Old.sqlite", to: target).migrate(to: "New.sqlite")
/// // … verify finished.store.temporaryPath …
/// try finished.store.place()
/// ```
package struct Migrator {
    /// The path of the store, as the user gave it.
    package let path: String
    /// The store, open for reading.
    package let source: ReferenceStore
    /// The model for the new store.
    package let target: MigrationTarget
    /// The steps of the migration.
    package let way: MigrationWay
    /// Whether an app with the model opens the store without a migration.
    package let opens: Bool
    /// The path of the store through the app's migration plan; nil if the app has none, or opens the store without
    /// migration.
    package let passage: StagedPassage?
    /// The model file of the store; nil if the store contains its model.
    package let modelPath: String?
    /// The version in that file.
    package let modelChoice: ModelChoice
    private let framework: Int

    /// Opens a store and determines the steps.
    ///
    /// - Parameters:
    ///   - modelPath: a model file that matches this store exactly, for a store without a model. It can be omitted if a
    ///     version of the target has the store's hashes.
    ///   - framework: the framework version that determines the form of the new store.
    /// - Throws: `StoreError`, also if the model of the store cannot be determined; `ModelError`.
    package init(
        store path: String, modelPath: String? = nil, to target: MigrationTarget,
        framework: Int = SchemaEra.newestFramework
    ) throws {
        self.path = path
        self.target = target
        self.framework = framework
        guard try !ModelSubject.isModel(path) else { throw StoreError(.isModel, path: path) }
        (source, self.modelPath, modelChoice) = try Self.open(path, modelPath: modelPath, target: target)
        let hashes = try ModelFile.declaredHashes(of: source.connection)?.hashes
        way = try MigrationWay(from: source.model, hashes: hashes, to: target)
        let own = hashes ?? source.model.versionHashes
        opens = VersionVerdict(own, target.hashes).willOpen
        passage = target.passage(of: own, source.model)
    }

    /// Opens the store with its model: its own model, the given one, or the version of the target with its hashes.
    private static func open(
        _ path: String, modelPath: String?, target: MigrationTarget
    ) throws -> (ReferenceStore, modelPath: String?, ModelChoice) {
        let store = try ReferenceStore(path: path, modelPath: modelPath, keepsStill: true)
        guard store.model.isInferred else { return (store, modelPath, .current) }
        guard let hashes = try ModelFile.declaredHashes(of: store.connection)?.hashes,
            let version = try target.versions().first(where: {
                VersionVerdict(hashes, $0.hashes).willOpen
            }), try ModelSubject.isModel(target.path)
        else { throw StoreError(.noModel, path: path) }
        let choice = version.version.map { ModelChoice(version: $0) } ?? .current
        let found = try ReferenceStore(
            path: path, modelPath: target.path, modelChoice: choice, keepsStill: true)
        return (found, target.path, choice)
    }

    // MARK: Checking

    /// Returns a report about a migration without migrating. Writes only to a private folder.
    ///
    /// - Throws: `StoreError`, `StoreCreationError`, `DatabaseError`, `FileError`.
    package func check() throws -> MigrationReport {
        var report = MigrationReport(opens: opens, passage: passage)
        guard !opens else {
            // The cases of an enumeration do not affect version hashes.
            let gone = try StoreError.naming(path) { try EnumerationCases.gone(from: source, to: target) }
            if !gone.isEmpty { report.steps.append(.init(version: target.version, differences: gone)) }
            return report
        }
        let trial = try StagedStore(path: path, isTrial: true)
        _ = try StoreError.naming(path) { try run(into: trial, &report) }
        return report
    }

    // MARK: Migrating

    /// Migrates the store. The result is beside the output, ready to be moved into place.
    ///
    /// - Returns: nil if the mapping cannot be inferred; the report has the reasons.
    /// - Throws: `StoreError`, `StoreCreationError`, `OutputError`, `DatabaseError`, `FileError`.
    package func migrate(to output: String, _ report: inout MigrationReport) throws -> FinishedMigration? {
        report = MigrationReport(opens: opens, passage: passage)
        let staged = try StagedStore(path: output)
        let made = try StoreError.naming(path) { try run(into: staged, &report) }
        guard let finished = made else { return nil }
        let missing = try StoreError.naming(path) {
            try staged.external.keep(of: StoreLayout(model: target.model), ofStore: path)
        }
        if missing > 0 {
            var difference = MigrationDifference(
                .missingFiles(folder: ExternalValues.folder(ofStore: path)), entity: "", values: 0)
            difference.values = Int64(missing)
            report.steps[report.steps.count - 1].differences.append(difference)
        }
        return finished
    }

    /// Runs all steps, or stops at one that cannot be inferred.
    ///
    /// - Returns: nil if a step could not be inferred.
    private func run(
        into output: StagedStore, _ report: inout MigrationReport
    ) throws -> FinishedMigration? {
        let folder = try TemporaryFolder(
            files: way.steps.indices.map { "step\($0).sqlite" }, for: path)
        var current = source
        var finished: FinishedMigration?
        for (number, step) in way.steps.enumerated() {
            var differences = try DifferenceCounter(store: current, mapping: step.mapping).counted()
            if number == 0 {
                differences += try leftOut(differences)
                differences += try EnumerationCases.gone(from: source, to: target)
            }
            report.steps.append(.init(version: step.target.version, differences: differences))
            guard !differences.contains(where: { $0.consequence == .refusal }) else { return nil }
            let isLast = number == way.steps.count - 1
            let path = isLast ? output.temporaryPath : folder.path + "/step\(number).sqlite"
            if try FileStatus(path: path) == nil { try FileWriter(creating: path).finish() }
            let creator = try creator(for: step)
            var outcome = RowMigration.Outcome()
            var closed = try RowMigration(
                old: OldStore(current.connection, current.inspection, current.layout, of: self.path),
                mapping: step.mapping,
                creator: creator,
                externalFolder: ExternalValues.folder(ofStore: self.path)
            ).write(to: path, &outcome)
            report.steps[number].differences += outcome.differences
            guard !outcome.differences.contains(where: { $0.consequence == .refusal }) else {
                return nil
            }
            if isLast {
                report.objects = outcome.objects
                finished = FinishedMigration(
                    store: try output.finish(closed), schemaProblems: creator.problems,
                    modelCacheOmissions: creator.modelCacheOmissions)
            } else {
                try closed.writeIndexes()
                current = try ReferenceStore(path: path)
            }
        }
        return finished
    }

    private func creator(for step: MigrationWay.Step) throws -> StoreCreator {
        let hasHistory =
            target.keepsHistory || source.inspection.table(named: HistoryTable.change.name) != nil
        let uuid = source.inspection.uuid.uppercased()
        return try StoreCreator(
            model: step.target.model, framework: framework,
            hasHistory: hasHistory && SchemaEra(framework: framework).hasHistory,
            hashes: step.target.declaredHashes, uuid: StoreMetadata.isUUID(uuid) ? uuid : nil,
            omitsUnknownTriggers: true, guessesJoinTables: true, reference: step.target.reference)
    }

    /// Returns the contents of the store that are not objects of its model and are left out.
    ///
    /// - Parameter differences: the differences between the models.
    private func leftOut(_ differences: [MigrationDifference]) throws -> [MigrationDifference] {
        var found: [MigrationDifference] = []
        var history: Int64 = 0
        var mirroring: Int64 = 0
        for table in source.inspection.tables(beside: source.layout) {
            let rows =
                try source.connection.integer("SELECT count(*) FROM \(table.name.sqlIdentifier)") ?? 0
            if HistoryTable.isNamed(table.name) {
                history += rows
            } else if MirroringTable.isNamed(table.name) {
                mirroring += rows
            } else {
                found.append(
                    MigrationDifference(.tableLost(name: table.name), entity: "", values: rows))
            }
        }
        if history > 0 {
            found.append(MigrationDifference(.historyCleared, entity: "", values: history))
        }
        if mirroring > 0 {
            found += differences.filter { $0.kind == .entityRemoved }.map {
                MigrationDifference(.mirroredEntityRemoved, entity: $0.entity, values: mirroring)
            }
            found.append(MigrationDifference(.mirroringLost, entity: "", values: mirroring))
        }
        return found
    }
}
