extension PersistentStoreCoordinator {
    /// The saves that the persistent history of a store holds, the oldest first; none where it keeps
    /// no history (``hasPersistentHistory``).
    ///
    /// - Parameter number: the ``PersistentHistoryTransaction/transactionNumber`` of the last one that
    ///   is known already; 0 for all.
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: `DatabaseError`.
    public func fetchHistory(
        after number: Int64 = 0, in store: PersistentStore? = nil
    ) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        try forEachHistoryTransaction(after: number, in: store) { transactions.append($0) }
        return transactions
    }

    /// Gives each save of the persistent history to `body`, the oldest first, one at a time in memory.
    ///
    /// - Throws: `DatabaseError`, and what `body` throws.
    public func forEachHistoryTransaction(
        after number: Int64 = 0, in store: PersistentStore? = nil,
        _ body: (PersistentHistoryTransaction) throws -> Void
    ) throws {
        let store = store ?? stores[0]
        guard store.hasPersistentHistory else { return }
        try HistoryReading(session(over: store.connect(), to: store))
            .forEachTransaction(after: number, body)
    }
}
