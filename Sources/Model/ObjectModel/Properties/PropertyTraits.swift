/// The traits that attributes, relationships and fetched properties have in common.
public struct PropertyTraits: Equatable, Sendable {
    /// The name.
    public let name: String
    /// Whether an object may be saved without a value.
    public let isOptional: Bool
    /// Whether the value is never stored.
    public let isTransient: Bool
    /// Whether only Core Data sets the value. This is nearly always false, except for derived attributes.
    public let isReadOnly: Bool
    /// The old flag "indexed" (docs/internals/format.md#indexes).
    public private(set) var isIndexed: Bool
    /// Whether Spotlight indexes it.
    public let isIndexedBySpotlight: Bool
    /// Text that changes the version hash (docs/internals/format.md#version-hashes).
    public let versionHashModifier: String?
    /// The name in an older model; nil if it was the same.
    public let renamingIdentifier: String?
    /// The user info.
    public let userInfo: UserInfo
    /// The rules for values.
    public private(set) var validation: PropertyValidation

    /// Creates traits. As in Core Data, a new property is optional.
    public init(
        name: String, isOptional: Bool = true, isTransient: Bool = false, isReadOnly: Bool = false,
        isIndexed: Bool = false, isIndexedBySpotlight: Bool = false,
        versionHashModifier: String? = nil, renamingIdentifier: String? = nil,
        userInfo: UserInfo = [:], validation: PropertyValidation = PropertyValidation()
    ) {
        self.name = name
        self.isOptional = isOptional
        self.isTransient = isTransient
        self.isReadOnly = isReadOnly
        self.isIndexed = isIndexed
        self.isIndexedBySpotlight = isIndexedBySpotlight
        self.versionHashModifier = versionHashModifier?.nonEmpty
        self.renamingIdentifier = renamingIdentifier == name ? nil : renamingIdentifier?.nonEmpty
        self.userInfo = userInfo
        self.validation = validation
    }

    /// Returns the traits with the flag "indexed" set.
    func indexed() -> PropertyTraits {
        var traits = self
        traits.isIndexed = true
        return traits
    }

    /// Returns the traits with the bounds of the validation in the form of an attribute type.
    func convertingBounds(to type: AttributeType) -> PropertyTraits {
        var traits = self
        traits.validation = PropertyValidation(
            minimum: validation.minimum.map { $0.converted(to: type) },
            maximum: validation.maximum.map { $0.converted(to: type) },
            minimumLength: validation.minimumLength, maximumLength: validation.maximumLength,
            regularExpression: validation.regularExpression, predicates: validation.predicates)
        return traits
    }
}

/// A property: an attribute, a relationship or a fetched property.
public protocol PropertyDescribing {
    /// The traits that all kinds of properties have.
    var traits: PropertyTraits { get }
}

extension PropertyDescribing {
    /// The name.
    public var name: String { traits.name }
    /// Whether an object may be saved without a value.
    public var isOptional: Bool { traits.isOptional }
    /// Whether the value is never stored.
    public var isTransient: Bool { traits.isTransient }
    /// Whether only Core Data sets the value.
    public var isReadOnly: Bool { traits.isReadOnly }
    /// The old flag "indexed" (docs/internals/format.md#indexes).
    public var isIndexed: Bool { traits.isIndexed }
    /// Whether Spotlight indexes the property.
    public var isIndexedBySpotlight: Bool { traits.isIndexedBySpotlight }
    /// Text that changes the version hash (docs/internals/format.md#version-hashes).
    public var versionHashModifier: String? { traits.versionHashModifier }
    /// The name in an older model; nil if it was the same.
    public var renamingIdentifier: String? { traits.renamingIdentifier }
    /// The user info.
    public var userInfo: UserInfo { traits.userInfo }
    /// The rules for values.
    public var validation: PropertyValidation { traits.validation }
}
