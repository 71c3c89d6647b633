/// Computes the version hash of one entity (docs/internals/format.md#version-hashes).
struct EntityHasher {
    let model: ManagedObjectModel
    let entity: EntityDescription
    /// The hashes of the superentity's attributes, which inherited attributes share.
    let inherited: [String: [UInt8]]
    /// The hashes of all attributes so far.
    private(set) var attributeHashes: [String: [UInt8]] = [:]
    private let ownNames: Set<String>

    init(
        model: ManagedObjectModel, entity: EntityDescription, inherited: [String: [UInt8]] = [:]
    ) {
        self.model = model
        self.entity = entity
        self.inherited = inherited
        ownNames = Set(entity.ownProperties.map(\.name))
    }

    /// Returns the hash of the entity, given that of its superentity.
    mutating func hash(superentityHash: [UInt8]?) -> [UInt8] {
        var bytes = Array(entity.name.utf8)
        bytes.append(entity.isAbstract ? 1 : 0)
        bytes += superentityHash ?? []
        // Properties are already sorted by name in binary order.
        for property in entity.properties { bytes += hash(property) ?? [] }
        bytes += (entity.versionHashModifier ?? "").utf8
        let constraints = entity.uniquenessConstraints.map { $0.joined(separator: ".") }
        for constraint in constraints.sortedInBinaryOrder() { bytes += constraint.utf8 }
        return SecureHash.sha256(bytes)
    }

    /// Returns the hash of a property; nil for a property that is not included.
    private mutating func hash(_ property: PropertyDescription) -> [UInt8]? {
        switch property {
        case .attribute(let attribute):
            guard !attribute.isTransient || attribute.isDerived else { return nil }
            let known = ownNames.contains(attribute.name) ? nil : inherited[attribute.name]
            let hash = known ?? hash(attribute)
            attributeHashes[attribute.name] = hash
            return hash
        case .relationship(let relationship):
            return relationship.isTransient ? nil : hash(relationship)
        case .fetchedProperty: return nil
        }
    }

    private func hash(_ attribute: AttributeDescription) -> [UInt8] {
        if let derivation = attribute.derivation {
            return SecureHash.sha256(Array(derivation.derivationText.utf8))
        }
        if attribute.isComposite {
            let leaves = attribute.leaves.sortedInBinaryOrder { $0.name }
            return SecureHash.sha256(leaves.flatMap { hash($0) })
        }
        var bytes = base(attribute.traits)
        bytes += Self.bytes(attribute.type.rawValue)
        if attribute.allowsExternalBinaryDataStorage { bytes.append(1) }
        if attribute.preservesValueInHistoryOnDeletion { bytes.append(1) }
        return SecureHash.sha256(bytes)
    }

    private func hash(_ relationship: RelationshipDescription) -> [UInt8] {
        var bytes = base(relationship.traits)
        bytes += (relationship.destinationEntityName ?? "").utf8
        if !relationship.isItsOwnInverse(in: entity, of: model) {
            bytes += (relationship.inverseRelationshipName ?? "").utf8
        }
        bytes += Self.bytes(Int32(clamping: relationship.maxCount))
        bytes += Self.bytes(Int32(clamping: relationship.minCount))
        if relationship.isOrdered { bytes += [1, 0] }
        return SecureHash.sha256(bytes)
    }

    private func base(_ traits: PropertyTraits) -> [UInt8] {
        let flags: UInt8 =
            (traits.isOptional ? 1 : 0) | (traits.isTransient ? 2 : 0)
            | (traits.isReadOnly ? 4 : 0)
        let bytes = Array(traits.name.utf8) + [flags, 0]
        return SecureHash.sha256(bytes + (traits.versionHashModifier ?? "").utf8)
    }

    private static func bytes(_ number: Int32) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
