import ObjectModel

/// Inserts objects into the store without loading them into a context (`NSBatchInsertRequest`).
public struct BatchInsertRequest {
    /// The name of the entity.
    public var entityName: String
    /// The values of each object, by attribute; other attributes get their defaults.
    public var objects: [[String: Any]]

    /// Creates a request.
    public init(entityName: String, objects: [[String: Any]]) {
        self.entityName = entityName
        self.objects = objects
    }
}

/// Changes attributes of all objects that meet a predicate (`NSBatchUpdateRequest`).
public struct BatchUpdateRequest: Sendable {
    /// The name of the entity.
    public var entityName: String
    /// The condition that objects must meet; nil for all objects.
    public var predicate: Predicate?
    /// The new values, by attribute: constants, or expressions based on the object's own values.
    public var propertiesToUpdate: [String: Expression] = [:]
    /// Whether objects of subentities are included.
    public var includesSubentities = true

    /// Creates a request.
    public init(entityName: String) { self.entityName = entityName }
}

/// Deletes all objects that a fetch request returns (`NSBatchDeleteRequest`).
public struct BatchDeleteRequest: Sendable {
    /// The request for the objects to delete.
    public var fetchRequest: FetchRequest

    /// Creates a request.
    public init(fetchRequest: FetchRequest) { self.fetchRequest = fetchRequest }
}

extension ManagedObjectContext {
    /// Inserts objects into the store at once.
    ///
    /// A batch is one transaction. Contexts are not notified of it, and nothing is validated; its changes can be merged
    /// with ``mergeChanges(inserted:updated:deleted:)``. The merge policy of this context resolves uniqueness
    /// conflicts.
    /// - Returns: the IDs of the objects.
    /// - Throws: the errors of setting values and saving.
    @discardableResult
    public func execute(_ request: BatchInsertRequest) throws -> [ManagedObjectID] {
        try inBatch { context in
            var objects: [ManagedObject] = []
            for values in request.objects {
                let object = try context.insertNewObject(forEntityName: request.entityName)
                for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                    try object.setValue(value, forKey: key)
                }
                objects.append(object)
            }
            return objects
        }
    }

    /// Changes objects in the store at once, see ``execute(_:)-(BatchInsertRequest)``.
    ///
    /// - Returns: the IDs of the changed objects.
    @discardableResult
    public func execute(_ request: BatchUpdateRequest) throws -> [ManagedObjectID] {
        var fetch = FetchRequest(entityName: request.entityName)
        fetch.predicate = request.predicate
        fetch.includesSubentities = request.includesSubentities
        let map = persistentStoreCoordinator.map(forEntityNamed: request.entityName)
        let entity = try map.entity(of: fetch)
        let resolver = PredicateResolver(map: map, entity: entity, now: FetchPlan.now)
        let values = try request.propertiesToUpdate.sorted { $0.key < $1.key }
            .map { (key: $0.key, expression: try resolver.resolve($0.value)) }
        return try inBatch { context in
            let evaluator = PredicateEvaluator(.unknown)
            let objects = try context.fetch(fetch)
            for object in objects {
                let scope = PredicateEvaluator.Scope(object: object)
                for (key, value) in try values.map({
                    ($0.key, try evaluator.value(of: $0.expression, in: scope))
                }) {
                    if case .object(let id) = value {
                        try object.setValue(context.object(with: id), forKey: key)
                    } else {
                        try object.setAttributeValue(value.propertyValue, forKey: key)
                    }
                }
            }
            return objects
        }
    }

    /// Deletes objects from the store at once, see ``execute(_:)-(BatchInsertRequest)``. The delete rules of
    /// relationships are applied, except `deny`, which is validation.
    ///
    /// - Returns: the IDs of the objects that the request returned.
    @discardableResult
    public func execute(_ request: BatchDeleteRequest) throws -> [ManagedObjectID] {
        try inBatch { context in
            let objects = try context.fetch(request.fetchRequest)
            for object in objects where !object.isDeleted { try context.delete(object) }
            return objects
        }
    }

    /// Merges the changes of a batch, given the IDs that it returned.
    public func mergeChanges(
        inserted: [ManagedObjectID] = [], updated: [ManagedObjectID] = [],
        deleted: [ManagedObjectID] = []
    ) {
        mergeChanges(
            fromContextDidSave: ManagedObjectContextNotification(
                name: .didSave, insertedObjectIDs: inserted, updatedObjectIDs: updated,
                deletedObjectIDs: deleted))
    }

    /// Runs a batch in a temporary context over the same connections.
    private func inBatch(
        _ body: (ManagedObjectContext) throws -> [ManagedObject]
    ) throws -> [ManagedObjectID] {
        let context = ManagedObjectContext(
            reading: rootContext.sessions, of: persistentStoreCoordinator)
        context.mergePolicy = mergePolicy
        context.name = name
        context.transactionAuthor = transactionAuthor
        let objects = try body(context)
        let deleted = objects.map { $0.isDeleted ? $0.objectID : nil }
        try context.save(validates: false)
        // By now an inserted object has its permanent ID. A deleted object has only its former ID.
        return zip(objects, deleted).map { $1 ?? $0.objectID }
    }
}
