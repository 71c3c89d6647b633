import ObjectModel

/// The SwiftData code for the models of one version, frozen inside a `VersionedSchema`. They keep the version hashes of
/// that version's stores, whatever happens to the app's own classes.
struct FrozenSchemaCode {
    let generator: CodeGenerator
    /// The name of the schema, as an identifier.
    let name: String
    /// Major, minor and patch version.
    let version: [Int]
    /// The known cases of enumerations and elements of arrays.
    let values: SourceValues

    func file() -> GeneratedFile {
        let numbers = version.map(String.init).joined(separator: ", ")
        let models = generator.model.entities.map { generator.classes.name(of: $0.name) + ".self" }
        var lines = generator.header(["Foundation", "SwiftData"])
        lines += ["public enum \(SwiftName.escaped(name)): VersionedSchema {"]
        var body = [
            "public static var versionIdentifier: Schema.Version { Schema.Version(\(numbers)) }",
            "public static var models: [any PersistentModel.Type] {",
            "    [\(models.joined(separator: ", "))]", "}",
        ]
        for entity in generator.model.entities { body += [""] + model(entity) }
        lines += body.map(CodeGenerator.indented) + ["}"]
        return generator.file(SwiftName.identifier(name) + ".swift", lines)
    }

    // MARK: Models

    struct Member {
        let name: String
        let type: String
        let value: String?
        var attributes: [String] = []
        /// The declaration of its type, inside the class.
        var declaration: [String] = []
    }

    func model(_ entity: EntityDescription) -> [String] {
        let name = generator.classes.name(of: entity.name)
        let own = members(of: entity).map(\.member)
        let parent = entity.superentityName.map { ": " + generator.classes.name(of: $0) } ?? ""
        let isBase = !entity.subentityNames.isEmpty
        var body = macros(of: entity, name)
        for member in own {
            body += member.attributes
            let value = member.value.map { " = \($0)" } ?? ""
            body.append("public var \(member.name): \(member.type)\(value)")
        }
        for member in own where !member.declaration.isEmpty { body += [""] + member.declaration }
        body += [""] + initializer(entity, own)
        return ["@Model", "public \(isBase ? "" : "final ")class \(name)\(parent) {"]
            + body.map(CodeGenerator.indented) + ["}"]
    }

    private func initializer(_ entity: EntityDescription, _ own: [Member]) -> [String] {
        func parameters(_ members: [Member]) -> [Member] {
            members.filter { $0.value == nil && !$0.type.hasSuffix("?") }
        }
        let inherited =
            generator.model.superentity(of: entity)
            .map { parameters(allMembers(of: $0)) } ?? []
        let needed = parameters(own)
        let list = (inherited + needed).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let isOverride = entity.superentityName != nil && needed.isEmpty
        var lines = ["public \(isOverride ? "override " : "")init(\(list)) {"]
        lines += needed.map { "    self.\($0.name) = \($0.name)" }
        if entity.superentityName != nil {
            let passed = inherited.map { "\(SwiftName.label($0.name)): \($0.name)" }
            lines.append("    super.init(\(passed.joined(separator: ", ")))")
        }
        return lines + ["}"]
    }

    private func allMembers(of entity: EntityDescription) -> [Member] {
        let parent = generator.model.superentity(of: entity).map(allMembers) ?? []
        return parent + members(of: entity).map(\.member)
    }

    func macros(of entity: EntityDescription, _ name: String) -> [String] {
        let relationships = Set(generator.relationships(of: entity).map(\.name))
        let unique = entity.uniquenessConstraints
            .filter { $0.count > 1 || $0.contains(where: relationships.contains) }
        let indexes = entity.fetchIndexes.compactMap { index -> [String]? in
            let keys = index.elements.compactMap(\.propertyName)
            return keys.isEmpty || keys.count != index.elements.count ? nil : keys
        }
        return SwiftDataOptions.macros(of: name, unique: unique, indexes: indexes)
    }

    /// Returns the members that an entity adds, by their names in the model.
    func members(of entity: EntityDescription) -> [(key: String, member: Member)] {
        generator.attributes(of: entity).map { ($0.name, member($0, of: entity)) }
            + generator.relationships(of: entity).map { ($0.name, member($0, of: entity)) }
    }

    // MARK: Attributes

    private func member(_ attribute: AttributeDescription, of entity: EntityDescription) -> Member {
        let form = values.form(of: attribute.name, entity: entity.name)
        var type: String
        var options = SwiftDataOptions.options(of: attribute, in: entity)
        var declaration: [String] = []
        if attribute.isComposite {
            type = typeName(attribute.name)
            declaration = self.declaration(attribute, type, at: attribute.name, of: entity)
        } else if attribute.type == .transformable {
            let elements = attribute.arrayElements(form, isInside: false, isSwiftData: true)
            if let elements {
                type = "[\(elementType(elements))]"
                options = SwiftDataOptions.options(of: attribute.asArray, in: entity)
            } else {
                type = scalar(.binaryData)
            }
        } else {
            type = scalar(attribute.type)
        }
        if attribute.isOptional { type += "?" }
        if attribute.isTransient { options = ["@Attribute(.ephemeral)"] }
        let value =
            attribute.isComposite
            ? defaultCase(of: attribute, typeName(attribute.name), of: entity)
            : defaultValue(of: attribute)
        return Member(
            name: SwiftName.member(attribute.name), type: type, value: value, attributes: options,
            declaration: declaration)
    }

    func scalar(_ type: AttributeType) -> String {
        let types = ValueTypes(classes: generator.classes)
        if type == .integer64 { return generator.classes.type("Int", of: "Swift") }
        return types.name(of: type) ?? generator.classes.type("Data", of: "Foundation")
    }

    func elementType(_ element: SourceValues.Element) -> String {
        if case .value(let type) = element { return scalar(type) }
        return scalar(.string)
    }

    private func defaultValue(of attribute: AttributeDescription) -> String? {
        switch attribute.defaultValue {
        case .uuid: return scalar(.uuid) + "()"
        case .data([]): return scalar(.binaryData) + "()"
        case .array([]): return "[]"
        case .date(let seconds) where seconds.truncatingRemainder(dividingBy: 60) != 0:
            // This is the moment at which the app computed the default, so it is computed again.
            return scalar(.date) + "()"
        default:
            return SwiftDataOptions.defaultValue(
                of: attribute, ValueTypes(classes: generator.classes))
        }
    }

    /// Returns the case that new objects have, if the source of the models shows it.
    private func defaultCase(
        of attribute: AttributeDescription, _ type: String, of entity: EntityDescription
    ) -> String? {
        func value(_ path: String) -> PropertyValue? {
            values.defaultValue(of: path, entity: entity.name)
        }
        switch attribute.enumeration {
        case .raw?:
            guard let raw = value(attribute.name) else { return nil }
            return namedCases(at: attribute.name, of: entity).first { $0.item.rawValue == raw }
                .map { "\(type).\(SwiftName.member($0.name))" }
        case .plain(let cases)?:
            return cases.first { value("\(attribute.name).\($0)") != nil }
                .map { "\(type).\(SwiftName.member(SwiftName.identifier($0)))" }
        case nil: return nil
        }
    }

    // MARK: Relationships

    private func member(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> Member {
        let target =
            relationship.destinationEntityName.map { generator.classes.name(of: $0) }
            ?? scalar(.binaryData)
        var options = SwiftDataOptions.options(
            of: relationship, in: entity, model: generator.model, classes: generator.classes)
        // If neither of two relationships is the inverse of the other, only one of them gets the macro. SwiftData then
        // does not infer that they are inverses (docs/start/swiftdata.md#relationships).
        if options.isEmpty, isPairedWithoutInverse(relationship, of: entity) {
            options = ["@Relationship"]
        }
        let optional = relationship.isOptional ? "?" : ""
        let isToMany = relationship.isToMany
        return Member(
            name: SwiftName.member(relationship.name),
            type: (isToMany ? "[\(target)]" : target) + optional,
            value: isToMany && !relationship.isOptional ? "[]" : nil, attributes: options)
    }

    private func isPairedWithoutInverse(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> Bool {
        guard relationship.inverseRelationshipName == nil,
            let destination = relationship.destinationEntityName.flatMap(generator.model.entity)
        else { return false }
        let back = Self.free(destination, to: entity)
        // If several relationships match and none has the macro, SwiftData infers no inverse.
        let candidates = back.filter { Self.canBeInverses(relationship, $0) }
        let others = Self.free(entity, to: destination)
            .filter { other in back.contains { Self.canBeInverses(other, $0) } }
        guard candidates.count < 2, others.count < 2 else { return false }
        return back.contains { other in
            if relationship.isToMany != other.isToMany { return relationship.isToMany }
            return "\(entity.name).\(relationship.name)"
                .precedesInBinaryOrder("\(destination.name).\(other.name)")
        }
    }

    private static func free(
        _ entity: EntityDescription, to destination: EntityDescription
    ) -> [RelationshipDescription] {
        entity.ownRelationships.filter {
            $0.inverseRelationshipName == nil && $0.destinationEntityName == destination.name
        }
    }

    private static func canBeInverses(
        _ one: RelationshipDescription, _ other: RelationshipDescription
    ) -> Bool {
        !(one.isToMany && other.isToMany) && [one, other].allSatisfy { $0.isToMany || $0.isOptional }
    }
}

extension AttributeDescription {
    /// The same attribute without its transformer, because declarations of arrays do not name one.
    fileprivate var asArray: AttributeDescription {
        AttributeDescription(
            traits, type: .binaryData,
            preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion,
            allowsCloudEncryption: allowsCloudEncryption)
    }
}

extension CodeGenerator {
    /// Returns the file with the models of one version, frozen inside a `VersionedSchema`.
    ///
    /// - Parameters:
    ///   - schema: The name of the schema.
    ///   - version: Major, minor and patch version.
    ///   - values: The known cases of enumerations and elements of arrays.
    package func frozenSchema(
        named schema: String, version: [Int], values: SourceValues
    ) -> GeneratedFile {
        FrozenSchemaCode(generator: self, name: schema, version: version, values: values).file()
    }
}
