import ObjectModel

extension ManagedObject {
    /// Returns the objects of a fetched property by running its fetch request each time. In its predicate,
    /// `$FETCH_SOURCE` is this object and `$FETCH_SOURCE.name` is a value of it.
    ///
    /// - Throws: ``ManagedObjectError/unknownKey(entity:key:)`` if there is no such fetched property;
    ///   ``FetchRequestError``; and the errors of fetching.
    public func fetchedObjects(forKey key: String) throws -> [ManagedObject] {
        guard let property = entity.fetchedProperty(named: key) else { throw unknown(key) }
        guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
        let template = property.fetchRequest
        let predicate = try template.predicate.map {
            try $0.replacingFetchSource(with: .object(objectID), value: sourceValue)
        }
        var request = try FetchRequest(template.replacing(predicate: predicate))
        // A fetched property returns objects, whatever the result type of its request.
        request.propertiesToFetch = []
        request.returnsDistinctResults = false
        return try managedObjectContext.fetch(request)
    }

    /// Returns a value of this object as a constant.
    private func sourceValue(_ path: String) throws -> Expression {
        guard let coordinator = managedObjectContext?.persistentStoreCoordinator else {
            throw ManagedObjectError.noContext(objectID)
        }
        let resolver = PredicateResolver(
            map: coordinator.store(of: mapped).map, entity: mapped, now: 0)
        let value = try PredicateEvaluator(.compared).value(
            of: try resolver.resolve(.keyPath(path)),
            in: PredicateEvaluator.Scope(object: self))
        return Self.constant(value)
    }

    private static func constant(_ value: EvaluatedValue) -> Expression {
        switch value {
        case .object(let id): .object(id)
        case .list(let members): .aggregate(members.map(constant))
        default: .constant(value.propertyValue ?? .null)
        }
    }
}

extension FetchRequestTemplate {
    /// Returns the template with another predicate.
    func replacing(predicate: Predicate?) -> FetchRequestTemplate {
        FetchRequestTemplate(
            name: name, entityName: entityName, predicate: predicate,
            sortDescriptors: sortDescriptors, fetchLimit: fetchLimit, fetchOffset: fetchOffset,
            fetchBatchSize: fetchBatchSize, includesSubentities: includesSubentities,
            includesPropertyValues: includesPropertyValues,
            returnsObjectsAsFaults: returnsObjectsAsFaults,
            relationshipKeyPathsForPrefetching: relationshipKeyPathsForPrefetching)
    }
}
