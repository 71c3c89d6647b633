/// The destinations of a to-many relationship: a live collection that always shows the object's current destinations,
/// and changes them (`mutableSetValue(forKey:)`, `mutableOrderedSetValue(forKey:)`).
public struct RelatedObjects {
    let owner: ManagedObject
    let toManyIndex: Int

    private var key: String { owner.mapped.toManys[toManyIndex].name }

    /// Whether the relationship has an order.
    public var isOrdered: Bool { owner.mapped.toManys[toManyIndex].relationship.isOrdered }

    /// Returns the number of objects.
    public func count() throws -> Int {
        try owner.loadMembers(at: toManyIndex)
        return owner.toManys[toManyIndex].count
    }

    /// Returns the current objects, in order if the relationship is ordered. Otherwise, loaded objects are in the order
    /// of their IDs, followed by added ones.
    public func all() throws -> [ManagedObject] {
        guard let context = owner.managedObjectContext else {
            throw ManagedObjectError.noContext(owner.objectID)
        }
        return try owner.memberIDs(at: toManyIndex).map { context.register($0) }
    }

    /// Returns whether the collection contains an object.
    public func contains(_ object: ManagedObject) throws -> Bool {
        try owner.loadMembers(at: toManyIndex)
        return owner.toManys[toManyIndex].contains(object.objectID)
    }

    /// Adds an object at the end. Does nothing if the collection already contains it.
    public func add(_ object: ManagedObject) throws {
        try owner.check(object, key, owner.mapped.toManys[toManyIndex].relationship)
        try context().connect(object, to: owner, at: toManyIndex)
    }

    /// Removes an object. Does nothing if the collection does not contain it.
    public func remove(_ object: ManagedObject) throws {
        guard !owner.isDeleted else { throw ManagedObjectError.deleted(owner.objectID) }
        try context().disconnect(object, from: owner, at: toManyIndex)
    }

    /// Inserts an object into an ordered relationship, or moves it within the relationship.
    ///
    /// - Parameter index: its index among the others, from 0.
    public func insert(_ object: ManagedObject, at index: Int) throws {
        guard isOrdered else {
            throw ManagedObjectError.notOrdered(entity: owner.mapped.name, key: key)
        }
        var members = try all().filter { $0 !== object }
        guard (0...members.count).contains(index) else {
            throw ManagedObjectError.indexOutOfRange(index, count: members.count)
        }
        members.insert(object, at: index)
        try owner.setObjects(members, forKey: key)
    }

    private func context() throws -> ManagedObjectContext {
        guard let context = owner.managedObjectContext else {
            throw ManagedObjectError.noContext(owner.objectID)
        }
        return context
    }
}
