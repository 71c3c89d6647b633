import SwiftDataSource

extension ModelChoice {
    /// The schema of the store that settles what source code leaves open, the numbers of columns in
    /// join tables among it (docs/format.md#many-to-many); empty where none is named.
    ///
    /// - Throws: ``StoreError``, or `DatabaseError` for a damaged store.
    package func settlingSchema() throws -> [SchemaObject] {
        guard let store, try !ModelSubject.isModel(store) else { return [] }
        let connection = try StoreFile.openForReading(store)
        return try StoreInspection(connection: connection, path: store).schemaObjects
    }
}
