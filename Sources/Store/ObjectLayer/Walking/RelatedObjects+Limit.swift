extension RelatedObjects {
    /// Returns whether the relationship has more than `limit` members, without loading them.
    ///
    /// - Throws: `DatabaseError`.
    package func hasMore(than limit: Int) throws -> Bool {
        if owner.toManys[toManyIndex].isLoaded { return try count() > limit }
        // A walk asks about the same members once for each of them.
        guard owner.toManys[toManyIndex].leastInStore <= limit else { return true }
        guard let key = owner.objectID.primaryKey,
            let session = owner.managedObjectContext?.rootContext.session(of: owner.mapped),
            let storage = owner.mapped.toManys[toManyIndex].storage
        else { return try count() > limit }
        let (table, column, _, _) = storage.rows
        let found = try session.rows(
            "SELECT 1 FROM \(table.sqlIdentifier) WHERE \(column.sqlIdentifier) = ? "
                + "LIMIT 1 OFFSET ?", [.integer(key), .integer(Int64(limit))]
        ) { _ in true }
        if !found.isEmpty { owner.toManys[toManyIndex].leastInStore = limit + 1 }
        return !found.isEmpty
    }
}
