import ObjectModel

/// One effect or obstacle of a migration, and the number of affected objects.
package struct MigrationDifference: Equatable, Sendable {
    /// The consequence for the objects of a store.
    package enum Consequence: String, Sendable, Comparable {
        /// The mapping is inferred, and nothing is lost.
        case inferred
        /// The mapping is inferred, and data of the store is lost.
        case loss
        /// A developer has to write a mapping.
        case refusal

        package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

        private var rank: Int {
            switch self {
            case .inferred: 0
            case .loss: 1
            case .refusal: 2
            }
        }
    }

    /// The kind of a difference.
    package enum Kind: Equatable, Sendable {
        case entityAdded
        case entityRemoved
        case entityRenamed(from: String)
        case parentChanged(from: String?, to: String?)
        case becameAbstract
        case becameConcrete
        case attributeAdded(default: String?)
        case attributeRemoved
        case relationshipAdded
        case relationshipRemoved
        case propertyRenamed(from: String)
        case becameOptional
        /// An attribute became required; objects without a value get the default.
        case becameRequired(default: String)
        case relationshipBecameRequired
        case becameTransient
        case becamePersistent
        case becameToMany
        case becameOrdered
        case becameUnordered
        case inverseChanged(from: String?, to: String?)
        case storedInside
        case storedOutside
        /// A derived attribute of an unknown kind keeps the old store's values, or has none.
        case derivationUnknown
        // Changes for which no mapping can be inferred.
        case typeChanged(from: String, to: String)
        case kindChanged(from: String, to: String)
        case becameToOne
        case noDefault(isNew: Bool)
        case defaultNotStorable
        case destinationChanged(from: String, to: String)
        /// Raw values of an enumeration that are no longer cases in the new source code.
        case casesGone(values: [String])
        // Problems that depend on the rows of a store.
        case abstractObjects
        /// Rows of a table that do not belong to any of its entities.
        case strayRows(table: String)
        case missingRequiredTarget
        case wrongTargets(destination: String)
        case equalValues(attributes: [String])
        case linksLost
        case renumbered(table: String)
        case historyCleared
        case mirroringLost
        /// CloudKit has records of objects of a removed entity, which makes Core Data's own migration in place fail.
        case mirroredEntityRemoved
        case tableLost(name: String)
        case missingFiles(folder: String)
    }

    /// The entity's name in the new model, or in the old model if it was removed; empty if the difference is about the
    /// store as a whole.
    package let entity: String
    /// The attribute or relationship; nil if the difference is about the entity.
    package let property: String?
    /// The kind of the difference.
    package let kind: Kind
    /// The name of the entity in the old model; nil for a new entity.
    package let sourceEntity: String?
    /// The name of the property in the old model; nil for a new property.
    package let sourceProperty: String?
    /// The source entities whose own objects are affected; nil for the whole family.
    let sourceEntities: [String]?
    /// The number of affected objects.
    package internal(set) var objects: Int64 = 0
    /// The number of affected values or links.
    package internal(set) var values: Int64 = 0

    init(
        _ kind: Kind, entity: String, property: String? = nil, sourceEntity: String? = nil,
        sourceProperty: String? = nil, sourceEntities: [String]? = nil, objects: Int64 = 0,
        values: Int64 = 0
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.sourceEntity = sourceEntity
        self.sourceProperty = sourceProperty
        self.sourceEntities = sourceEntities
        self.objects = objects
        self.values = values
    }

    /// The consequence for the affected objects.
    package var consequence: Consequence {
        switch kind {
        case .typeChanged, .kindChanged, .becameToOne, .noDefault, .defaultNotStorable,
            .destinationChanged:
            .refusal
        case .abstractObjects, .missingRequiredTarget, .wrongTargets, .equalValues, .casesGone:
            objects > 0 ? .refusal : .inferred
        case .entityRemoved, .strayRows: objects > 0 ? .loss : .inferred
        case .attributeRemoved, .relationshipRemoved, .becameTransient, .becameUnordered,
            .linksLost, .mirroringLost, .mirroredEntityRemoved, .tableLost, .missingFiles:
            values > 0 ? .loss : .inferred
        case .entityAdded, .entityRenamed, .parentChanged, .becameAbstract, .becameConcrete,
            .attributeAdded, .relationshipAdded, .propertyRenamed, .becameOptional,
            .becameRequired, .relationshipBecameRequired, .becamePersistent, .becameToMany,
            .becameOrdered, .inverseChanged, .storedInside, .storedOutside, .derivationUnknown,
            .renumbered, .historyCleared:
            .inferred
        }
    }

    /// Whether the models alone show that objects could lose values.
    package var mayLose: Bool {
        switch kind {
        case .entityRemoved, .attributeRemoved, .relationshipRemoved, .becameTransient, .casesGone: true
        default: false
        }
    }
}
