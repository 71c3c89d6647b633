/// A table of the persistent history, with the entity of its rows, which no model has
/// (docs/format.md#persistent-history).
package enum HistoryTable: String, CaseIterable, Sendable {
    /// What became of an object in a transaction.
    case change = "ACHANGE"
    /// Who saved, when and from where.
    case transaction = "ATRANSACTION"
    /// The texts that transactions refer to, since framework 973.
    case transactionString = "ATRANSACTIONSTRING"

    /// The name of the table.
    package var name: String { rawValue }

    /// The name of the entity in `Z_PRIMARYKEY`.
    package var entityName: String { String(rawValue.dropFirst()) }

    /// The number of the entity, `Z_ENT` of its rows (docs/format.md#entity-numbers).
    package var entityNumber: Int64 {
        switch self {
        case .change: 16_001
        case .transaction: 16_002
        case .transactionString: 16_003
        }
    }

    /// Whether a table is one of the history's, those of frameworks to come included; case does not
    /// count, as for SQLite.
    package static func isNamed(_ table: String) -> Bool {
        let name = table.uppercased()
        return name == change.name || name.hasPrefix(transaction.name)
    }
}

/// The tables in which CloudKit notes what it mirrored.
package enum MirroringTable {
    /// Whether a table is one of them; case does not count, as for SQLite.
    package static func isNamed(_ table: String) -> Bool { table.uppercased().hasPrefix("ANSCK") }
}
