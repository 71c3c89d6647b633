/// One entity of a managed object model.
///
/// Create it from its own declarations. ``ManagedObjectModel`` adds the parts that follow from other entities:
/// ``number``, ``subentityNames`` and the inherited ``properties``.
public struct EntityDescription: Equatable, Sendable {
    /// The name.
    public let name: String
    /// Whether all of its objects belong to subentities.
    public let isAbstract: Bool
    /// The name of the entity it inherits from.
    public let superentityName: String?
    /// The class of its objects; nil for `NSManagedObject`.
    public let managedObjectClassName: String?
    /// The name in an older model; nil if it was the same.
    public let renamingIdentifier: String?
    /// Text that changes the version hash (docs/internals/format.md#version-hashes).
    public let versionHashModifier: String?
    /// The user info.
    public let userInfo: UserInfo
    /// The properties it declares itself, sorted by name in binary order.
    public let ownProperties: [PropertyDescription]
    /// The uniqueness constraints that it declares itself, each as the names of the properties.
    public let uniquenessConstraints: [[String]]
    /// The compound indexes of the old kind, each as the names of the properties.
    public let compoundIndexes: [[String]]
    /// The fetch indexes it declares itself, sorted by name in binary order.
    public let fetchIndexes: [FetchIndexDescription]
    /// The expression for an object's name in Spotlight.
    public let coreSpotlightDisplayNameExpression: Expression?

    /// The number in a store, from 1 (docs/internals/format.md#entity-numbers); 0 until the entity belongs to a model.
    public internal(set) var number = 0
    /// The names of the entities that inherit from it directly, in the order of their numbers.
    public internal(set) var subentityNames: [String] = []
    /// All properties, including inherited ones, sorted by name in binary order.
    public internal(set) var properties: [PropertyDescription]
    /// The index in ``properties`` of each name.
    var indices: [String: Int]

    /// Creates an entity from its own declarations.
    public init(
        name: String, isAbstract: Bool = false, superentityName: String? = nil,
        managedObjectClassName: String? = nil, renamingIdentifier: String? = nil,
        versionHashModifier: String? = nil, userInfo: UserInfo = [:],
        ownProperties: [PropertyDescription] = [], uniquenessConstraints: [[String]] = [],
        compoundIndexes: [[String]] = [], fetchIndexes: [FetchIndexDescription] = [],
        coreSpotlightDisplayNameExpression: Expression? = nil
    ) {
        self.name = name
        self.isAbstract = isAbstract
        self.superentityName = superentityName
        self.managedObjectClassName =
            managedObjectClassName == "NSManagedObject" ? nil : managedObjectClassName?.nonEmpty
        self.renamingIdentifier = renamingIdentifier == name ? nil : renamingIdentifier?.nonEmpty
        self.versionHashModifier = versionHashModifier?.nonEmpty
        self.userInfo = userInfo
        self.ownProperties = ownProperties.sortedInBinaryOrder { $0.name }
        self.uniquenessConstraints = uniquenessConstraints
        self.compoundIndexes = compoundIndexes
        self.fetchIndexes = fetchIndexes.sortedInBinaryOrder { $0.name }
        self.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
        properties = self.ownProperties
        indices = Self.indices(of: properties)
    }

    /// Adds the properties of the superentity. An own property with the same name is kept.
    mutating func inherit(_ inherited: [PropertyDescription]) {
        let ownNames = Set(ownProperties.map(\.name))
        properties = (ownProperties + inherited.filter { !ownNames.contains($0.name) })
            .sortedInBinaryOrder { $0.name }
        indices = Self.indices(of: properties)
    }

    private static func indices(of properties: [PropertyDescription]) -> [String: Int] {
        Dictionary(keepingFirst: properties.enumerated().map { ($1.name, $0) })
    }
}

extension String {
    /// The text, or nil if it is empty. Model files use both for "not set".
    var nonEmpty: String? { isEmpty ? nil : self }
}
