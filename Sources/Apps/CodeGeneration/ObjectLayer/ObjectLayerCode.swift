import ObjectModel

/// The code for the `ObjectLayer`: a subclass of `ManagedObject`. Its accessors throw, because reading a value may read
/// the store.
struct ObjectLayerCode {
    /// The names of `ManagedObject`'s properties.
    static let takenNames: Set<String> = [
        "objectID", "managedObjectContext", "entity", "isFault", "isInserted", "isUpdated",
        "isDeleted", "hasChanges", "hashValue",
    ]

    let generator: CodeGenerator
    private let entity: EntityDescription
    let names: MemberNames
    let types: ValueTypes

    init(_ generator: CodeGenerator, _ entity: EntityDescription) {
        self.generator = generator
        self.entity = entity
        // All entities of a family use the same names for inherited properties.
        let family = generator.model.descendants(of: entity) + generator.model.lineage(of: entity)
        names = MemberNames(Array(Set(family.flatMap(\.properties).map(\.name))), taken: Self.takenNames)
        types = ValueTypes(classes: generator.classes)
    }

    func file() -> GeneratedFile {
        let classes = generator.classes
        let name = classes.name(of: entity.name)
        let parent =
            entity.superentityName.map { classes.name(of: $0) }
            ?? classes.type("ManagedObject", of: "ObjectLayer")
        let string = classes.type("String", of: "Swift")
        var lines = generator.header(["Foundation", "ObjectLayer", "ObjectModel"])
        lines += [
            "/// An object of \(subject).",
            "open class \(name): \(parent) {",
            "    \(entity.superentityName == nil ? "open" : "override open") "
                + "class var entityName: \(string) { "
                + "\(SwiftName.literal(classes.entityName(ofClassOf: entity))) }",
        ]
        let members =
            generator.members(of: entity) { owner in
                generator.attributes(of: owner).map { ($0.name, accessors(of: $0, in: owner)) }
            }
            + generator.members(of: entity) { owner in
                generator.relationships(of: owner).map { ($0.name, accessors(of: $0)) }
            }
            + generator.members(of: entity) { owner in
                generator.fetchedProperties(of: owner).map { ($0.name, accessor(of: $0)) }
            }
        lines += members.flatMap { [""] + $0.map(CodeGenerator.indented) }
        lines += ["}", ""] + conformance(name)
        return generator.file(classes.plainName(of: entity.name) + ".swift", lines)
    }

    /// The entities of the class, for a comment.
    private var subject: String {
        let words = generator.classes.entities(ofClassOf: entity).map { entity in
            "the \(entity.isAbstract ? "abstract entity" : "entity") "
                + SwiftName.comment(entity.name)
        }
        return words.joined(separator: " or ")
    }

    private func accessor(of property: FetchedPropertyDescription) -> [String] {
        let type = generator.classes.name(of: property.fetchRequest.entityName)
        return [
            "public var \(names.written(property.name)): [\(type)] {",
            "    get throws {",
            "        try fetchedObjects(forKey: \(SwiftName.literal(property.name)), "
                + "as: \(type).self)",
            "    }",
            "}",
        ]
    }

    private func conformance(_ name: String) -> [String] {
        guard entity.superentityName == nil else { return [] }
        let parent = generator.classes.type("EntityObject", of: "ObjectLayer")
        return ["extension \(name): \(parent) {}"]
    }

    // MARK: Attributes

    private func accessors(
        of attribute: AttributeDescription, in owner: EntityDescription
    ) -> [String] {
        if let typed = typedAccessors(of: attribute, in: owner) { return typed }
        guard attribute.isComposite else {
            return accessors(
                key: attribute.name, attribute, name: names.plain(attribute.name),
                isScalar: generator.isScalar(attribute, of: owner))
        }
        // Elements are accessed by their dotted paths. This is a stack instead of recursion: the last element is the
        // next to process.
        var lines: [String] = []
        var open = [(key: attribute.name, name: names.plain(attribute.name), attribute)]
        while let (key, name, next) = open.popLast() {
            guard next.isComposite else {
                let isFirst = lines.isEmpty
                lines +=
                    (isFirst ? [] : [""])
                    + accessors(key: key, next, name: name, isScalar: false)
                continue
            }
            open += next.elements.reversed().map { element in
                let title = SwiftName.capitalized(SwiftName.identifier(element.name))
                return (key + "." + element.name, name + title, element)
            }
        }
        return lines
    }

    private func accessors(
        key: String, _ attribute: AttributeDescription, name: String, isScalar: Bool
    ) -> [String] {
        let key = SwiftName.literal(key)
        let value = types.name(of: attribute.type) ?? plainType(attribute)
        let isNumber = ValueTypes.isNumber(attribute.type)
        let zero = attribute.type == .boolean ? "false" : "0"
        let read: (type: String, call: String) =
            if isNumber && isScalar {
                (value, "try value(forKey: \(key), as: \(value).self) ?? \(zero)")
            } else if attribute.isOptional || attribute.isDerived {
                (value + "?", "try value(forKey: \(key), as: \(value).self)")
            } else {
                (value, "try requiredValue(forKey: \(key), as: \(value).self)")
            }
        var lines = [
            "public var \(SwiftName.escaped(name)): \(read.type) {",
            "    get throws { \(read.call) }",
            "}",
        ]
        guard !attribute.isDerived else { return lines }
        lines += [
            "",
            "public func set\(SwiftName.capitalized(name))(_ value: \(read.type)) throws {",
            "    try setValue(value, forKey: \(key))",
            "}",
        ]
        return lines
    }

    /// Returns the type of an archive, which is data here, or of an attribute with undefined type.
    private func plainType(_ attribute: AttributeDescription) -> String {
        attribute.type == .transformable
            ? generator.classes.type("Data", of: "Foundation")
            : generator.classes.type("PropertyValue", of: "ObjectModel")
    }

    // MARK: Relationships

    private func accessors(of relationship: RelationshipDescription) -> [String] {
        let key = SwiftName.literal(relationship.name)
        let name = names.plain(relationship.name)
        let title = SwiftName.capitalized(name)
        let type =
            relationship.destinationEntityName.map { generator.classes.name(of: $0) }
            ?? generator.classes.type("ManagedObject", of: "ObjectLayer")
        guard relationship.isToMany else {
            return [
                "public var \(SwiftName.escaped(name)): \(type)? {",
                "    get throws { try object(forKey: \(key), as: \(type).self) }",
                "}",
                "",
                "public func set\(title)(_ object: \(type)?) throws {",
                "    try setObject(object, forKey: \(key))",
                "}",
            ]
        }
        var lines = [
            "public var \(SwiftName.escaped(name)): [\(type)] {",
            "    get throws { try objects(forKey: \(key), as: \(type).self) }",
            "}",
            "",
            "public func set\(title)(_ objects: [\(type)]) throws {",
            "    try setObjects(objects, forKey: \(key))",
            "}",
            "",
            "public func addTo\(title)(_ object: \(type)) throws {",
            "    try relatedObjects(forKey: \(key)).add(object)",
            "}",
            "",
            "public func removeFrom\(title)(_ object: \(type)) throws {",
            "    try relatedObjects(forKey: \(key)).remove(object)",
            "}",
        ]
        guard relationship.isOrdered else { return lines }
        let int = generator.classes.type("Int", of: "Swift")
        lines += [
            "",
            "public func insertInto\(title)(_ object: \(type), at index: \(int)) throws {",
            "    try relatedObjects(forKey: \(key)).insert(object, at: index)",
            "}",
        ]
        return lines
    }
}
