import MergeRules
import ObjectLayer
import ObjectModel
import StoreFormat

extension EditionFile {
    /// Merges the changes into a copy of the user's store.
    ///
    /// - Throws: ``MergeError``, ``SeedMerge/BlockedChanges``, and errors of the store.
    func merge(
        into copy: PrivateCopy, _ choice: MergeChoice, _ blocked: SeedMerge.BlockedChanges
    ) throws -> MergeReport {
        let (path, store) = try copy.open()
        let coordinator = PersistentStoreCoordinator(store, path: path, access: .readWrite)
        let connection = try MergeRun.connection(path)
        do {
            let context = try BatchMergeContext(coordinator, over: connection)
            let merge = try SeedMerge.FileMerge(
                changes, into: context,
                .init(
                    list: EditionNote.plist(of: store.inspection),
                    isOfModel: EditionNote(of: store.inspection) != nil,
                    keys: EditionKeys(of: store.inspection), uuid: store.inspection.uuid),
                preferring: choice.preference, without: blocked)
            try merge.merger.run()
            var report = MergeReport(merge.merger.report)
            report.unsearchable = merge.unsearchable
            let entries = try metadata.changes(for: store, choice, &report)
            let hashes = store.inspection.metadata?.versionHashes
            let note = hashes.flatMap { merge.note(model: $0.checksum) }
            let notes = MergeRun.notes(
                note.map { PropertyList($0.plist) }, try merge.editionKeys()(\.primaryKey))
            try StoreMetadata.set(notes.merging(entries) { note, _ in note }, in: connection)
            return report
        } catch let error as SeedMerge.MergeError {
            throw MergeError(error, path: self.path, store.layout)
        }
    }
}
