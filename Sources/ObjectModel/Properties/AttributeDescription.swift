/// An attribute of an entity, plain, derived or composite.
public struct AttributeDescription: Equatable, Sendable, PropertyDescribing {
    /// What all kinds of properties have in common.
    public let traits: PropertyTraits
    /// The type.
    public let type: AttributeType
    /// The value of a new object; in the plain form that belongs to ``type``.
    public let defaultValue: PropertyValue?
    /// The class of the values, where the app chose one; nil for the type's own.
    public let attributeValueClassName: String?
    /// The value transformer of a transformable attribute.
    public let valueTransformerName: String?
    /// Whether large values may lie in files beside the store (docs/format.md#rows).
    public let allowsExternalBinaryDataStorage: Bool
    /// Whether the history keeps the value of a deleted object (docs/format.md#persistent-history).
    public let preservesValueInHistoryOnDeletion: Bool
    /// Whether CloudKit encrypts the value.
    public let allowsCloudEncryption: Bool
    /// What a derived attribute is computed from; nil for all others.
    public let derivation: Expression?
    /// Which objects the derivation of a to-many counts; nil for all.
    public let derivationFilter: Predicate?
    /// The elements of a composite attribute in declared order, composites among them possible.
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

    /// The same attribute, "indexed".
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

    /// Whether it is made of elements (`NSCompositeAttributeDescription`).
    public var isComposite: Bool { type == .composite || !elements.isEmpty }

    /// The elements without their composites, in declared order; itself for a plain attribute.
    public var leaves: [AttributeDescription] {
        isComposite ? elements.flatMap(\.leaves) : [self]
    }
}
