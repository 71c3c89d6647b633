import ObjectModel

/// A class of managed objects that stands for one entity, as `zseed codegen` writes them.
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
    /// - Throws: ``ManagedObjectError``, also where the coordinator was not told of the class.
    public func insert<Object: EntityObject>(_ type: Object.Type) throws -> Object {
        let object = try insertNewObject(forEntityName: type.entityName)
        do {
            return try object.cast(to: type)
        } catch {
            try delete(object)
            throw error
        }
    }

    /// The objects of a class.
    ///
    /// ```swift
    /// let items = try context.fetch(Item.self, where: Predicate(format: "listed == YES"))
    /// ```
    /// - Throws: ``ManagedObjectError``, also where the coordinator was not told of the class, and
    ///   what ``fetch(_:)-(FetchRequest)`` throws.
    public func fetch<Object: EntityObject>(
        _ type: Object.Type, where predicate: Predicate? = nil,
        sortedBy sortDescriptors: [SortDescriptor] = []
    ) throws -> [Object] {
        var request = type.fetchRequest()
        request.predicate = predicate
        request.sortDescriptors = sortDescriptors
        return try fetch(request, as: type)
    }

    /// The objects that a request asks for, as a class.
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
    /// The value of an attribute that must have one.
    ///
    /// - Throws: ``ManagedObjectError/missingValue(entity:key:)`` where there is none, and what
    ///   ``value(forKey:as:)`` throws.
    public func requiredValue<Value: AttributeConvertible>(
        forKey key: String, as type: Value.Type
    ) throws -> Value {
        guard let value = try value(forKey: key, as: type) else {
            throw ManagedObjectError.missingValue(entity: mapped.name, key: key)
        }
        return value
    }

    /// The destination of a to-one relationship as a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func object<Object: ManagedObject>(
        forKey key: String, as type: Object.Type
    ) throws -> Object? {
        try object(forKey: key)?.cast(to: type)
    }

    /// The destinations of a to-many relationship as a class.
    ///
    /// - Throws: ``ManagedObjectError/unexpectedClass(_:expected:)`` for an object of another
    ///   class.
    public func objects<Object: ManagedObject>(
        forKey key: String, as type: Object.Type
    ) throws -> [Object] {
        try objects(forKey: key).map { try $0.cast(to: type) }
    }

    /// What a fetched property gives, as a class.
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
