import MergeRules
import ObjectModel
import StoreFormat

/// A context through which merges read and change objects of the object layer, however it saves them.
package protocol ObjectLayerContext: SeedMerge.Context
where Managed == ManagedObject, ID == ManagedObjectID, Value == PropertyValue {
    /// The context.
    var context: ManagedObjectContext { get }
}

extension ObjectLayerContext {
    package func object(_ root: String, _ id: ManagedObjectID) throws -> ManagedObject {
        try context.object(with: id)
    }

    package func id(of object: ManagedObject) -> ManagedObjectID { object.objectID }

    package func id(_ root: String, primaryKey: Int64) throws -> ManagedObjectID {
        guard
            let id = context.persistentStoreCoordinator.managedObjectID(
                entityName: root, primaryKey: primaryKey)
        else { throw ManagedObjectError.unknownEntity(root) }
        return id
    }

    package func primaryKey(of id: ManagedObjectID) -> Int64? { id.primaryKey }
    package func entityName(of object: ManagedObject) -> String { object.objectID.entityName }
    package func isUpdated(_ object: ManagedObject) -> Bool { object.isUpdated }
    package func isDeleted(_ object: ManagedObject) -> Bool { object.isDeleted }
    package func insert(_ entity: String) throws -> ManagedObject {
        try context.insertNewObject(forEntityName: entity)
    }
    package func delete(_ object: ManagedObject) throws { try context.delete(object) }

    // MARK: Properties

    package func value(
        _ path: String, of object: ManagedObject
    ) throws -> SeedMerge.ChangedValue<PropertyValue> { try object.changedValue(path) }

    package func set(_ value: PropertyValue?, _ path: String, of object: ManagedObject) throws {
        try object.setAttributeValue(value, forKey: path)
    }

    package func destination(_ name: String, of object: ManagedObject) throws -> ManagedObject? {
        try object.object(forKey: name)
    }

    package func set(destination: ManagedObject?, _ name: String, of object: ManagedObject) throws {
        try object.setObject(destination, forKey: name)
    }

    package func members(_ name: String, of object: ManagedObject) throws -> [ManagedObject] {
        try object.objects(forKey: name)
    }

    package func memberIDs(_ name: String, of object: ManagedObject) throws -> [ManagedObjectID] {
        try object.objectIDs(forRelationshipNamed: name)
    }

    package func set(members: [ManagedObject], _ name: String, of object: ManagedObject) throws {
        try object.setObjects(members, forKey: name)
    }

    package func add(_ member: ManagedObject, _ name: String, of object: ManagedObject) throws {
        try object.relatedObjects(forKey: name).add(member)
    }

    package func remove(_ member: ManagedObject, _ name: String, of object: ManagedObject) throws {
        try object.relatedObjects(forKey: name).remove(member)
    }

    // MARK: Values

    package func reference(to object: ManagedObject) -> PropertyValue {
        .uri(object.objectID.uriRepresentation)
    }

    package func object(of reference: PropertyValue) throws -> ManagedObject? {
        guard case .uri(let uri) = reference,
            let id = context.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
        else { return nil }
        return try context.object(with: id)
    }

    package func text(of value: PropertyValue) -> String? {
        switch value {
        case .bool(let flag): String(flag)
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .decimal(let text), .string(let text), .uri(let text): text
        case .date(let seconds): ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
        case .data(let bytes): "\(bytes.count) bytes"
        case .uuid(let bytes): BytesText.uuid(bytes)
        case .array, .dictionary, .object, .null: nil
        }
    }

    package func value(_ plain: SeedMerge.FileValue, _ entity: String, _ path: String) -> PropertyValue? {
        switch plain {
        case .boolean(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .decimal(let text): .decimal(text)
        case .string(let text): .string(text)
        case .date(let seconds): .date(seconds)
        case .data(let bytes): .data(Array(bytes))
        case .uuid(let bytes): .uuid(Array(bytes))
        case .uri(let text): .uri(text)
        case .object: nil
        }
    }

    // MARK: Looking for objects

    package func objects(of entity: String) throws -> [ManagedObject] {
        try context.fetch(FetchRequest(entityName: entity))
    }

    package func find(_ entity: String, _ values: [(name: String, value: PropertyValue)]) throws
        -> ManagedObjectID?
    {
        var request = try FetchRequest(entityName: entity, values)
        request.fetchLimit = 1
        request.includesSubentities = false
        return try context.fetchObjectIDs(request).first
    }
}

extension FetchRequest {
    /// A request for the objects with given values.
    package init(entityName: String, _ values: [(name: String, value: PropertyValue)]) throws {
        self.init(entityName: entityName)
        predicate = try Predicate(
            format: values.map { _ in "%K == %@" }.joined(separator: " AND "),
            arguments: values.flatMap { name, value -> [PredicateArgument] in
                [.keyPath(name), .value(value)]
            })
    }
}

extension ManagedObject {
    /// The value of an attribute, as merges compare it.
    package func changedValue(_ path: String) throws -> SeedMerge.ChangedValue<PropertyValue> {
        do {
            return try attributeValue(forKey: path).map { .value($0) } ?? .nothing
        } catch ManagedObjectError.missingExternalData(_, _, let file) {
            return .missingFile(file)
        }
    }
}

extension SeedMerge.Schema {
    /// The model of a store.
    package convenience init(_ layout: StoreLayout) {
        let model = layout.model
        self.init(
            layout.entities.map { entity in
                let description = model.entity(named: entity.name)
                let lineage = description.map { model.lineage(of: $0) } ?? []
                func relationship(
                    _ relationship: RelationshipDescription, _ destination: String,
                    _ inverse: RelationshipDescription?
                ) -> SeedMerge.Relationship {
                    .init(
                        name: relationship.name, destination: destination, isToMany: relationship.isToMany,
                        isOrdered: relationship.isOrdered, isRequired: !relationship.isOptional,
                        cascades: relationship.deleteRule == .cascade, inverseName: inverse?.name,
                        bounds: .init(least: relationship.minCount, most: relationship.maxCount))
                }
                var types = Dictionary(
                    entity.attributes.map { ($0.path, "\($0.attribute.type)") },
                    uniquingKeysWith: { first, _ in first })
                var cases: [String: Set<String>] = [:]
                for composite in entity.composites {
                    guard let plain = composite.plainCases else { continue }
                    types[composite.path] = "string"
                    cases[composite.path] = Set(plain)
                }
                return SeedMerge.Entity(
                    line: lineage.map(\.name), attributes: entity.valuePaths, types: types, cases: cases,
                    relationships: entity.toOnes.map {
                        relationship($0.relationship, $0.destinationName, $0.inverse)
                    }
                        + entity.toManys.map { relationship($0.relationship, $0.destinationName, $0.inverse) },
                    constraints: lineage.flatMap { owner in
                        owner.uniquenessConstraints.filter {
                            $0.allSatisfy { entity.attribute($0) != nil || entity.toOne($0) != nil }
                        }.map { (owner.name, $0) }
                    },
                    namingAttributes: description?.namingAttributes(in: model).map(\.name) ?? [])
            })
    }
}
