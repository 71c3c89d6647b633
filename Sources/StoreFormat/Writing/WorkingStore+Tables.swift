import SQLite

extension WorkingStore {
    /// Removes the rows of every table that holds content, `Z_PRIMARYKEY` among them, so that they
    /// can be written anew one by one; R-trees keep theirs, see ``InspectedTable/isRTree``.
    ///
    /// Indexes and triggers are set aside until ``restoreIndexes()`` and ``restoreTriggers()``.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func emptyTables(of inspection: StoreInspection) throws {
        try setAside(inspection)
        for table in inspection.tables where table.holdsContent && !table.isRTree {
            try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        }
        try connection.execute("VACUUM")
    }
}

extension InspectedTable {
    /// Whether the rows are what an app has put into the store: objects and what belongs to them,
    /// and the counters in `Z_PRIMARYKEY` (docs/format.md#metadata), but neither metadata nor model.
    ///
    /// Of virtual tables only R-trees do (docs/format.md#triggers-and-r-trees): the others are views of
    /// tables beside them.
    package var holdsContent: Bool {
        guard !isVirtual || isRTree else { return false }
        return WorkingStore.holdsObjects(self) || name.uppercased() == "Z_PRIMARYKEY"
    }

    /// Whether it is an R-tree, `CREATE VIRTUAL TABLE … USING RTREE (…)`.
    package var isRTree: Bool {
        isVirtual && sql.uppercased().contains("USING RTREE")
    }
}
