/// A table of the persistent history, with the entity of its rows, which is in no model
/// (docs/internals/format.md#persistent-history).
package enum HistoryTable: String, CaseIterable, Sendable {
    /// The changes of objects in transactions.
    case change = "ACHANGE"
    /// The author, time and origin of each save.
    case transaction = "ATRANSACTION"
    /// The texts that transactions refer to, since framework 973.
    case transactionString = "ATRANSACTIONSTRING"

    /// The name of the table.
    package var name: String { rawValue }

    /// The name of the entity in `Z_PRIMARYKEY`.
    package var entityName: String { String(rawValue.dropFirst()) }

    /// The number of the entity, `Z_ENT` of its rows (docs/internals/format.md#entity-numbers).
    package var entityNumber: Int64 {
        switch self {
        case .change: 16_001
        case .transaction: 16_002
        case .transactionString: 16_003
        }
    }

    /// Returns whether a table belongs to the history, including tables of future frameworks. As in SQLite, case is
    /// ignored.
    package static func isNamed(_ table: String) -> Bool {
        let name = table.uppercased()
        return name == change.name || name.hasPrefix(transaction.name)
    }
}

/// The tables in which CloudKit records the mirrored objects.
package enum MirroringTable {
    /// Returns whether a table is one of them. As in SQLite, case is ignored.
    package static func isNamed(_ table: String) -> Bool { table.uppercased().hasPrefix("ANSCK") }
}
