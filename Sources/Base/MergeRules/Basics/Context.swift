import Foundation

nonisolated extension SeedMerge {
    /// The store in which a user has worked, as objects.
    ///
    /// Changes of objects are visible at once. For a context that saves them in parts, ``endBatch()`` is called from
    /// time to time. Methods that do not depend on a framework have a default implementation.
    public protocol Context: AnyObject {
        /// The objects.
        associatedtype Managed: AnyObject
        /// An identifier of an object.
        associatedtype ID: Hashable
        /// The values of attributes.
        associatedtype Value: Hashable

        /// The model.
        var schema: Schema { get }
        /// Whether ``endBatch()`` saves. Unique values can pass from one object to another only between saves.
        var savesBatches: Bool { get }

        // MARK: Objects

        /// Returns an object, which need not exist.
        func object(_ root: String, _ id: ID) throws -> Managed
        /// Returns an object, or nil if it was deleted.
        func existingObject(_ root: String, _ id: ID) throws -> Managed?
        /// Returns the ID of an object.
        func id(of object: Managed) -> ID
        /// Returns the ID of an object, or nil if ``endBatch()`` will change the ID.
        func permanentID(of object: Managed) -> ID?
        /// Returns the ID of an object by its primary key.
        func id(_ root: String, primaryKey: Int64) throws -> ID
        /// Returns the primary key, or nil for an object that has none yet.
        func primaryKey(of id: ID) -> Int64?
        /// Returns the name of an object's entity.
        func entityName(of object: Managed) -> String
        /// Returns whether an object of the store has unsaved changes.
        func isUpdated(_ object: Managed) -> Bool
        /// Returns whether an object was deleted.
        func isDeleted(_ object: Managed) -> Bool
        /// Inserts an object.
        func insert(_ entity: String) throws -> Managed
        /// Deletes an object.
        func delete(_ object: Managed) throws

        // MARK: Properties

        /// Returns the value of an attribute.
        func value(_ path: String, of object: Managed) throws -> ChangedValue<Value>
        /// Sets the value of an attribute.
        func set(_ value: Value?, _ path: String, of object: Managed) throws
        /// Returns the destination of a to-one relationship.
        func destination(_ name: String, of object: Managed) throws -> Managed?
        /// Sets the destination of a to-one relationship.
        func set(destination: Managed?, _ name: String, of object: Managed) throws
        /// Returns the members of a to-many relationship.
        func members(_ name: String, of object: Managed) throws -> [Managed]
        /// Returns the IDs of the members of a to-many relationship.
        func memberIDs(_ name: String, of object: Managed) throws -> [ID]
        /// Sets the members of an ordered relationship.
        func set(members: [Managed], _ name: String, of object: Managed) throws
        /// Adds a member to an unordered relationship.
        func add(_ member: Managed, _ name: String, of object: Managed) throws
        /// Removes a member from a relationship.
        func remove(_ member: Managed, _ name: String, of object: Managed) throws

        // MARK: Values

        /// Returns a destination as a value, for uniqueness constraints.
        func reference(to object: Managed) -> Value
        /// Returns the object of a value that ``reference(to:)`` returned.
        func object(of reference: Value) throws -> Managed?
        /// Returns a value as text, or nil if it has none.
        func text(of value: Value) -> String?
        /// Returns a value of a file of changes, or nil if it cannot be read.
        func value(_ plain: FileValue, _ entity: String, _ path: String) throws -> Value?

        // MARK: Looking for objects

        /// Returns all objects of an entity and its subentities.
        func objects(of entity: String) throws -> [Managed]
        /// Returns the objects of an entity and its subentities that have the given values.
        ///
        /// - Parameter whenSaving: whether to look for conflicts when saving. Objects whose values in the store are
        ///   replaced in the same save then count, too.
        func holders(
            of values: [(name: String, value: Value)], _ entity: String, whenSaving: Bool
        ) throws -> [Managed]
        /// Returns the first object with the given values whose entity is exactly the given one.
        func find(_ entity: String, _ values: [(name: String, value: Value)]) throws -> ID?
        /// Returns the object with a primary key, or nil if there is none.
        func find(_ root: String, primaryKey: Int64) throws -> (id: ID, entity: String)?
        /// Prepares searches by the given properties of each entity, and runs a closure that calls ``find(_:_:)``.
        func searching<Result>(
            by keys: [String: Set<[String]>], _ body: () throws -> Result
        ) throws -> Result
        /// Returns the given objects that have no destination and whose entity is exactly the given one.
        func lacking(_ toOne: Relationship, _ entity: Entity, among ids: Set<ID>) throws -> Set<ID>
        /// Returns the links of a relationship to the given objects, including links from subentities.
        func links(
            of relationship: Relationship, _ entity: Entity, to ids: Set<ID>
        ) throws -> [(owner: ID, member: ID)]
        /// Returns the object's entity and the number of its members, or nil if it does not exist.
        func memberCount(_ name: String, _ root: String, _ id: ID) throws -> (entity: String, count: Int)?
        /// Returns whether an object is a member, or nil if finding out would take longer than adding or removing it.
        func isMember(_ member: Managed, of owner: Managed, _ toMany: Relationship) throws -> Bool?
        /// Returns the owner of a member of a relationship without an inverse.
        func owner(of member: Managed, _ toMany: Relationship) throws -> ID?
        /// Returns the ID of an object's destination, or nil if there is none.
        func destinationID(_ name: String, _ root: String, _ id: ID) throws -> ID?

        // MARK: Batches

        /// Ends a part of the changes.
        ///
        /// - Throws: ``UniquenessConflict`` if another object has a unique value.
        func endBatch() throws
        /// Forgets the changes since the last part ended.
        func discardBatch()
        /// Forgets objects without changes, to save memory.
        func forgetObjects()
    }

    /// The error that another object already has a unique value.
    public struct UniquenessConflict: Error {
        /// Creates the error.
        public init() {}
    }
}

nonisolated extension SeedMerge.Context {
    /// Returns the ID. IDs do not change by default.
    public func permanentID(of object: Managed) -> ID? { id(of: object) }

    /// Runs the closure without preparations.
    public func searching<Result>(
        by keys: [Swift.String: Swift.Set<[Swift.String]>], _ body: () throws -> Result
    ) throws -> Result { try body() }

    /// Returns the IDs of the fetched members.
    public func memberIDs(_ name: Swift.String, of object: Managed) throws -> [ID] {
        try members(name, of: object).map { id(of: $0) }
    }

    /// Checks each object.
    public func lacking(
        _ toOne: SeedMerge.Relationship, _ entity: SeedMerge.Entity, among ids: Swift.Set<ID>
    ) throws -> Swift.Set<ID> {
        try ids.filter { id in
            guard let object = try existingObject(entity.root, id), entityName(of: object) == entity.name
            else { return false }
            return try destination(toOne.name, of: object) == nil
        }
    }

    /// Follows the inverse from each object. Without an inverse, searches all objects of the entity.
    public func links(
        of relationship: SeedMerge.Relationship, _ entity: SeedMerge.Entity, to ids: Swift.Set<ID>
    ) throws -> [(owner: ID, member: ID)] {
        var links: [(owner: ID, member: ID)] = []
        if let inverse = relationship.inverse, let target = schema.entity(relationship.destination) {
            for member in ids {
                guard let object = try existingObject(target.root, member),
                    schema.entity(entityName(of: object))?.relationship(inverse.name) != nil
                else { continue }
                links += try destinations(inverse.name, isToMany: inverse.isToMany, of: object)
                    .map { (id(of: $0), member) }
            }
            return links
        }
        for owner in try objects(of: entity.name) {
            for member in try destinations(relationship.name, isToMany: relationship.isToMany, of: owner)
            where ids.contains(id(of: member)) {
                links.append((id(of: owner), id(of: member)))
            }
        }
        return links
    }

    /// Returns the destination of a to-one relationship in an array, or the members of a to-many relationship.
    func destinations(
        _ name: Swift.String, isToMany: Swift.Bool, of object: Managed
    ) throws -> [Managed] {
        try isToMany ? members(name, of: object) : destination(name, of: object).map { [$0] } ?? []
    }

    /// Counts the fetched members that are not deleted.
    public func memberCount(
        _ name: Swift.String, _ root: Swift.String, _ id: ID
    ) throws -> (entity: Swift.String, count: Swift.Int)? {
        guard let object = try existingObject(root, id) else { return nil }
        let entity = entityName(of: object)
        guard schema.entity(entity)?.toMany(name) != nil else { return nil }
        return (entity, try members(name, of: object).count { !isDeleted($0) })
    }

    /// Searches the fetched members.
    public func isMember(
        _ member: Managed, of owner: Managed, _ toMany: SeedMerge.Relationship
    ) throws -> Swift.Bool? {
        try members(toMany.name, of: owner).contains { $0 === member }
    }

    /// Searches the members of all objects that may be the owner.
    public func owner(of member: Managed, _ toMany: SeedMerge.Relationship) throws -> ID? {
        for entity in schema.entities {
            guard let own = entity.toMany(toMany.name), own.isOneWay, own.destination == toMany.destination
            else { continue }
            for owner in try objects(of: entity.name) {
                if try members(toMany.name, of: owner).contains(where: { $0 === member }) {
                    return id(of: owner)
                }
            }
        }
        return nil
    }

    /// Returns the ID of the fetched destination.
    public func destinationID(_ name: Swift.String, _ root: Swift.String, _ id: ID) throws -> ID? {
        guard let object = try existingObject(root, id),
            schema.entity(entityName(of: object))?.toOne(name) != nil
        else { return nil }
        return try destination(name, of: object).map { self.id(of: $0) }
    }

    /// Does nothing.
    public func discardBatch() {}
    /// Does nothing.
    public func forgetObjects() {}
}
