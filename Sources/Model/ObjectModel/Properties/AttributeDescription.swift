/// A plain, derived or composite attribute of an entity.
public struct AttributeDescription: Equatable, Sendable, PropertyDescribing {
    /// The traits that all kinds of properties have.
    public let traits: PropertyTraits
    /// The type.
    public let type: AttributeType
    /// The value of a new object, in the plain form that belongs to ``type``.
    public let defaultValue: PropertyValue?
    /// The class of the values if the app sets one; nil for the type's own.
    public let attributeValueClassName: String?
    /// The value transformer of a transformable attribute.
    public let valueTransformerName: String?
    /// Whether large values may be stored in files beside the store (docs/internals/format.md#rows).
    public let allowsExternalBinaryDataStorage: Bool
    /// Whether the history keeps the value of a deleted object (docs/internals/format.md#persistent-history).
    public let preservesValueInHistoryOnDeletion: Bool
    /// Whether CloudKit encrypts the value.
    public let allowsCloudEncryption: Bool
    /// The expression that computes a derived attribute; nil for other attributes.
    public let derivation: Expression?
    /// The condition for the objects that the derivation of a to-many counts; nil for all objects.
    public let derivationFilter: Predicate?
    /// The elements of a composite attribute in declared order. They may be composites themselves.
    public let elements: [AttributeDescription]

    /// Creates an attribute.
    public init(
        _ traits: PropertyTraits, type: AttributeType, defaultValue: PropertyValue? = nil,
        attributeValueClassName: String? = nil, valueTransformerName: String? = nil,
        allowsExternalBinaryDataStorage: Bool = false,
        preservesValueInHistoryOnDeletion: Bool = false, allowsCloudEncryption: Bool = false,
        derivation: Expression? = nil, derivationFilter: Predicate? = nil,
        elements: [AttributeDescription] = []
    ) {
        self.traits = traits.convertingBounds(to: type)
        self.type = type
        self.defaultValue = defaultValue.map { $0.converted(to: type) }
        self.attributeValueClassName =
            attributeValueClassName == type.valueClassName
            ? nil : attributeValueClassName?.nonEmpty
        self.valueTransformerName = valueTransformerName?.nonEmpty
        self.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
        self.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
        self.allowsCloudEncryption = allowsCloudEncryption
        self.derivation = derivation
        self.derivationFilter = derivationFilter
        self.elements = elements
    }

    /// Returns the attribute with the flag "indexed" set.
    func indexed() -> AttributeDescription {
        AttributeDescription(
            traits.indexed(), type: type, defaultValue: defaultValue,
            attributeValueClassName: attributeValueClassName,
            valueTransformerName: valueTransformerName,
            allowsExternalBinaryDataStorage: allowsExternalBinaryDataStorage,
            preservesValueInHistoryOnDeletion: preservesValueInHistoryOnDeletion,
            allowsCloudEncryption: allowsCloudEncryption, derivation: derivation,
            derivationFilter: derivationFilter, elements: elements)
    }

    /// Whether the value is computed from others (`NSDerivedAttributeDescription`).
    public var isDerived: Bool { derivation != nil }

    /// Whether the attribute consists of elements (`NSCompositeAttributeDescription`).
    public var isComposite: Bool { type == .composite || !elements.isEmpty }

    /// The plain elements at all levels, in declared order; the attribute itself if it is plain.
    public var leaves: [AttributeDescription] {
        isComposite ? elements.flatMap(\.leaves) : [self]
    }
}
