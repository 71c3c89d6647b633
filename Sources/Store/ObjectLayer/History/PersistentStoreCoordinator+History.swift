extension PersistentStoreCoordinator {
    /// Returns the saves in the persistent history of a store, oldest first. The result is empty if the store keeps no
    /// history (``hasPersistentHistory``).
    ///
    /// - Parameter number: the ``PersistentHistoryTransaction/transactionNumber`` of the last known save; 0 for all
    ///   saves.
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: `DatabaseError`.
    public func fetchHistory(
        after number: Int64 = 0, in store: PersistentStore? = nil
    ) throws -> [PersistentHistoryTransaction] {
        var transactions: [PersistentHistoryTransaction] = []
        try forEachHistoryTransaction(after: number, in: store) { transactions.append($0) }
        return transactions
    }

    /// Passes each save of the persistent history to `body`, oldest first, with only one in memory at a time.
    ///
    /// - Throws: `DatabaseError`, and the errors of `body`.
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
