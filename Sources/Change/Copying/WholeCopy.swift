import Files
import Foundation
import SQLite
import StoreFormat
import StoreMaking

/// Copies a store page by page: all objects, the history, the metadata, and tables that are not Core Data's, with the
/// same keys and the same UUID.
struct WholeCopy {
    private let copier: StoreCopier
    private let source: ReferenceStore

    init(_ copier: StoreCopier, _ source: ReferenceStore) {
        self.copier = copier
        self.source = source
    }

    func copy() throws -> FinishedCopy {
        let output = try copier.output()
        var report = CopyReport()
        report.isWhole = true
        let store = try WorkingStore(copying: source.connection, to: output.temporaryPath)
        try copier.setPageSize(store.connection)
        let names = try fileNames(in: store.connection)
        let missing = try output.external.keep(names, ofStore: copier.path)
        if missing > 0 {
            let folder = ExternalValues.folder(ofStore: copier.path)
            report.warnings.append(CopyIssue(.missingFiles(folder: folder), count: Int64(missing)))
        }
        for entity in source.layout.entities where !entity.isAbstract {
            guard source.inspection.table(named: entity.table) != nil else { continue }
            let count =
                try store.connection.integer(
                    "SELECT count(*) FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number)") ?? 0
            guard count > 0 else { continue }
            report.rows.append(CopyReport.Row(entity: entity.name, chosen: count, written: count))
        }
        return FinishedCopy(
            report: report, store: try output.finish(store.close(), isWAL: copier.options.isWAL))
    }

    /// Returns the names of the store's external files. A store without a model does not show which attributes have
    /// them, so all files beside it are copied.
    private func fileNames(in connection: Connection) throws -> [String] {
        guard source.model.isInferred else {
            return try ExternalValues(layout: source.layout).fileNames(in: connection)
        }
        let folder = ExternalValues.folder(ofStore: copier.path)
        guard try FileStatus(path: folder)?.isFolder == true else { return [] }
        return try Folder.names(in: folder).filter { UUID(uuidString: $0) != nil }.sorted()
    }
}
