/// One entity of a managed object model.
///
/// Create it from what the entity itself declares; ``ManagedObjectModel`` fills in what follows
/// from the other entities: ``number``, ``subentityNames`` and the inherited ``properties``.
public struct EntityDescription: Equatable, Sendable {
    /// The name.
    public let name: String
    /// Whether there are only objects of its subentities.
    public let isAbstract: Bool
    /// The name of the entity it inherits from.
    public let superentityName: String?
    /// The class of its objects; nil for `NSManagedObject`.
    public let managedObjectClassName: String?
    /// The name that an older model had for it; nil where it is its own name.
    public let renamingIdentifier: String?
    /// Text that changes the version hash (docs/format.md#version-hashes).
    public let versionHashModifier: String?
    /// The user info.
    public let userInfo: UserInfo
    /// The properties it declares itself, sorted by name in binary order.
    public let ownProperties: [PropertyDescription]
    /// For each uniqueness constraint it declares itself, the names of the attributes.
    public let uniquenessConstraints: [[String]]
    /// The old kind of compound index: for each, the names of the properties.
    public let compoundIndexes: [[String]]
    /// The fetch indexes it declares itself, sorted by name in binary order.
    public let fetchIndexes: [FetchIndexDescription]
    /// What names an object in Spotlight.
    public let coreSpotlightDisplayNameExpression: Expression?

    /// The number in a store, from 1 (docs/format.md#entity-numbers); 0 while the entity is in no model.
    public internal(set) var number = 0
    /// The names of the entities that inherit from it directly, in the order of their numbers.
    public internal(set) var subentityNames: [String] = []
    /// All properties, inherited ones included, sorted by name in binary order.
    public internal(set) var properties: [PropertyDescription]
    /// The index in ``properties`` of each name.
    var indices: [String: Int]

    /// Creates an entity from what it declares itself.
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

    /// Takes over the properties of the superentity; an own one of the same name stays.
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
    /// The text, or nil where it is empty: model files write both for "not set".
    var nonEmpty: String? { isEmpty ? nil : self }
}
