extension PropertyDescription {
    /// Returns whether another property is equal in version hashes (docs/internals/format.md#version-hashes). Fetched
    /// properties are not included in them.
    func isSameInVersionHash(as other: PropertyDescription) -> Bool {
        guard traits.isSameInVersionHash(as: other.traits) else { return false }
        switch (self, other) {
        case (.attribute(let one), .attribute(let two)): return one.isSameInVersionHash(as: two)
        case (.relationship(let one), .relationship(let two)):
            return one.destinationEntityName == two.destinationEntityName
                && one.inverseRelationshipName == two.inverseRelationshipName
                && one.minCount == two.minCount && one.maxCount == two.maxCount
                && one.isOrdered == two.isOrdered
        case (.fetchedProperty, .fetchedProperty): return true
        default: return false
        }
    }
}

extension PropertyTraits {
    fileprivate func isSameInVersionHash(as other: PropertyTraits) -> Bool {
        name == other.name && isOptional == other.isOptional && isTransient == other.isTransient
            && isReadOnly == other.isReadOnly && versionHashModifier == other.versionHashModifier
    }
}

extension AttributeDescription {
    fileprivate func isSameInVersionHash(as other: AttributeDescription) -> Bool {
        type == other.type && derivation == other.derivation
            && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
            && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
            && elements == other.elements
    }
}
