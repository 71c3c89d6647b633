import ObjectModel

/// A key path with its names looked up in the model.
struct ResolvedKeyPath: Sendable {
    /// One relationship of the path.
    struct Hop: Sendable {
        let relationship: RelationshipDescription
        /// The entity that has the relationship.
        let source: MappedEntity
        let destination: MappedEntity

        var name: String { relationship.name }
        var isToMany: Bool { relationship.isToMany }
    }

    /// The end of the path.
    enum End: Sendable {
        /// The object at the end of the relationships.
        case object
        case attribute(MappedEntity.Slot)
    }

    let start: MappedEntity
    let hops: [Hop]
    let end: End
    /// Whether the path ends with the ID of the object: `unit.objectID`.
    private(set) var isObjectID = false

    /// The entity of the last object of the path.
    var destination: MappedEntity { hops.last?.destination ?? start }

    /// Whether the path can have any number of values.
    var isToMany: Bool { hops.contains(where: \.isToMany) }

    /// The kind of the values; nil if it is unknown.
    var kind: EvaluatedValue.Kind? {
        switch end {
        case .object: .object
        case .attribute(let slot): slot.attribute.flatMap { Self.kind(of: $0.type) }
        }
    }

    private static func kind(of type: AttributeType) -> EvaluatedValue.Kind? {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: .number
        case .string: .text
        case .date: .date
        case .binaryData, .transformable: .data
        case .uuid: .uuid
        case .uri: .url
        case .undefined, .objectID, .composite: nil
        }
    }

    /// Looks up the names of a key path.
    ///
    /// - Throws: ``FetchRequestError/unknownKeyPath(entity:keyPath:)``.
    init(_ names: [String], from start: MappedEntity, in map: StoreMap) throws {
        var hops: [Hop] = []
        var entity = start
        var rest = names[...]
        while let name = rest.first {
            rest = rest.dropFirst()
            if ["self", "SELF", "objectID"].contains(name),
                entity.description.property(named: name) == nil
            {
                continue
            }
            if let relationship = entity.description.relationship(named: name),
                let destination = map.destination(of: relationship)
            {
                hops.append(
                    Hop(relationship: relationship, source: entity, destination: destination))
                entity = destination
                continue
            }
            // The rest is an attribute, or the dotted path to an element of a composite attribute.
            let path = ([name] + rest).joined(separator: ".")
            guard let slot = entity.slot(named: path), entity.slots[slot].attribute != nil else {
                throw FetchRequestError.unknownKeyPath(
                    entity: start.name, keyPath: names.joined(separator: "."))
            }
            self.start = start
            self.hops = hops
            end = .attribute(entity.slots[slot])
            return
        }
        self.start = start
        self.hops = hops
        end = .object
        isObjectID = names.last == "objectID" && hops.last?.name != "objectID"
    }
}
