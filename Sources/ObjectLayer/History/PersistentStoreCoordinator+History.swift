import ObjectModel

extension PersistentStoreCoordinator {
    /// The saves that the persistent history of the store holds, the oldest first; none where it keeps
    /// no history (``hasPersistentHistory``).
    ///
    /// - Parameter number: the ``PersistentHistoryTransaction/transactionNumber`` of the last one that
    ///   is known already; 0 for all.
    /// - Throws: `DatabaseError`.
    public func fetchHistory(
        after number: Int64 = 0
    ) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        try forEachHistoryTransaction(after: number) { transactions.append($0) }
        return transactions
    }

    /// Gives each save of the persistent history to `body`, the oldest first, one at a time in memory.
    ///
    /// - Throws: `DatabaseError`, and what `body` throws.
    public func forEachHistoryTransaction(
        after number: Int64 = 0, _ body: (PersistentHistoryTransaction) throws -> Void
    ) throws {
        guard hasPersistentHistory else { return }
        try HistoryReading(session(over: connect())).forEachTransaction(after: number, body)
    }
}
