extension FetchRequest {
    /// Returns the parts of this request for which Core Data raises an exception with an SQLite store; empty if Core
    /// Data answers the request.
    ///
    /// - Throws: ``FetchRequestError`` if the request does not fit the model at all.
    public func refusals(
        in coordinator: PersistentStoreCoordinator
    ) throws -> [FetchRefusal] {
        let map = coordinator.map(forEntityNamed: entityName)
        return try refusals(in: map, ofDictionaries: isOfDictionaries)
    }
}
