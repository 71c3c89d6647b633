/// The destinations of a to-many relationship: a live collection, which always shows and changes
/// what the object has (`mutableSetValue(forKey:)`, `mutableOrderedSetValue(forKey:)`).
public struct RelatedObjects {
    let owner: ManagedObject
    let toManyIndex: Int

    private var key: String { owner.mapped.toManys[toManyIndex].name }

    /// Whether the relationship has an order.
    public var isOrdered: Bool { owner.mapped.toManys[toManyIndex].relationship.isOrdered }

    /// How many objects there are.
    public func count() throws -> Int {
        try owner.loadMembers(at: toManyIndex)
        return owner.toManys[toManyIndex].count
    }

    /// The objects as they are now, in their order where they have one, otherwise in that of their
    /// IDs as they were loaded and then added.
    public func all() throws -> [ManagedObject] {
        guard let context = owner.managedObjectContext else {
            throw ManagedObjectError.noContext(owner.objectID)
        }
        return try owner.memberIDs(at: toManyIndex).map { context.register($0) }
    }

    /// Whether an object is one of them.
    public func contains(_ object: ManagedObject) throws -> Bool {
        try owner.loadMembers(at: toManyIndex)
        return owner.toManys[toManyIndex].contains(object.objectID)
    }

    /// Adds an object at the end; nothing happens where it is one of them already.
    public func add(_ object: ManagedObject) throws {
        try owner.check(object, key, owner.mapped.toManys[toManyIndex].relationship)
        try context().connect(object, to: owner, at: toManyIndex)
    }

    /// Removes an object; nothing happens where it is none of them.
    public func remove(_ object: ManagedObject) throws {
        guard !owner.isDeleted else { throw ManagedObjectError.deleted(owner.objectID) }
        try context().disconnect(object, from: owner, at: toManyIndex)
    }

    /// Inserts an object into an ordered relationship, or moves it there.
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
