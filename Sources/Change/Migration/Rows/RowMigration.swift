import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

/// One step of a migration: fills the empty store of a model with the objects of another store.
///
/// Statements fill every table while they read the old one row by row, so that memory does not grow with the store.
package struct RowMigration {
    let old: OldStore
    let mapping: InferredMapping
    let creator: StoreCreator
    /// The folder with the external files of the source store.
    let externalFolder: String

    /// The result of the step.
    struct Outcome {
        /// The number of objects of each entity in the new model, in the order of the entities' numbers.
        var objects: [(entity: String, count: Int64)] = []
        /// The differences that depend on the rows, not on the models.
        var differences: [MigrationDifference] = []
    }

    /// Writes the new store.
    ///
    /// - Parameter path: an existing empty file.
    /// - Throws: `DatabaseError`, `FileError`, `StoreError`.
    func write(to path: String, _ outcome: inout Outcome) throws -> ClosedStore {
        let empty = try creator.emptyStore()
        let inspection = try StoreInspection(connection: empty, path: path)
        var store = try WorkingStore(copying: empty, to: path)
        try fill(&store, inspection, &outcome)
        return store.close()
    }

    private func fill(
        _ store: inout WorkingStore, _ inspection: StoreInspection, _ outcome: inout Outcome
    ) throws {
        let layout = inspection.layout(of: mapping.destination)
        try store.keepRows(of: inspection, clearsHistory: false)
        try old.attach(to: store.connection)
        try store.connection.transaction {
            try writeRows(layout, store.connection, &outcome)
        }
        try OldStore.detach(from: store.connection)
        try store.connection.transaction {
            let derived = DerivedAttributeValues(layout: layout)
            try derived.write(to: store.connection)
            outcome.differences += derived.problems.map {
                MigrationDifference(
                    .derivationUnknown, entity: $0.entityName, property: $0.attributeName)
            }
            try LocationTreeRows(inspection: inspection).write(to: store.connection)
            // With duplicate values, the unique indexes could not be created.
            let equal = try equalValues(layout, store.connection)
            outcome.differences += equal
            guard equal.isEmpty else { return }
            try store.restoreIndexes()
            try store.restoreTriggers()
            try StoreMetadata.takeOver(old.inspection.metadataPropertyList, in: store.connection)
            try noteEditionKeys(layout, store.connection)
        }
    }

    /// Records an edition's primary keys in the metadata by the new root entities. If several tables are merged into one,
    /// or one is split, the recorded keys are dropped and marked as renumbered.
    private func noteEditionKeys(_ layout: StoreLayout, _ connection: Connection) throws {
        var roots: [String: Set<String>] = [:]
        for entity in mapping.entities {
            guard let source = entity.source.flatMap({ old.layout.entity(named: $0) }), !source.isAbstract,
                let root = layout.entity(named: entity.destination)?.rootName
            else { continue }
            roots[source.rootName, default: []].insert(root)
        }
        let kept = EditionKeys(of: old.inspection)
        let new = roots.values.flatMap(\.self)
        let isShared = Set(new).count < new.count
        let isParted = roots.contains { root, new in
            new.count > 1 && (kept?.keys[root] != nil || kept?.own[root] != nil)
        }
        var keys = (kept ?? EditionKeys()).renamed(roots.compactMapValues(\.first))
        if isShared || isParted { (keys, keys.isRenumbered) = (EditionKeys(), true) }
        guard keys != kept, kept != nil || !keys.isEmpty else { return }
        try StoreMetadata.set(
            [EditionKeys.metadataKey: keys.isEmpty ? nil : WrittenPropertyList(keys.propertyList)],
            in: connection)
    }

    private func writeRows(
        _ layout: StoreLayout, _ connection: Connection, _ outcome: inout Outcome
    ) throws {
        let keys = try RenumberedKeys(mapping, from: old, to: layout, on: connection)
        let targets = MigrationTargets(
            mapping: mapping, old: old.layout, new: layout, keys: keys)
        for entity in mapping.entities {
            guard let rows = EntityRows(entity, mapping, targets) else { continue }
            outcome.objects.append((entity.destination, try rows.write(to: connection)))
        }
        outcome.differences += keys.differences
        outcome.differences += try LinkRows(mapping, targets, connection).write()
        outcome.differences += try ExternalValueReader(
            mapping: mapping, targets: targets, folder: externalFolder
        ).write(to: connection)
        let check = MigratedLinks(mapping: mapping, targets: targets, connection: connection)
        outcome.differences += try check.missingTargets() + check.wrongTargets()
        for root in layout.entities where root.name == root.rootName {
            let update = try connection.prepare(
                "UPDATE main.Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
            try update.bind(keys.highest[root.name] ?? 0, at: 1)
            try update.bind(Int64(root.number), at: 2)
            try update.run()
        }
    }

    /// Returns the uniqueness constraints that objects violate.
    private func equalValues(
        _ layout: StoreLayout, _ connection: Connection
    ) throws -> [MigrationDifference] {
        var found: [MigrationDifference] = []
        for entity in mapping.destination.entities {
            guard let stored = layout.entity(named: entity.name) else { continue }
            for constraint in entity.uniquenessConstraints {
                let columns = constraint.compactMap {
                    (stored.attribute($0)?.column ?? stored.toOne($0)?.column)?.sqlIdentifier
                }
                guard columns.count == constraint.count, !columns.isEmpty else { continue }
                let list = columns.joined(separator: ", ")
                let isSet = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
                let count =
                    try connection.integer(
                        "SELECT sum(n) FROM (SELECT count(*) AS n FROM \(stored.table.sqlIdentifier) "
                            + "WHERE \(isSet) GROUP BY \(list) HAVING count(*) > 1)") ?? 0
                guard count > 0 else { continue }
                found.append(
                    MigrationDifference(
                        .equalValues(attributes: constraint), entity: entity.name,
                        property: constraint.count == 1 ? constraint[0] : nil, objects: count))
            }
        }
        return found
    }
}
