import ObjectModel

extension PersistentStoreCoordinator {
    /// The fetch request of a template of the model.
    ///
    /// - Parameter variables: what is substituted for the variables in its predicate.
    /// - Throws: ``FetchRequestError``.
    public func fetchRequestFromTemplate(
        named name: String, substituting variables: [String: Expression] = [:]
    ) throws -> FetchRequest {
        guard let template = managedObjectModel.fetchRequestTemplate(named: name) else {
            throw FetchRequestError.unknownTemplate(name)
        }
        return try FetchRequest(template, substituting: variables)
    }
}
