import ObjectModel

/// The SwiftData code of one entity: a `@Model` class.
struct SwiftDataCode {
    private let generator: CodeGenerator
    private let entity: EntityDescription
    private let types: ValueTypes

    init(_ generator: CodeGenerator, _ entity: EntityDescription) {
        self.generator = generator
        self.entity = entity
        types = ValueTypes(classes: generator.classes)
    }

    /// A stored property, with its part in the initializer.
    private struct Member {
        let name: String
        let type: String
        /// The default in the declaration and the initializer; nil if the caller must pass a value.
        let defaultValue: String?
        let attributes: [String]
    }

    func file() -> GeneratedFile {
        generator.file(
            generator.classes.plainName(of: entity.name) + ".swift",
            generator.header(["Foundation", "SwiftData"])
                + (generator.isSwiftData ? storedDeclaration() : declaration()))
    }

    /// Returns the class for an entity of a SwiftData model, with the version hash that the entity has in the model.
    private func storedDeclaration() -> [String] {
        [generator.inheritanceAvailability].compactMap(\.self)
            + FrozenSchemaCode(generator: generator, name: "", version: [], values: generator.values)
            .model(entity)
    }

    func declaration() -> [String] {
        let name = generator.classes.name(of: entity.name)
        let own = members(of: entity)
        let isBase = !entity.subentityNames.isEmpty
        var lines = [generator.inheritanceAvailability].compactMap(\.self)
        let parent = entity.superentityName.map { ": " + generator.classes.name(of: $0) } ?? ""
        lines += ["@Model", "public \(isBase ? "" : "final ")class \(name)\(parent) {"]
        let macros = constraintMacros(name)
        lines += macros.map { "    " + $0 }
        if !macros.isEmpty, !own.isEmpty { lines.append("") }
        for member in own {
            lines += member.attributes.map { "    " + $0 }
            let value = member.defaultValue.map { " = \($0)" } ?? ""
            lines.append("    public var \(member.name): \(member.type)\(value)")
        }
        if !macros.isEmpty || !own.isEmpty { lines.append("") }
        return lines + initializer(own).map { "    " + $0 } + ["}"]
    }

    // MARK: Initializer

    private func initializer(_ own: [Member]) -> [String] {
        let inherited = generator.model.lineage(of: entity).dropFirst().reversed().flatMap(members)
        let all = inherited + own
        guard !all.isEmpty else {
            return entity.superentityName == nil
                ? ["public init() {}"] : ["public override init() { super.init() }"]
        }
        let parameters = all.map { member in
            "    \(member.name): \(member.type)" + (member.defaultValue.map { " = \($0)" } ?? "")
        }
        let isOverride = entity.superentityName != nil && own.isEmpty
        var lines = ["public \(isOverride ? "override " : "")init("]
        lines += parameters.dropLast().map { $0 + "," } + parameters.suffix(1) + [") {"]
        lines += own.map { "    self.\($0.name) = \($0.name)" }
        if entity.superentityName != nil {
            let passed = inherited.map { "\(SwiftName.label($0.name)): \($0.name)" }
                .joined(separator: ", ")
            lines.append("    super.init(\(passed))")
        }
        return lines + ["}"]
    }

    // MARK: Members

    private func members(of entity: EntityDescription) -> [Member] {
        generator.attributes(of: entity).map { member($0, of: entity) }
            + generator.relationships(of: entity).map { member($0, of: entity) }
    }

    private func member(
        _ attribute: AttributeDescription, of entity: EntityDescription
    ) -> Member {
        let type =
            types.name(of: attribute.type) ?? generator.classes.type("Data", of: "Foundation")
        let value = SwiftDataOptions.defaultValue(of: attribute, types)
        let options = SwiftDataOptions.options(of: attribute, in: entity)
        return Member(
            name: SwiftName.member(attribute.name), type: attribute.isOptional ? type + "?" : type,
            defaultValue: value ?? (attribute.isOptional ? "nil" : nil),
            attributes: attribute.isTransient ? ["@Transient"] : options)
    }

    private func member(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> Member {
        let type =
            relationship.destinationEntityName.map { generator.classes.name(of: $0) }
            ?? generator.classes.type("Data", of: "Foundation")
        let options = SwiftDataOptions.options(
            of: relationship, in: entity, model: generator.model, classes: generator.classes)
        if relationship.isToMany {
            return Member(
                name: SwiftName.member(relationship.name), type: "[\(type)]", defaultValue: "[]",
                attributes: options)
        }
        return Member(
            name: SwiftName.member(relationship.name), type: relationship.isOptional ? type + "?" : type,
            defaultValue: relationship.isOptional ? "nil" : nil, attributes: options)
    }

    // MARK: Macros

    private func constraintMacros(_ name: String) -> [String] {
        var seen: Set<[String]> = []
        let indexes = entity.fetchIndexes.compactMap { index -> [String]? in
            let keys = index.elements.compactMap(\.propertyName)
            let isPlain = keys.count == index.elements.count && index.partialIndexPredicate == nil
            return isPlain && !keys.isEmpty && seen.insert(keys).inserted ? keys : nil
        }
        return SwiftDataOptions.macros(
            of: name, unique: entity.uniquenessConstraints.filter { $0.count > 1 }, indexes: indexes)
    }

    // MARK: Notes

    func notes() -> [CodeGenerationNote] {
        var notes: [CodeGenerationNote] = []
        if entity.isAbstract { notes.append(.notAbstract(entity: entity.name)) }
        for attribute in generator.attributes(of: entity) {
            if attribute.isDerived {
                notes.append(.notDerived(entity: entity.name, attribute: attribute.name))
            }
            if types.name(of: attribute.type) == nil, !generator.isSwiftData {
                notes.append(.unknownClass(entity: entity.name, attribute: attribute.name))
            }
        }
        for relationship in generator.relationships(of: entity) where relationship.isOrdered {
            notes.append(.unordered(entity: entity.name, relationship: relationship.name))
        }
        return notes
            + generator.fetchedProperties(of: entity).map {
                .noFetchedProperty(entity: entity.name, property: $0.name)
            }
    }
}
