import Files
import Migration
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

/// The target store of a copy, open for writing, and the facts about it.
struct CopyTarget: ~Copyable {
    var store: WorkingStore
    let inspection: StoreInspection
    let layout: StoreLayout
    let creator: StoreCreator?
    /// The highest key of existing rows, by root entity; empty for a new store.
    let lastKept: [String: Int64]
    /// The store whose rows the target already has; nil for a new store.
    let into: ReferenceStore?

    /// Creates the target store.
    ///
    /// - Parameter path: an existing empty file.
    /// - Throws: `StoreError`, `StoreCreationError`, `DatabaseError`, `FileError`.
    static func prepared(
        for copier: StoreCopier, _ source: ReferenceStore, at path: String, _ report: inout CopyReport
    ) throws -> CopyTarget {
        try CopyTargetMaker(copier: copier, source: source).target(at: path, &report)
    }
}

/// Creates the target store: the user's store, the source store without its objects, or a new store of a model.
private struct CopyTargetMaker {
    let copier: StoreCopier
    let source: ReferenceStore

    func target(at path: String, _ report: inout CopyReport) throws -> CopyTarget {
        switch copier.destination {
        case .new:
            let store = try emptied(path, &report)
            return CopyTarget(
                store: store, inspection: source.inspection, layout: source.layout, creator: nil,
                lastKept: [:],
                into: nil)
        case .model(let model, _): return try made(of: model, path, &report)
        case .into(let given):
            guard !Connection.isScript(given) else { throw StoreError(.notSQLite, path: given) }
            if let model = copier.options.targetModel { try InputFiles.watched?.add(model) }
            let into = try InputFiles.lookingAtOutput {
                guard try !ModelSubject.isModel(given) else { throw StoreError(.isModel, path: given) }
                return try ReferenceStore(
                    path: given, modelPath: copier.options.targetModel,
                    modelChoice: copier.options.targetChoice,
                    keepsStill: true)
            }
            guard !into.model.isInferred else { throw StoreError(.noModel, path: given) }
            var store = try WorkingStore(copying: into.connection, to: path)
            try copier.setPageSize(store.connection)
            let lastKept = try store.highestPrimaryKeys(of: into)
            try reportMirroring(of: into, store.connection, &report)
            try store.keepRows(of: into.inspection, clearsHistory: false)
            return CopyTarget(
                store: store, inspection: into.inspection, layout: into.layout, creator: nil,
                lastKept: lastKept,
                into: into)
        }
    }

    /// Returns a copy of the store without its objects. Its tables, numbers, model and metadata are those of the app.
    private func emptied(_ path: String, _ report: inout CopyReport) throws -> WorkingStore {
        var store = try WorkingStore(copying: source.connection, to: path)
        report.warnings += try leftTables(store.connection, empties: true)
        if let size = copier.options.pageSize { try store.connection.execute("PRAGMA page_size = \(size)") }
        try store.empty(source.inspection)
        return store
    }

    /// Returns the empty store of another model.
    private func made(of model: MigrationTarget, _ path: String, _ report: inout CopyReport) throws
        -> CopyTarget
    {
        report.warnings += try leftTables(source.connection, empties: false)
        let uuid = source.inspection.uuid.uppercased()
        let hasHistory =
            model.keepsHistory || source.inspection.table(named: HistoryTable.change.name) != nil
        let creator = try StoreCreator(
            model: model.model, hasHistory: hasHistory, hashes: model.declaredHashes,
            uuid: StoreMetadata.isUUID(uuid) ? uuid : nil, omitsUnknownTriggers: true,
            guessesJoinTables: true, reference: model.reference
        )
        let empty = try creator.emptyStore()
        let inspection = try StoreInspection(connection: empty, path: path)
        var store = try WorkingStore(copying: empty, to: path)
        try copier.setPageSize(store.connection)
        try store.keepRows(of: inspection, clearsHistory: false)
        return CopyTarget(
            store: store, inspection: inspection, layout: inspection.layout(of: model.model),
            creator: creator, lastKept: [:], into: nil)
    }

    /// Returns the contents of the store that are not objects and are left out.
    ///
    /// - Parameter empties: whether the connection is that of the new store, from which these contents are removed.
    private func leftTables(_ connection: Connection, empties: Bool) throws -> [CopyIssue] {
        var issues: [CopyIssue] = []
        var (history, mirroring): (Int64, Int64) = (0, 0)
        let shadows = Set(
            try connection.rows("SELECT upper(name) FROM pragma_table_list WHERE type = 'shadow'") {
                $0.text(at: 0) ?? ""
            })
        for table in source.inspection.tables(beside: source.layout)
        where !shadows.contains(table.name.uppercased()) {
            let rows = try connection.integer("SELECT count(*) FROM \(table.name.sqlIdentifier)") ?? 0
            if HistoryTable.isNamed(table.name) {
                history += rows
            } else if MirroringTable.isNamed(table.name) {
                mirroring += rows
            } else if rows > 0 {
                issues.append(CopyIssue(.tableLeft(name: table.name), count: rows))
                if empties { try connection.execute("DELETE FROM \(table.name.sqlIdentifier)") }
            }
        }
        if empties {
            // SQLite's statistics about values, which it collects for query planning.
            for name in try connection.rows(
                "SELECT name FROM sqlite_schema WHERE name LIKE 'sqlite\\_stat%' ESCAPE '\\'", [],
                { $0.text(at: 0) ?? "" })
            { try connection.execute("DELETE FROM \(name.sqlIdentifier)") }
        }
        if history > 0 { issues.append(CopyIssue(.historyLeft, count: history)) }
        if mirroring > 0 { issues.append(CopyIssue(.mirroringLeft, count: mirroring)) }
        return issues
    }

    private func reportMirroring(
        of into: ReferenceStore, _ connection: Connection, _ report: inout CopyReport
    ) throws {
        for table in into.inspection.tables where MirroringTable.isNamed(table.name) {
            let count = try connection.integer("SELECT count(*) FROM \(table.name.sqlIdentifier)") ?? 0
            guard count > 0 else { continue }
            report.warnings.append(CopyIssue(.mirroringUnaware(table: table.name), count: count))
            return
        }
    }
}
