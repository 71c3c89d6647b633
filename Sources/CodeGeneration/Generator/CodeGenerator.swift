import ObjectModel

/// Writes source code that gives the entities of a model typed classes.
///
/// ```swift
/// let generator = try CodeGenerator(
///     model: file.model, name: "App", flavor: .objectLayer,
///     traits: file.codeGenerationTraits())
/// for file in generator.files() { print(file.name) }
/// ```
///
/// The same model gives the same text.
package struct CodeGenerator {
    /// For which framework the code is.
    package enum Flavor: String, CaseIterable, Sendable {
        /// The `ObjectLayer` of zseed, on every platform.
        case objectLayer = "zseed"
        /// Core Data: subclasses of `NSManagedObject`.
        case coreData = "coredata"
        /// SwiftData: `@Model` classes.
        case swiftData = "swiftdata"
    }

    /// How numbers and booleans are typed.
    package enum Style: Sendable {
        /// As the XML says of each attribute, scalars where it does not.
        case asModel
        /// `Int32`, `Bool`: no value is 0 or false, as with Core Data's scalars.
        case scalars
        /// `Int32?`, `Bool?`, with Core Data `NSNumber?`.
        case objects
    }

    /// The model.
    package let model: ManagedObjectModel
    /// What the model is called.
    package let name: String
    /// For which framework the code is.
    package let flavor: Flavor
    /// How numbers and booleans are typed.
    package let style: Style
    let traits: CodeGenerationTraits
    /// The cases of enumerations and the elements of arrays, as far as source code tells them.
    let values: SourceValues
    let classes: ClassNames
    /// What the app's source calls the classes of entities; nothing where they are not its own.
    private let sourceClasses: [String: String]
    /// Whether the model is one of SwiftData's.
    var isSwiftData: Bool { !values.isEmpty || model.isSwiftData }

    /// Prepares the generation of code.
    ///
    /// - Throws: ``CodeGenerationError`` where two entities have the same class and neither
    ///   inherits from the other.
    package init(
        model: ManagedObjectModel, name: String, flavor: Flavor, style: Style = .asModel,
        traits: CodeGenerationTraits = .none, values: SourceValues = .none,
        sourceClasses: [String: String] = [:]
    ) throws(CodeGenerationError) {
        self.model = model
        self.name = name
        self.flavor = flavor
        self.style = style
        self.traits = traits
        self.values = values
        self.sourceClasses = sourceClasses
        // SwiftData calls an entity as its class is called.
        classes = try ClassNames(model, areEntityNames: flavor == .swiftData)
    }

    // MARK: Shared by the flavours

    /// The classes of all entities, as code outside of them names them: `Item`, `SchemaV2.Item`.
    var classNames: [String] {
        model.entities.map { entity in
            guard flavor == .swiftData, let own = sourceClasses[entity.name] else {
                return classes.name(of: entity.name)
            }
            return Self.path(own)
        }
    }

    /// A name with the types that it is nested in, as it is written.
    static func path(_ name: String) -> String {
        name.split(separator: ".").map { SwiftName.escaped(SwiftName.identifier(String($0))) }
            .joined(separator: ".")
    }

    /// The name that a file begins with.
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

    /// What the entities of an entity's class add, in their order, the entity first; what two of
    /// them declare is there once.
    func members<Member>(
        of entity: EntityDescription,
        _ added: (EntityDescription) -> [(key: String, member: Member)]
    ) -> [Member] {
        var seen: Set<String> = []
        return classes.entities(ofClassOf: entity).flatMap { owner in
            added(owner).filter { seen.insert($0.key).inserted }.map(\.member)
        }
    }

    /// A line one level deeper.
    static func indented(_ line: String) -> String { line.isEmpty ? "" : "    " + line }

    /// Whether numbers of an attribute are scalars.
    func isScalar(_ attribute: AttributeDescription, of entity: EntityDescription) -> Bool {
        switch style {
        case .scalars: true
        case .objects: false
        case .asModel: traits.isScalar(attribute.name, of: entity.name) ?? true
        }
    }

    /// The attributes of an entity that its superentity lacks.
    func attributes(of entity: EntityDescription) -> [AttributeDescription] {
        entity.ownAttributes.filter { isNew($0.name, in: entity) }
    }

    /// The relationships of an entity that its superentity lacks.
    func relationships(of entity: EntityDescription) -> [RelationshipDescription] {
        entity.ownRelationships.filter { isNew($0.name, in: entity) }
    }

    /// The fetched properties of an entity that its superentity lacks.
    func fetchedProperties(of entity: EntityDescription) -> [FetchedPropertyDescription] {
        entity.ownFetchedProperties.filter { isNew($0.name, in: entity) }
    }

    private func isNew(_ property: String, in entity: EntityDescription) -> Bool {
        model.superentity(of: entity)?.property(named: property) == nil
    }
}
