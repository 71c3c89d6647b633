import ObjectModel
import SQLite
import StoreFormat

extension SeedBuilder {
    /// What comes after the rows: derived values, indexes, `Z_MAX`, metadata, triggers.
    ///
    /// - Throws: ``SeedIssue``, ``StoreError``, `DatabaseError`.
    func finish(
        _ store: WorkingStore, reference: ReferenceStore, keys: PrimaryKeys
    ) throws {
        try DerivedAttributeValues(layout: reference.layout).write(to: store.connection)
        try LocationTreeRows(inspection: reference.inspection).write(to: store.connection)
        do {
            try store.restoreIndexes()
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw SeedIssue(.refusedIndex(error.message), at: .init(path: plan.path))
        }
        for (root, key) in keys.highest.sorted(by: { $0.key < $1.key }) {
            guard let number = reference.layout.entity(named: root)?.number else { continue }
            try store.setHighestPrimaryKey(key, ofEntityNumbered: Int64(number))
        }
        try writeMetadata(store, reference.inspection)
        try store.restoreTriggers()
    }

    /// Sets the plan's keys; without any the property list stays byte for byte the reference's.
    private func writeMetadata(_ store: WorkingStore, _ inspection: StoreInspection) throws {
        guard !plan.metadata.isEmpty else { return }
        do {
            var metadata = try StoreMetadata(
                uuid: inspection.uuid, propertyList: inspection.metadataPropertyList)
            for entry in plan.metadata {
                metadata.entries[entry.key.value] = PropertyList(entry.value)
            }
            try store.setMetadataPropertyList(metadata.propertyList)
        } catch is ModelError {
            throw StoreError(
                .badBookkeeping("Z_PLIST is no property list with a dictionary"),
                path: inspection.path)
        }
    }

    /// Refuses a reference whose objects CloudKit mirrors: its records would contradict ours.
    ///
    /// - Throws: ``SeedFailure``, `DatabaseError`.
    func checkMirroring(_ reference: ReferenceStore) throws {
        guard !plan.policy.allowsCloudKit else { return }
        for table in reference.inspection.tables where table.name.uppercased().hasPrefix("ANSCK") {
            let count = try reference.connection.integer(
                "SELECT count(*) FROM \(table.name.sqlIdentifier)")
            guard count ?? 0 > 0 else { continue }
            throw SeedFailure([
                SeedIssue(
                    .mirroredByCloudKit(table: table.name), at: plan.reference.location,
                    value: plan.reference.value)
            ])
        }
    }
}

extension PropertyList {
    /// A scalar of a plan.
    init(_ scalar: Scalar) {
        switch scalar {
        case .null: self = .string("")
        case .boolean(let value): self = .bool(value)
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let value): self = .string(value)
        }
    }
}
