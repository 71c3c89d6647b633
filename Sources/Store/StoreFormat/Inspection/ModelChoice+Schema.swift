import SwiftDataSource

extension ModelChoice {
    /// Returns the schema of the store that settles questions the source code leaves open, including the numbers of
    /// columns in join tables (docs/internals/format.md#many-to-many). Returns an empty list if no store is named.
    ///
    /// - Throws: ``StoreError``, or `DatabaseError` for a damaged store.
    package func settlingSchema() throws -> [SchemaObject] {
        guard let store, try !ModelSubject.isModel(store) else { return [] }
        let connection = try StoreFile.openForReading(store)
        return try StoreInspection(connection: connection, path: store).schemaObjects
    }
}
