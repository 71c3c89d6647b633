/// A table in a store.
package struct InspectedTable: Equatable, Sendable {
    /// The name, in the store's own case.
    package let name: String
    /// The columns, in the table's order.
    package let columns: [ColumnInfo]
    /// The text of its `CREATE` statement.
    package let sql: String
    /// Whether it is a virtual table, such as an R-tree.
    package let isVirtual: Bool

    /// Whether SQLite may refuse a row for another reason than its primary key, because the table's text has words of
    /// constraints. A column with such a name also counts, which does no harm.
    package var hasConstraints: Bool {
        let words = sql.utf8.split { !(0x41...0x5A).contains($0 & ~0x20) }
        return words.contains { word in
            Self.constraintWords.contains { $0.elementsEqual(word.lazy.map { $0 & ~0x20 }) }
        }
    }

    private static let constraintWords = [
        "UNIQUE", "CHECK", "NOT", "REFERENCES", "STRICT", "WITHOUT", "GENERATED",
    ].map { Array($0.utf8) }

    /// Returns the column with a name in any case.
    package func column(named name: String) -> ColumnInfo? {
        let wanted = name.uppercased()
        return columns.first { $0.name.uppercased() == wanted }
    }
}

/// An index or a trigger in a store.
package struct InspectedObject: Equatable, Sendable {
    /// The name.
    package let name: String
    /// The table it belongs to.
    package let table: String
    /// The text of its `CREATE` statement.
    package let sql: String
}

/// One row of `Z_PRIMARYKEY` (docs/internals/format.md#metadata).
package struct PrimaryKeyRow: Equatable, Sendable {
    /// The entity's number, `Z_ENT`.
    package let number: Int64
    /// The entity's name.
    package let name: String
    /// The number of the superentity, `Z_SUPER`; 0 for none.
    package let superNumber: Int64
    /// The highest primary key ever assigned, `Z_MAX`, which only root entities have.
    package let highestPrimaryKey: Int64

    /// Whether the row belongs to the persistent history (16001…) and not to the model
    /// (docs/internals/format.md#entity-numbers).
    package var isHistory: Bool { number >= Self.firstHistoryNumber }

    /// The first of the numbers that do not belong to the model's entities.
    package static let firstHistoryNumber: Int64 = 16_000
}

extension InspectedTable {
    /// Whether the rows are objects, or belong to objects: those of entities (`Z…`), joins and R-trees (`Z_…`),
    /// history (`ACHANGE`, `ATRANSACTION…`) and CloudKit mirroring (`ANSCK…`).
    package var holdsObjects: Bool {
        let name = name.uppercased()
        if ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE"].contains(name) { return false }
        return name.hasPrefix("Z") || HistoryTable.isNamed(name) || MirroringTable.isNamed(name)
    }

    /// Whether the rows are an app's content: objects, rows that belong to them, and the counters in `Z_PRIMARYKEY`
    /// (docs/internals/format.md#metadata), but neither metadata nor model.
    ///
    /// The only virtual tables with content are R-trees (docs/internals/format.md#triggers-and-r-trees). Other virtual
    /// tables are views of the tables beside them.
    package var holdsContent: Bool {
        guard !isVirtual || isRTree else { return false }
        return holdsObjects || name.uppercased() == "Z_PRIMARYKEY"
    }

    /// Whether it is an R-tree, `CREATE VIRTUAL TABLE … USING RTREE (…)`.
    package var isRTree: Bool {
        isVirtual && sql.uppercased().contains("USING RTREE")
    }
}
