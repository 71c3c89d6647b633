import SQLite
import StoreFormat

/// Applies the values of a row to an existing object, for the policies `merge` and `replace`.
final class RowUpdater {
    private let entity: EntityLayout
    private let isMerging: Bool
    private let context: BuildContext
    private let update: Statement?
    /// The places of the values for the parameters from 2 on.
    private let sources: [RowKey.Source]
    /// The columns that the plan maps.
    private let columns: Set<String>
    private let links: FixedBuffer<RowLinks.State>
    /// The keys by which other rows may find the object, besides the key that matched it.
    private let keys: [(key: RowKey, current: Statement)]

    /// Prepares the update.
    ///
    /// - Parameters:
    ///   - columns: the columns that the plan maps, with their values.
    ///   - links: the to-one relationships that the plan maps.
    /// - Throws: `DatabaseError`.
    init(
        entity: EntityLayout, columns: [(name: String, source: RowKey.Source)], links: RowLinks,
        isMerging: Bool, keys: [RowKey], context: BuildContext
    ) throws {
        self.entity = entity
        self.isMerging = isMerging
        self.context = context
        sources = columns.map(\.source)
        self.links = links.states
        self.columns = Set(columns.map(\.name) + links.writers.map(\.link.columns.column))
        let table = entity.table.sqlIdentifier
        // The object has the row's values of the only key that resolves conflicts. If several keys do, the others may
        // change.
        let isOnly = keys.count(where: \.resolvesConflicts) == 1
        self.keys =
            try keys
            .filter { !($0.resolvesConflicts && isOnly) && !$0.registration.columns.isEmpty }
            .map { key in
                let names = key.registration.columns.map(\.sqlIdentifier)
                let current = try context.connection.prepare(
                    "SELECT \(names.joined(separator: ", ")) FROM \(table) WHERE Z_PK = ?",
                    isPersistent: true)
                return (key, current)
            }
        guard !columns.isEmpty else {
            update = nil
            return
        }
        let assignments = columns.enumerated().map { index, column in
            let name = column.name.sqlIdentifier
            return isMerging
                ? "\(name) = coalesce(\(name), ?\(index + 2))" : "\(name) = ?\(index + 2)"
        }
        // A row is updated only if a value differs.
        let differences = columns.enumerated().map { index, column in
            let name = column.name.sqlIdentifier
            return isMerging
                ? "(\(name) IS NULL AND ?\(index + 2) IS NOT NULL)" : "\(name) IS NOT ?\(index + 2)"
        }
        update = try context.connection.prepare(
            "UPDATE \(table) SET \(assignments.joined(separator: ", ")) "
                + "WHERE Z_PK = ?1 AND (\(differences.joined(separator: " OR ")))",
            isPersistent: true)
    }

    /// Checks that no key would belong to two objects.
    ///
    /// - Returns: the first key that would.
    /// - Throws: `DatabaseError`.
    func conflict(
        of object: KeyIndex.Object, cells: FixedBuffer<BoundValue>, loadKey: BoundValue
    ) throws -> RowKey? {
        for (key, current) in keys {
            // These keys are checked when their relationships are resolved.
            if key.deferredLinks.contains(where: { links[$0].hasKey || !isMerging }) { continue }
            let isChanged = try withRow(current, object.primaryKey) {
                // The key consists of the object's present values and the ones that the row adds.
                guard !(isMerging && key.read(stored: $0, from: 0).isComplete) else { return false }
                return key.read(stored: $0, updatedBy: cells, loadKey: loadKey, isMerging: isMerging) {
                    columns.contains($0)
                }
            }
            if isChanged, let other = key.object(), other != object { return key }
        }
        return nil
    }

    /// Updates the object.
    ///
    /// - Throws: `DatabaseError`.
    func write(_ object: KeyIndex.Object, cells: FixedBuffer<BoundValue>, loadKey: BoundValue)
        throws
    {
        guard let update else { return }
        for (key, current) in keys {
            let isIndexed = try withRow(current, object.primaryKey) {
                key.read(stored: $0, from: 0).isIndexed
            }
            if isIndexed { key.remove(from: object) }
        }
        try update.bind(object.primaryKey, at: 1)
        for (index, source) in sources.enumerated() {
            switch source {
            case .cell(let cell): try cells[cell].bind(to: update, at: index + 2)
            case .constant(let value): try value.bind(to: update, at: index + 2)
            case .loadKey: try loadKey.bind(to: update, at: index + 2)
            case .link: break
            }
        }
        try update.run()
        if context.connection.changes > 0 {
            context.versions.note(object.primaryKey, root: entity.rootName, table: entity.table)
        }
        for (key, current) in keys {
            let isIndexed = try withRow(current, object.primaryKey) {
                key.read(stored: $0, from: 0).isIndexed
            }
            if isIndexed { key.insert(object) }
        }
    }

    private func withRow(
        _ statement: Statement, _ primaryKey: Int64, _ body: (Statement) -> Bool
    ) throws -> Bool {
        try statement.bind(primaryKey, at: 1)
        defer { statement.reset() }
        return try statement.step() ? body(statement) : false
    }
}
