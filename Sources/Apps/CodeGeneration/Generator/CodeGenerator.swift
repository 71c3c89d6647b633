import ObjectModel

/// Generates typed classes for the entities of a model.
///
/// ```swift
/// let generator = try CodeGenerator(
///     model: file.model, name: "App", flavor: .objectLayer,
///     traits: file.codeGenerationTraits())
/// for file in generator.files() { print(file.name) }
/// ```
///
/// The same model always gives the same text.
package struct CodeGenerator {
    /// The framework that the code uses.
    package enum Flavor: String, CaseIterable, Sendable {
        /// The `ObjectLayer` of zseed, on every platform.
        case objectLayer = "zseed"
        /// Core Data: subclasses of `NSManagedObject`.
        case coreData = "coredata"
        /// SwiftData: `@Model` classes.
        case swiftData = "swiftdata"
    }

    /// The types of numbers and booleans.
    package enum Style: Sendable {
        /// As the XML specifies for each attribute; otherwise scalars.
        case asModel
        /// `Int32`, `Bool`: a missing value is 0 or false, as with Core Data's scalars.
        case scalars
        /// `Int32?`, `Bool?`; with Core Data `NSNumber?`.
        case objects
    }

    /// The model whose entities get classes.
    package let model: ManagedObjectModel
    /// The name of the model.
    package let name: String
    /// The framework that the code uses.
    package let flavor: Flavor
    /// The types of numbers and booleans.
    package let style: Style
    let traits: CodeGenerationTraits
    /// The cases of enumerations and the elements of arrays that source code shows.
    let values: SourceValues
    let classes: ClassNames
    /// The names of the entities' classes in the app's source; empty if the model is not from source.
    private let sourceClasses: [String: String]
    /// Whether the app depends on the package `SeedStore`, so that generated code imports it instead of having its files.
    let importsSeedStore: Bool
    /// Whether the model is one of SwiftData's.
    var isSwiftData: Bool { !values.isEmpty || model.isSwiftData }

    /// Prepares the generation of code.
    ///
    /// - Throws: ``CodeGenerationError`` if two entities have the same class and neither inherits from the other.
    package init(
        model: ManagedObjectModel, name: String, flavor: Flavor, style: Style = .asModel,
        traits: CodeGenerationTraits = .none, values: SourceValues = .none,
        sourceClasses: [String: String] = [:], importsSeedStore: Bool = false
    ) throws(CodeGenerationError) {
        self.model = model
        self.name = name
        self.flavor = flavor
        self.style = style
        self.traits = traits
        self.values = values
        self.sourceClasses = sourceClasses
        self.importsSeedStore = importsSeedStore
        // SwiftData calls an entity as its class is called.
        classes = try ClassNames(model, areEntityNames: flavor == .swiftData)
    }

    // MARK: Shared by the flavours

    /// The availability of SwiftData's model inheritance; nil if no entity inherits from another. All classes of the model
    /// need it, because they may refer to one another.
    var inheritanceAvailability: String? {
        model.entities.contains { $0.superentityName != nil }
            ? "@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)" : nil
    }

    /// The classes of all entities, with the names that code outside of them uses: `Item`, `SchemaV2.Item`.
    var classNames: [String] {
        model.entities.map { entity in
            guard flavor == .swiftData, let own = sourceClasses[entity.name] else {
                return classes.name(of: entity.name)
            }
            return Self.path(own)
        }
    }

    /// Returns a name, including the types around it, with backticks where necessary.
    static func path(_ name: String) -> String {
        name.split(separator: ".").map { SwiftName.escaped(SwiftName.identifier(String($0))) }
            .joined(separator: ".")
    }

    /// Returns the first lines of a file: the marker with the model's name, and the imports.
    func header(_ imports: [String], options: String = "") -> [String] {
        let option = options + (flavor == .objectLayer ? "" : " --for \(flavor.rawValue)")
        let model = SwiftName.comment(name)
        let first = "\(GeneratedFile.marker)\(option) from \(model)."
        return [first + " Changes are lost at the next run.", ""] + imports.map { "import \($0)" }
            + [""]
    }

    func file(_ name: String, _ lines: [String]) -> GeneratedFile {
        var lines = lines
        while lines.last == "" { lines.removeLast() }
        return GeneratedFile(name: name, text: lines.joined(separator: "\n") + "\n")
    }

    /// Returns the members that the entities of one class add, in their order, starting with the given entity. A member
    /// that two of them declare is included once.
    func members<Member>(
        of entity: EntityDescription,
        _ added: (EntityDescription) -> [(key: String, member: Member)]
    ) -> [Member] {
        var seen: Set<String> = []
        return classes.entities(ofClassOf: entity).flatMap { owner in
            added(owner).filter { seen.insert($0.key).inserted }.map(\.member)
        }
    }

    /// Returns a line that is indented by one more level.
    static func indented(_ line: String) -> String { line.isEmpty ? "" : "    " + line }

    /// Returns whether a number attribute has a scalar type.
    func isScalar(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
        switch style {
        case .scalars: true
        case .objects: false
        case .asModel: traits.isScalar(attribute.name, of: entity.name) ?? true
        }
    }

    /// Returns the attributes that an entity has in addition to those of its superentity.
    func attributes(of entity: EntityDescription) -> [AttributeDescription] {
        entity.ownAttributes.filter { isNew($0.name, in: entity) }
    }

    /// Returns the relationships that an entity has in addition to those of its superentity.
    func relationships(of entity: EntityDescription) -> [RelationshipDescription] {
        entity.ownRelationships.filter { isNew($0.name, in: entity) }
    }

    /// Returns the fetched properties that an entity has in addition to those of its superentity.
    func fetchedProperties(of entity: EntityDescription) -> [FetchedPropertyDescription] {
        entity.ownFetchedProperties.filter { isNew($0.name, in: entity) }
    }

    private func isNew(_ property: String, in entity: EntityDescription) -> Bool {
        model.superentity(of: entity)?.property(named: property) == nil
    }
}
