extension FetchRequest {
    /// What makes Core Data raise an exception when it is given this request for an SQLite store;
    /// empty where it answers it.
    ///
    /// - Throws: ``FetchRequestError`` where the request has no meaning for the model at all.
    public func refusals(
        in coordinator: PersistentStoreCoordinator
    ) throws -> [FetchRefusal] {
        try refusals(in: coordinator.map, ofDictionaries: isOfDictionaries)
    }
}
