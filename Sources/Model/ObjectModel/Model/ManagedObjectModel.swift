/// A managed object model: the entities of an app with their attributes and relationships.
///
/// A model is immutable and complete: it contains every superentity, destination and inverse that it names. Two
/// models are equal if their contents are equal, whatever files they were read from.
///
/// ```swift
/// let model = try ManagedObjectModel(entities: [
///     EntityDescription(
///         name: "Item",
///         ownProperties: [.attribute(.init(PropertyTraits(name: "title"), type: .string))])
/// ])
/// model.entity(named: "Item")?.number  // 1
/// ```
public struct ManagedObjectModel: Sendable {
    /// All entities in the order of their numbers: superentities before their subentities, and siblings by their
    /// names in lower case (docs/internals/format.md#entity-numbers).
    public let entities: [EntityDescription]
    /// The version identifiers, sorted in binary order.
    public let versionIdentifiers: [String]
    /// The names of the entities of each configuration, sorted in binary order.
    public let configurations: [String: [String]]
    /// The fetch request templates, sorted by name in binary order.
    public let fetchRequestTemplates: [FetchRequestTemplate]
    /// Whether the model was inferred from the tables of a store without a model cache, so that much is missing.
    /// Equality ignores it.
    public let isInferred: Bool
    /// The index in ``entities`` of each name.
    private let indices: [String: Int]

    /// Creates a model from its entities, given in any order.
    ///
    /// - Throws: ``ModelError`` if two entities, or two properties of one entity, have the same name, if an entity
    ///   inherits from itself, or if a named superentity, destination, inverse, or part of a configuration or fetch
    ///   request is missing.
    public init(
        entities: [EntityDescription], versionIdentifiers: [String] = [],
        configurations: [String: [String]] = [:],
        fetchRequestTemplates: [FetchRequestTemplate] = [], isInferred: Bool = false
    ) throws {
        let resolved = try Inheritance(entities: entities).resolved()
        self.entities = resolved
        self.versionIdentifiers = Set(versionIdentifiers).sortedInBinaryOrder()
        self.configurations = configurations.mapValues { Set($0).sortedInBinaryOrder() }
        self.fetchRequestTemplates = fetchRequestTemplates.sortedInBinaryOrder { $0.name }
        self.isInferred = isInferred
        indices = Dictionary(keepingFirst: resolved.enumerated().map { ($1.name, $0) })
        try validate()
    }

    /// Returns the entity with a name.
    public func entity(named name: String) -> EntityDescription? {
        indices[name].map { entities[$0] }
    }

    /// The names of the configurations, sorted in binary order.
    public var configurationNames: [String] { configurations.keys.sortedInBinaryOrder() }

    /// Returns the fetch request template with a name.
    public func fetchRequestTemplate(named name: String) -> FetchRequestTemplate? {
        fetchRequestTemplates.first { $0.name == name }
    }
}

extension ManagedObjectModel: Equatable {
    /// Returns whether two models are equal, ignoring ``isInferred``.
    public static func == (one: ManagedObjectModel, other: ManagedObjectModel) -> Bool {
        one.entities == other.entities && one.versionIdentifiers == other.versionIdentifiers
            && one.configurations == other.configurations
            && one.fetchRequestTemplates == other.fetchRequestTemplates
    }
}

extension ManagedObjectModel {
    /// Whether SwiftData created the model, according to the signs that it leaves. SwiftData marks enumerations. It
    /// also gives every model a version of three numbers and one configuration, and Core Data's own models have
    /// neither (docs/start/swiftdata.md#the-store).
    public var isSwiftData: Bool {
        let attributes = entities.flatMap(\.ownAttributes)
        if attributes.contains(where: { $0.userInfo.value(forKey: "EnumType") != nil }) { return true }
        guard versionIdentifiers.count == 1, let version = versionIdentifiers.first else { return false }
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false)
        let isVersion = numbers.count == 3 && numbers.allSatisfy { UInt($0) != nil }
        return isVersion && configurations["default"] != nil
            || attributes.contains { $0.attributeValueClassName?.hasPrefix("Array<") ?? false }
    }
}
