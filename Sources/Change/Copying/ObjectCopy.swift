import Files
import Migration
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

/// Copies objects: prepares the target store and fills it.
struct ObjectCopy {
    private let copier: StoreCopier
    private let source: ReferenceStore
    private var choice: CopyChoice { copier.choice }

    init(_ copier: StoreCopier, _ source: ReferenceStore) {
        self.copier = copier
        self.source = source
    }

    func copy() throws -> FinishedCopy {
        let output = try copier.output()
        var report = CopyReport()
        var target = try CopyTarget.prepared(for: copier, source, at: output.temporaryPath, &report)
        let creator = target.creator
        let into = target.into
        try fill(&target, output.external, &report)
        let closed = target.store.close()
        if let into {
            try InputFiles.lookingAtOutput { try into.connection.checkUnchanged(shownAs: into.path) }
        }
        return FinishedCopy(
            report: report,
            store: try output.finish(closed, isWAL: copier.options.isWAL, replacing: into?.connection),
            schemaProblems: creator?.problems ?? [], modelCacheOmissions: creator?.modelCacheOmissions ?? [])
    }

    // MARK: Filling

    private func fill(
        _ target: inout CopyTarget, _ external: ExternalFiles, _ report: inout CopyReport
    ) throws {
        let old = try OldStore(source.connection, source.inspection, source.layout, of: copier.path)
        let connection = target.store.connection
        try connection.execute(
            "PRAGMA temp_store = FILE; PRAGMA temp.journal_mode = OFF; PRAGMA temp.cache_size = -16384")
        try old.attach(to: connection)
        try connection.execute(
            "PRAGMA \(OldStore.schema).journal_mode = OFF; PRAGMA \(OldStore.schema).synchronous = OFF; "
                + "PRAGMA \(OldStore.schema).cache_size = -16384")
        if let into = target.into {
            _ = try external.keep(
                try ExternalValues(layout: target.layout).fileNames(in: connection), ofStore: resolved(into))
        }
        let shared = SharedModel(source.layout, target.layout, dropsDerived: !choice.masks.isEmpty)
        let masks = MaskPlan(choice, shared.mapping, source.layout)
        guard masks.issues.isEmpty else { throw CopyFailure(masks.issues) }
        try masks.register(on: connection)
        let highest = try connection.transaction {
            try writeRows(target.layout, target.lastKept, shared, masks, connection, &report)
        }
        try OldStore.detach(from: connection)
        try connection.execute(
            try connection.rows("SELECT name FROM sqlite_temp_schema WHERE type = 'table'") {
                "DROP TABLE temp.\(($0.text(at: 0) ?? "").sqlIdentifier);"
            }.joined())
        try connection.transaction { try finish(&target, highest, &report) }
        let names = try ExternalValues(layout: target.layout).fileNames(in: connection)
        try checkFiles(names, target.into)
        let missing = try external.keep(names, ofStore: copier.path)
        if missing > 0 {
            let folder = ExternalValues.folder(ofStore: copier.path)
            report.warnings.append(CopyIssue(.missingFiles(folder: folder), count: Int64(missing)))
        }
    }

    private func writeRows(
        _ layout: StoreLayout, _ lastKept: [String: Int64], _ shared: SharedModel, _ masks: MaskPlan,
        _ connection: Connection, _ report: inout CopyReport
    ) throws -> [String: Int64] {
        let reached = ReachedObjects(source, shared, choice, on: connection)
        try reached.find()
        var keys = CopiedKeys(
            tables: reached.tables, lastKept: lastKept, updates: choice.conflicts == .update, masks: masks)
        try keys.create(on: connection)
        try keys.notePositions(layout, on: connection)
        let targets = MigrationTargets(mapping: shared.mapping, old: source.layout, new: layout, keys: keys)
        let assignment = KeyAssignment(
            shared, targets, keys, isOtherModel: keys.isInto || layout.model != source.model, on: connection)
        let (highest, issues) = try assignment.run(top: try top(of: connection))
        try keys.noteTouched(layout, on: connection)
        let checks = CopyChecks(shared: shared, targets: targets, keys: keys, connection: connection)
        var errors = issues + (try checks.missing())
        if choice.conflicts == .error {
            errors += try checks.conflicts { name in
                layout.model.entity(named: name)?.uniquenessConstraints.first ?? []
            }
        }
        guard errors.isEmpty else { throw CopyFailure(errors) }
        report.warnings += try checks.left() + checks.linksLeft()
        report.rows = try checks.rows()
        let rows = CopyRows(
            shared: shared, targets: targets, keys: keys, connection: connection,
            progress: copier.options.progress ?? { _ in })
        let (written, updated) = try rows.write()
        for index in report.rows.indices {
            report.rows[index].written = written[report.rows[index].entity] ?? 0
            report.rows[index].updated = updated[report.rows[index].entity] ?? 0
        }
        let lost = try LinkRows(shared.mapping, targets, connection).write().map {
            CopyIssue(.linksLost, entity: $0.entity, property: $0.property, count: $0.values)
        }
        let apart = try rows.agree()
        let required = (lost + apart).filter { isRequired($0, layout.model) }
        guard required.isEmpty else { throw CopyFailure(required) }
        report.warnings += lost + apart
        let folder = ExternalValues.folder(ofStore: copier.path)
        for missing in try ExternalValueReader(
            mapping: shared.mapping, targets: targets, folder: folder, lastKept: lastKept
        ).write(to: connection) {
            report.warnings.append(
                CopyIssue(
                    .missingFiles(folder: folder), entity: missing.entity, property: missing.property,
                    count: missing.values))
        }
        return highest
    }

    private func isRequired(_ issue: CopyIssue, _ model: ManagedObjectModel) -> Bool {
        let relationship = issue.property.flatMap {
            model.entity(named: issue.entity)?.relationship(named: $0)
        }
        return relationship.map { !$0.isOptional && !$0.isToMany } ?? false
    }

    /// Returns the highest primary keys that the source store has assigned.
    private func top(of connection: Connection) throws -> [String: Int64] {
        var top: [String: Int64] = [:]
        for entity in source.layout.entities where entity.name == entity.rootName {
            top[entity.name] = source.inspection.primaryKey(of: entity.name)?.highestPrimaryKey ?? 0
        }
        return top
    }

    /// Writes the data that depends on the rows: derived values, indexes, `Z_MAX`, triggers and the app's metadata.
    private func finish(
        _ target: inout CopyTarget, _ highest: [String: Int64], _ report: inout CopyReport
    ) throws {
        let derived = DerivedAttributeValues(layout: target.layout)
        try derived.write(to: target.store.connection)
        if target.creator != nil || !choice.masks.isEmpty {
            report.warnings += derived.problems.map {
                CopyIssue(.derivationUnknown, entity: $0.entityName, property: $0.attributeName)
            }
        }
        try LocationTreeRows(inspection: target.inspection).write(to: target.store.connection)
        do {
            try target.store.restoreIndexes()
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw CopyFailure([CopyIssue(.equalValues(error.message))])
        }
        try target.store.setHighestPrimaryKeys(
            target.layout.entities.filter { $0.name == $0.rootName }
                .map { ($0.number, highest[$0.name] ?? 0) })
        try target.store.restoreTriggers()
        guard target.creator != nil else { return }
        try StoreMetadata.takeOver(source.inspection.metadataPropertyList, in: target.store.connection)
    }

    /// Refuses external files that have the same name but different bytes, because one file would serve both values.
    private func checkFiles(_ names: [String], _ into: ReferenceStore?) throws {
        guard let into else { return }
        let folders = [copier.path, try resolved(into)].map { FilePath(ExternalValues.folder(ofStore: $0)) }
        for name in names {
            let paths = folders.map { $0.appending(name).text }
            guard
                try paths.allSatisfy({ try FileStatus(path: $0, followsLinks: false)?.isRegularFile == true }
                ),
                try !FileIdentity.isSame(paths[0], paths[1]), try digest(paths[0]) != digest(paths[1])
            else { continue }
            throw CopyFailure([CopyIssue(.otherFile(name: name))])
        }
    }

    /// Returns the path of a store with links resolved, because the destination of a link is replaced.
    private func resolved(_ into: ReferenceStore) throws -> String { try FilePath(into.path).resolved.text }

    private func digest(_ path: String) throws -> [UInt8] {
        var digest = ContentDigest()
        // One of them may belong to the store that is being replaced.
        try InputFiles.lookingAtOutput { try FileBytes.forEachPiece(of: path) { digest.update($0) } }
        return digest.finished()
    }
}
