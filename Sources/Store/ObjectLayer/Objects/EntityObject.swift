import ObjectModel

/// A managed-object class of one entity, as `zseed codegen` writes them.
public protocol EntityObject: ManagedObject {
    /// The name of the entity.
    static var entityName: String { get }
}

extension EntityObject {
    /// A request for all objects of the entity.
    public static func fetchRequest() -> FetchRequest { FetchRequest(entityName: entityName) }
}

extension ManagedObjectContext {
    /// Inserts a new object of a class.
    ///
    /// ```swift
    /// let item = try context.insert(Item.self)
    /// ```
    /// - Throws: ``ManagedObjectError``, also if the class was not given to the coordinator.
    public func insert<Object: EntityObject>(_ type: Object.Type) throws -> Object {
        let object = try insertNewObject(forEntityName: type.entityName)
        do {
            return try object.cast(to: type)
        } catch {
            try delete(object)
            throw error
        }
    }

    /// Returns the objects of a class.
    ///
    /// ```swift
    /// let items = try context.fetch(Item.self, where: Predicate(format: "listed == YES"))
    /// ```
    /// - Throws: ``ManagedObjectError``, also if the class was not given to the coordinator, and the errors of
    ///   ``fetch(_:)-(FetchRequest)``.
    public func fetch<Object: EntityObject>(
        _ type: Object.Type, where predicate: Predicate? = nil,
        sortedBy sortDescriptors: [SortDescriptor] = []
    ) throws -> [Object] {
        var request = type.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = sortDescriptors
        return try fetch(request, as: type)
    }

    /// Returns the objects that a request finds, as instances of a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func fetch<Object: ManagedObject>(
        _ request: FetchRequest, as type: Object.Type
    ) throws -> [Object] {
        try fetch(request).map { try $0.cast(to: type) }
    }
}

extension ManagedObject {
    /// Returns the value of a required attribute.
    ///
    /// - Throws: ``ManagedObjectError/missingValue(entity:key:)`` if it has no value, and the errors of
    ///   ``value(forKey:as:)``.
    public func requiredValue<Value: AttributeConvertible>(
        forKey key: String, as type: Value.Type
    ) throws -> Value {
        guard let value = try value(forKey: key, as: type) else {
            throw ManagedObjectError.missingValue(entity: mapped.name, key: key)
        }
        return value
    }

    /// Returns the destination of a to-one relationship as an instance of a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func object<Object: ManagedObject>(
        forKey key: String, as type: Object.Type
    ) throws -> Object? {
        try object(forKey: key)?.cast(to: type)
    }

    /// Returns the destinations of a to-many relationship as instances of a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func objects<Object: ManagedObject>(
        forKey key: String, as type: Object.Type
    ) throws -> [Object] {
        try objects(forKey: key).map { try $0.cast(to: type) }
    }

    /// Returns the objects of a fetched property as instances of a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func fetchedObjects<Object: ManagedObject>(
        forKey key: String, as type: Object.Type
    ) throws -> [Object] {
        try fetchedObjects(forKey: key).map { try $0.cast(to: type) }
    }

    func cast<Object: ManagedObject>(to type: Object.Type) throws -> Object {
        guard let object = self as? Object else {
            throw ManagedObjectError.unexpectedClass(objectID, expected: "\(type)")
        }
        return object
    }
}
