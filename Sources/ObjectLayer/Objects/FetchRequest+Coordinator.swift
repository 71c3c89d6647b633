extension FetchRequest {
    /// What makes Core Data raise an exception when it is given this request for an SQLite store;
    /// empty where it answers it.
    ///
    /// - Throws: ``FetchRequestError`` where the request has no meaning for the model at all.
    public func refusals(
        in coordinator: PersistentStoreCoordinator
    ) throws -> [FetchRefusal] {
        let map = coordinator.map(forEntityNamed: entityName)
        return try refusals(in: map, ofDictionaries: isOfDictionaries)
    }
}
