import ObjectModel

/// Code for the `ObjectLayer`: a subclass of `ManagedObject` with accessors that throw, since
/// reading a value may read the store.
struct ObjectLayerCode {
    /// What `ManagedObject` has under names that are no methods.
    static let takenNames: Set<String> = [
        "objectID", "managedObjectContext", "entity", "isFault", "isInserted", "isUpdated",
        "isDeleted", "hasChanges", "hashValue",
    ]

    private let generator: CodeGenerator
    private let entity: EntityDescription
    private let names: MemberNames
    private let types: ValueTypes

    init(_ generator: CodeGenerator, _ entity: EntityDescription) {
        self.generator = generator
        self.entity = entity
        // All entities of a family agree on the names of what they inherit.
        var keys = entity.properties.map(\.name)
        var open = entity.subentityNames
        while let name = open.popLast(), let next = generator.model.entity(named: name) {
            keys += next.properties.map(\.name)
            open += next.subentityNames
        }
        var ancestor = generator.model.superentity(of: entity)
        while let next = ancestor {
            keys += next.properties.map(\.name)
            ancestor = generator.model.superentity(of: next)
        }
        names = MemberNames(Array(Set(keys)), taken: Self.takenNames)
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
        let kind = entity.isAbstract ? "abstract entity" : "entity"
        lines += [
            "/// An object of the \(kind) \(SwiftName.comment(entity.name)).",
            "open class \(name): \(parent) {",
            "    \(entity.superentityName == nil ? "open" : "override open") "
                + "class var entityName: \(string) { \(SwiftName.literal(entity.name)) }",
        ]
        for attribute in generator.attributes(of: entity) {
            lines += [""] + accessors(of: attribute).map(CodeGenerator.indented)
        }
        for relationship in generator.relationships(of: entity) {
            lines += [""] + accessors(of: relationship).map(CodeGenerator.indented)
        }
        for property in generator.fetchedProperties(of: entity) {
            let type = classes.name(of: property.fetchRequest.entityName)
            lines += [
                "",
                "    public var \(names.written(property.name)): [\(type)] {",
                "        get throws {",
                "            try fetchedObjects(forKey: \(SwiftName.literal(property.name)), "
                    + "as: \(type).self)",
                "        }",
                "    }",
            ]
        }
        lines += ["}", ""] + conformance(name)
        return generator.file(classes.plainName(of: entity.name) + ".swift", lines)
    }

    private func conformance(_ name: String) -> [String] {
        guard entity.superentityName == nil else { return [] }
        let parent = generator.classes.type("EntityObject", of: "ObjectLayer")
        return ["extension \(name): \(parent) {}"]
    }

    // MARK: Attributes

    private func accessors(of attribute: AttributeDescription) -> [String] {
        guard attribute.isComposite else {
            return accessors(
                key: attribute.name, attribute, name: names.plain(attribute.name),
                isScalar: generator.isScalar(attribute, of: entity))
        }
        // Elements are reached by their dotted paths. A stack instead of recursion: the last one is
        // the next.
        var lines: [String] = []
        var open = [(key: attribute.name, name: names.plain(attribute.name), attribute)]
        while let (key, name, next) = open.popLast() {
            guard next.isComposite else {
                let isFirst = lines.isEmpty
                lines += (isFirst ? [] : [""])
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

    /// Archives are data here; a value of unknown type is what it is.
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
