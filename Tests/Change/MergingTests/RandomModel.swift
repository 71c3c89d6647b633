import ObjectLayer
import ObjectModel
import TestSupport

/// A random model and random edits of its stores. It has attributes of every kind, including enumerations and
/// structures, inheritance, and relationships between any two entities.
struct RandomModel {
    let model: ManagedObjectModel
    private var random: SeededGenerator
    private var count = 0

    /// - Parameters:
    ///   - hasUniqueLinks: whether codes, which have few different values, are unique together with a destination.
    ///   - isNarrow: whether codes are unique, numbers of members are limited, partners are required, and relationships
    ///     have no inverse.
    ///   - hasPartners: whether one-to-one relationships are required, on one side or on both.
    init(
        seed: UInt64, hasUniqueLinks: Bool = false, isNarrow: Bool = false, hasPartners: Bool = false
    ) throws {
        var random = SeededGenerator(seed: seed)
        var properties: [String: [PropertyDescription]] = [:]
        for entity in ["A", "B", "C"] {
            properties[entity] = [Self.text("mark")]
            for number in 0..<Int.random(in: 1...4, using: &random) {
                properties[entity]?.append(Self.attribute("\(entity.lowercased())\(number)", &random))
            }
        }
        // The subentity has attributes of its own.
        properties["A2"] = [Self.attribute("extra", &random)]
        for number in 0..<Int.random(in: 1...4, using: &random) {
            let (one, other) = (
                ["A", "B", "C"].randomElement(using: &random)!,
                ["A", "B", "C"].randomElement(using: &random)!
            )
            let relationships =
                isNarrow
                ? Self.narrowRelationships("r\(number)", one, other, &random)
                : hasPartners && one != other && number < 2
                    ? Self.partners("r\(number)", one, other, mayBePair: number == 0, &random)
                    : Self.relationships("r\(number)", one, other, &random)
            for (entity, property) in relationships { properties[entity]?.append(property) }
        }
        var constraints = ["A": [["mark"]], "B": [["mark"]], "C": isNarrow ? [] : [["mark"]]]
        for name in isNarrow ? ["A", "B"] : [] {
            properties[name]?.append(Self.text("code"))
            constraints[name]?.append(["code"])
        }
        for name in hasUniqueLinks ? ["A", "B", "C"] : [] {
            let links = properties[name]?.compactMap { property -> String? in
                guard case .relationship(let link) = property, !link.isToMany else { return nil }
                // A partner belongs to only one object.
                let back = properties[link.destinationEntityName ?? ""]?.contains { other in
                    guard case .relationship(let other) = other else { return false }
                    return other.name == link.inverseRelationshipName && other.isToMany
                }
                return back == true ? link.name : nil
            }
            guard let link = links?.randomElement(using: &random) else { continue }
            if !isNarrow { properties[name]?.append(Self.text("code")) }
            constraints[name]?.append(["code", link])
        }
        model = try ManagedObjectModel(
            entities: properties.map { name, properties in
                EntityDescription(
                    name: name, superentityName: name == "A2" ? "A" : nil, ownProperties: properties,
                    uniquenessConstraints: constraints[name] ?? [])
            }.sorted { $0.name < $1.name })
        self.random = random
    }

    // MARK: Properties

    private static func text(_ name: String) -> PropertyDescription {
        .attribute(AttributeDescription(PropertyTraits(name: name), type: .string))
    }

    private static func enumeration(
        _ name: String, isOptional: Bool, _ random: inout SeededGenerator
    ) -> AttributeDescription {
        var entries = [UserInfo.Entry(key: "EnumType", value: .bool(true))]
        var elements = [(name, [AttributeType.string, .integer64].randomElement(using: &random)!)]
        if Bool.random(using: &random) {
            elements = ["low", "high", "top"].map { ($0, .string) }
            entries.append(.init(key: "enum", value: .array(elements.map { .string($0.0) })))
        }
        return AttributeDescription(
            PropertyTraits(name: name, isOptional: isOptional, userInfo: UserInfo(entries)), type: .composite,
            elements: elements.map { AttributeDescription(PropertyTraits(name: $0.0), type: $0.1) })
    }

    private static func attribute(_ name: String, _ random: inout SeededGenerator) -> PropertyDescription {
        let isOptional = Bool.random(using: &random)
        let traits = PropertyTraits(name: name, isOptional: isOptional)
        let type: AttributeType = [
            .string, .integer16, .integer64, .double, .boolean, .date, .binaryData, .uuid, .uri, .decimal,
        ].randomElement(using: &random)!
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: return .attribute(enumeration(name, isOptional: isOptional, &random))
        case 2:
            return .attribute(
                AttributeDescription(
                    traits, type: .composite,
                    elements: [
                        AttributeDescription(PropertyTraits(name: "width"), type: .double),
                        AttributeDescription(PropertyTraits(name: "note"), type: .string),
                        enumeration("kind", isOptional: true, &random),
                    ]))
        default:
            return .attribute(
                AttributeDescription(
                    traits, type: type,
                    allowsExternalBinaryDataStorage: type == .binaryData && Bool.random(using: &random)))
        }
    }

    private static func relationship(
        _ name: String, to target: String, inverse: String?, isToMany: Bool, isOrdered: Bool = false,
        isOptional: Bool = true, rule: RelationshipDescription.DeleteRule = .nullify,
        counts: (least: Int, most: Int) = (0, 0)
    ) -> PropertyDescription {
        .relationship(
            RelationshipDescription(
                PropertyTraits(name: name, isOptional: isOptional), destinationEntityName: target,
                inverseRelationshipName: inverse, minCount: counts.least,
                maxCount: isToMany ? counts.most : 1, isOrdered: isOrdered, deleteRule: rule))
    }

    /// Returns relationships with stricter rules: bounds of the number of members, or a required owner or partner.
    private static func narrowRelationships(
        _ name: String, _ one: String, _ other: String, _ random: inout SeededGenerator
    ) -> [(String, PropertyDescription)] {
        let inverse = name + "Of"
        let rule: RelationshipDescription.DeleteRule = Bool.random(using: &random) ? .cascade : .nullify
        let isOrdered = Bool.random(using: &random)
        let counts = [(0, 2), (1, 0), (1, 2), (2, 3), (0, 0)].randomElement(using: &random)!
        let others = [(0, 0), (0, 2), (1, 3)].randomElement(using: &random)!
        let isOptional = counts.0 == 0 || Int.random(in: 0..<3, using: &random) > 0
        let kind = Int.random(in: 0..<5, using: &random)
        switch kind {
        case 0:
            return [
                (
                    one,
                    relationship(
                        name, to: other, inverse: nil, isToMany: true, isOptional: isOptional, rule: rule,
                        counts: counts)
                )
            ]
        case 1 where one != other:
            return [
                (
                    one,
                    relationship(
                        name, to: other, inverse: inverse, isToMany: true, isOrdered: isOrdered,
                        isOptional: isOptional, rule: rule, counts: counts)
                ),
                (other, relationship(inverse, to: one, inverse: name, isToMany: true, counts: others)),
            ]
        case 2 where one != other:
            return [
                (one, relationship(name, to: other, inverse: inverse, isToMany: false, rule: rule)),
                (
                    other,
                    relationship(
                        inverse, to: one, inverse: name, isToMany: false,
                        isOptional: Bool.random(using: &random))
                ),
            ]
        default:
            let isRequired = one != other && Int.random(in: 0..<3, using: &random) == 0
            return [
                (
                    one,
                    relationship(
                        name, to: other, inverse: inverse, isToMany: true, isOrdered: isOrdered,
                        isOptional: isOptional, rule: isRequired ? .cascade : rule, counts: counts)
                ),
                (
                    other,
                    relationship(inverse, to: one, inverse: name, isToMany: false, isOptional: !isRequired)
                ),
            ]
        }
    }

    private static func partners(
        _ name: String, _ one: String, _ other: String, mayBePair: Bool, _ random: inout SeededGenerator
    ) -> [(String, PropertyDescription)] {
        let inverse = name + "Of"
        let rule: RelationshipDescription.DeleteRule = Bool.random(using: &random) ? .cascade : .nullify
        let isPair = mayBePair && Bool.random(using: &random)
        return [
            (
                one,
                relationship(
                    name, to: other, inverse: inverse, isToMany: false, isOptional: !isPair, rule: rule)
            ),
            (
                other,
                relationship(
                    inverse, to: one, inverse: name, isToMany: false, isOptional: false,
                    rule: isPair ? .cascade : .nullify)
            ),
        ]
    }

    private static func relationships(
        _ name: String, _ one: String, _ other: String, _ random: inout SeededGenerator
    ) -> [(String, PropertyDescription)] {
        let inverse = name + "Of"
        let rule: RelationshipDescription.DeleteRule = Bool.random(using: &random) ? .cascade : .nullify
        switch Int.random(in: 0..<4, using: &random) {
        // Within one entity, the join table's columns cannot be assigned to the sides.
        case 0 where one != other:
            return [
                (
                    one,
                    relationship(
                        name, to: other, inverse: inverse, isToMany: true,
                        isOptional: Bool.random(using: &random))
                ),
                (other, relationship(inverse, to: one, inverse: name, isToMany: true)),
            ]
        case 1:
            return [
                (one, relationship(name, to: other, inverse: inverse, isToMany: false)),
                (other, relationship(inverse, to: one, inverse: name, isToMany: false)),
            ]
        default:
            // An object that requires an owner is deleted with it.
            let isRequired = one != other && Int.random(in: 0..<3, using: &random) == 0
            return [
                (
                    one,
                    relationship(
                        name, to: other, inverse: inverse, isToMany: true,
                        isOrdered: Bool.random(using: &random), rule: isRequired ? .cascade : rule)
                ),
                (
                    other,
                    relationship(inverse, to: one, inverse: name, isToMany: false, isOptional: !isRequired)
                ),
            ]
        }
    }

    // MARK: Edits

    private mutating func number(_ count: Int) -> Int { Int.random(in: 0..<max(count, 1), using: &random) }

    /// Makes edits, each of which leaves a sound store. The marks of new objects begin with a prefix.
    mutating func edit(_ context: ManagedObjectContext, _ prefix: String, count: Int) throws {
        for _ in 0..<count {
            do {
                try editOnce(context, prefix)
                try context.save()
            } catch is ValidationError {
                context.rollback()
            } catch is ConstraintConflictError {
                context.rollback()
            }
        }
    }

    private mutating func editOnce(_ context: ManagedObjectContext, _ prefix: String) throws {
        let entity = ["A", "A2", "B", "C"][number(4)]
        var request = FetchRequest(entityName: entity)
        request.sortDescriptors = [SortDescriptor(key: "mark")]
        let objects = try context.fetch(request)
        switch number(8) {
        case 0, 1, 2: _ = try insert(entity, context, prefix)
        case 3 where objects.count > 2: try context.delete(objects[number(objects.count)])
        default:
            guard !objects.isEmpty else {
                _ = try insert(entity, context, prefix)
                return
            }
            let object = objects[number(objects.count)]
            let relationships = object.entity.relationships.sorted { $0.name < $1.name }
            if number(2) == 0, !relationships.isEmpty {
                try lead(object, relationships[number(relationships.count)], context)
            } else {
                let attributes = object.entity.attributes.filter { $0.name != "mark" }.sorted {
                    $0.name < $1.name
                }
                if !attributes.isEmpty { try set(attributes[number(attributes.count)], of: object) }
            }
        }
    }

    /// Inserts an object. Partners that require each other are inserted together.
    private mutating func insert(
        _ entity: String, _ context: ManagedObjectContext, _ prefix: String,
        partner: (name: String, object: ManagedObject)? = nil
    ) throws -> ManagedObject {
        let object = try context.insertNewObject(forEntityName: entity)
        count += 1
        try object.setValue("\(prefix)\(count)", forKey: "mark")
        for attribute in object.entity.attributes.sorted(by: { $0.name < $1.name })
        where attribute.name != "mark" && (!attribute.isOptional || number(2) == 0) {
            try set(attribute, of: object, isRequired: !attribute.isOptional)
        }
        for relationship in object.entity.relationships.sorted(by: { $0.name < $1.name })
        where !relationship.isToMany || relationship.minCount > 0 {
            if relationship.name == partner?.name {
                try object.setObject(partner?.object, forKey: relationship.name)
                continue
            }
            if let inverse = Self.pairInverse(of: relationship, model) {
                try object.setObject(
                    insert(
                        relationship.destinationEntityName ?? "", context, prefix, partner: (inverse, object)),
                    forKey: relationship.name)
                continue
            }
            for _ in 0..<max(relationship.minCount, 1) { try lead(object, relationship, context) }
        }
        return object
    }

    /// Returns the inverse of a one-to-one relationship that is required on both sides.
    private static func pairInverse(
        of relationship: RelationshipDescription, _ model: ManagedObjectModel
    ) -> String? {
        guard !relationship.isToMany, !relationship.isOptional,
            let destination = model.entity(named: relationship.destinationEntityName ?? ""),
            let inverse = destination.relationship(named: relationship.inverseRelationshipName ?? ""),
            !inverse.isToMany, !inverse.isOptional
        else { return nil }
        return inverse.name
    }

    private mutating func lead(
        _ object: ManagedObject, _ relationship: RelationshipDescription, _ context: ManagedObjectContext
    ) throws {
        var request = FetchRequest(entityName: relationship.destinationEntityName ?? "")
        request.sortDescriptors = [SortDescriptor(key: "mark")]
        let targets = try context.fetch(request).filter { $0 !== object }
        guard !targets.isEmpty else { return }
        let target = targets[number(targets.count)]
        if !relationship.isToMany {
            let isNone = relationship.isOptional && number(3) == 0
            return try object.setObject(isNone ? nil : target, forKey: relationship.name)
        }
        let related = try object.relatedObjects(forKey: relationship.name)
        if try related.contains(target) { try related.remove(target) } else { try related.add(target) }
    }

    private mutating func set(
        _ attribute: AttributeDescription, of object: ManagedObject, at path: String? = nil,
        isRequired: Bool = false
    ) throws {
        if attribute.name == "code" {
            return try object.setValue(["x", "y", "z"][number(3)], forKey: "code")
        }
        let path = path ?? attribute.name
        let isNone = !isRequired && attribute.isOptional && number(4) == 0
        switch attribute.enumeration {
        case .plain(let cases)?:
            return try object.setAttributeValue(
                isNone ? nil : .string(cases[number(cases.count)]), forKey: path)
        case .raw(let element)?:
            let value: PropertyValue =
                element.type == .string ? .string("case \(number(4))") : .integer(Int64(number(4)))
            return try object.setAttributeValue(isNone ? nil : value, forKey: path)
        case nil: break
        }
        guard !attribute.isComposite else {
            for element in attribute.elements {
                try set(element, of: object, at: path + "." + element.name, isRequired: isRequired)
            }
            return
        }
        try object.setAttributeValue(isNone ? nil : value(attribute.type), forKey: path)
    }

    private mutating func value(_ type: AttributeType) -> PropertyValue {
        let number = number(5)
        return switch type {
        case .integer16, .integer64: .integer(Int64(number))
        case .double: .double(Double(number) / 2)
        case .boolean: .bool(number > 2)
        case .date: .date(Double(number))
        case .binaryData: .data(Array(repeating: UInt8(number), count: number == 4 ? 200_000 : number))
        case .uuid: .uuid(Array(repeating: UInt8(number), count: 16))
        case .uri: .uri("https://example.org/\(number)")
        case .decimal: .decimal("\(number).25")
        default: .string("text \(number)")
        }
    }
}
