import ObjectModel

/// The code for Core Data: the class and, in a separate file, its properties, as Xcode generates them.
struct CoreDataCode {
    private let generator: CodeGenerator
    private let entity: EntityDescription
    private let types: ValueTypes

    init(_ generator: CodeGenerator, _ entity: EntityDescription) {
        self.generator = generator
        self.entity = entity
        types = ValueTypes(classes: generator.classes)
    }

    private var className: String { generator.classes.name(of: entity.name) }

    func files() -> [GeneratedFile] {
        // With the kind `category`, the app itself declares the class.
        let isCategory = generator.traits.kinds[entity.name] == .category
        return (isCategory ? [] : [classFile()]) + [propertiesFile()]
    }

    func notes() -> [CodeGenerationNote] {
        generator.attributes(of: entity)
            .filter { $0.type == .transformable && $0.attributeValueClassName == nil }
            .map { .unknownClass(entity: entity.name, attribute: $0.name) }
    }

    private func type(_ name: String) -> String { generator.classes.type(name, of: "CoreData") }

    private func classFile() -> GeneratedFile {
        let plain = generator.classes.plainName(of: entity.name)
        let parent =
            entity.superentityName.map { generator.classes.name(of: $0) } ?? type("NSManagedObject")
        return generator.file(
            plain + "+CoreDataClass.swift",
            generator.header(["CoreData", "Foundation"]) + [
                "@objc(\(className))",
                "public class \(className): \(parent) {}",
            ])
    }

    private func propertiesFile() -> GeneratedFile {
        let name = className
        let request = "\(type("NSFetchRequest"))<\(name)>"
        var lines = generator.header(["CoreData", "Foundation"]) + ["extension \(name) {"]
        lines += [
            "    @nonobjc public class func fetchRequest() -> \(request) {",
            "        \(request)(entityName: "
                + "\(SwiftName.literal(generator.classes.entityName(ofClassOf: entity))))",
            "    }",
        ]
        let properties: [(name: String, type: String)] =
            generator.members(of: entity) { owner in
                generator.attributes(of: owner).map { ($0.name, ($0.name, type(of: $0, in: owner))) }
            }
            + generator.members(of: entity) { owner in
                generator.relationships(of: owner).map { ($0.name, ($0.name, type(of: $0))) }
            }
            + generator.members(of: entity) { owner in
                generator.fetchedProperties(of: owner).map {
                    let type = generator.classes.name(of: $0.fetchRequest.entityName)
                    return ($0.name, ($0.name, "[\(type)]?"))
                }
            }
        if !properties.isEmpty { lines.append("") }
        for (key, type) in properties {
            let name = SwiftName.escaped(SwiftName.identifier(key))
            lines.append("    @NSManaged public var \(name): \(type)")
        }
        lines += ["}", ""]
        let relationships = generator.members(of: entity) { owner in
            generator.relationships(of: owner).map { ($0.name, $0) }
        }
        for relationship in relationships where relationship.isToMany {
            lines +=
                CoreDataAccessors(
                    relationship, owner: name, classes: generator.classes
                ).lines() + [""]
        }
        // Subclasses inherit it from their superclass.
        if entity.superentityName == nil { lines.append("extension \(name): Identifiable {}") }
        return generator.file(
            generator.classes.plainName(of: entity.name) + "+CoreDataProperties.swift", lines)
    }

    // MARK: Types

    private func type(
        of attribute: AttributeDescription, in owner: EntityDescription
    ) -> String {
        let isScalar = generator.isScalar(attribute, of: owner)
        if ValueTypes.isNumber(attribute.type) {
            guard isScalar, let name = types.name(of: attribute.type) else {
                return generator.classes.type("NSNumber", of: "Foundation") + "?"
            }
            return name
        }
        if attribute.isComposite {
            return "[\(generator.classes.type("String", of: "Swift")): Any]?"
        }
        switch attribute.type {
        case .decimal: return generator.classes.type("NSDecimalNumber", of: "Foundation") + "?"
        case .date where generator.traits.isScalar(attribute.name, of: owner.name) == true:
            return generator.classes.type("TimeInterval", of: "Foundation")
        case .objectID: return type("NSManagedObjectID") + "?"
        case .transformable, .undefined:
            let name = attribute.attributeValueClassName.map { SwiftName.identifier($0) }
            return SwiftName.escaped(name ?? "NSObject") + "?"
        default: return (types.name(of: attribute.type) ?? "NSObject") + "?"
        }
    }

    private func type(of relationship: RelationshipDescription) -> String {
        if relationship.isToMany {
            let name = relationship.isOrdered ? "NSOrderedSet" : "NSSet"
            return generator.classes.type(name, of: "Foundation") + "?"
        }
        return
            (relationship.destinationEntityName.map { generator.classes.name(of: $0) }
            ?? type("NSManagedObject")) + "?"
    }
}
