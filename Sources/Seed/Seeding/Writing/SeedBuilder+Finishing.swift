import Inputs
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

extension SeedBuilder {
    /// Finishes the store after the rows: derived values, indexes, `Z_MAX`, metadata, triggers.
    ///
    /// - Throws: ``SeedIssue``, ``StoreError``, `DatabaseError`.
    func finish(
        _ store: inout WorkingStore, reference: ReferenceStore, keys: PrimaryKeys
    ) throws {
        try DerivedAttributeValues(layout: reference.layout, now: plan.policy.now).write(to: store.connection)
        try LocationTreeRows(inspection: reference.inspection).write(to: store.connection)
        try restoreIndexes(of: &store)
        try store.setHighestPrimaryKeys(
            keys.highest.sorted { $0.key < $1.key }.compactMap { root, key in
                reference.layout.entity(named: root).map { ($0.number, key) }
            })
        switch plan.policy.uuid {
        case .keep: break
        case .new: try StoreIdentity.write(StoreIdentity.random(), to: store.connection)
        case .content: try StoreIdentity.write(StoreIdentity.placeholder, to: store.connection)
        }
        try store.restoreTriggers()
    }

    /// Builds the indexes that were left out while rows were written.
    ///
    /// - Throws: ``SeedIssue`` if rows violate a unique index, `DatabaseError`, `FileError`.
    func restoreIndexes(of store: inout WorkingStore) throws {
        do {
            try store.restoreIndexes(reporting: options.progress)
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw SeedIssue(.output(.refusedIndex(error.message)), at: .init(path: plan.path))
        }
    }

    /// Refuses a reference whose objects CloudKit mirrors, because its records would contradict the new rows.
    ///
    /// - Throws: ``SeedFailure``, `DatabaseError`.
    func checkMirroring(_ reference: ReferenceStore) throws {
        guard !plan.policy.allowsCloudKit else { return }
        for table in reference.inspection.tables where MirroringTable.isNamed(table.name) {
            let count = try reference.connection.integer(
                "SELECT count(*) FROM \(table.name.sqlIdentifier)")
            guard count ?? 0 > 0 else { continue }
            throw SeedFailure([
                SeedIssue(
                    .model(.mirroredByCloudKit(table: table.name)), at: plan.reference.location,
                    value: plan.reference.value)
            ])
        }
    }
}
