import ObjectModel

/// One thing that a migration does or cannot do, and how much it concerns.
package struct MigrationDifference: Equatable, Sendable {
    /// What it means for the objects of a store.
    package enum Consequence: String, Sendable, Comparable {
        /// Inferred; nothing is lost.
        case inferred
        /// Inferred, and what is in the store does not come along.
        case loss
        /// Needs a mapping that somebody writes.
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

    /// What differs.
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
        /// An attribute; the value that those without one get.
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
        /// What a derived attribute of an unknown kind has is that of the old store, or nothing.
        case derivationUnknown
        // What cannot be inferred.
        case typeChanged(from: String, to: String)
        case kindChanged(from: String, to: String)
        case becameToOne
        case noDefault(isNew: Bool)
        case defaultNotStorable
        case destinationChanged(from: String, to: String)
        /// Raw values of an enumeration that are no case of the new source's any more.
        case casesGone(values: [String])
        // What the rows of a store show.
        case abstractObjects
        /// Rows of a table that are objects of none of its entities.
        case strayRows(table: String)
        case missingRequiredTarget
        case wrongTargets(destination: String)
        case equalValues(attributes: [String])
        case linksLost
        case renumbered(table: String)
        case historyCleared
        case mirroringLost
        /// CloudKit notes objects of an entity that is gone: Core Data's own migration in place fails then.
        case mirroredEntityRemoved
        case tableLost(name: String)
        case missingFiles(folder: String)
    }

    /// The entity, as the new model names it; of a removed one, the old model. Empty where it is the
    /// store as a whole.
    package let entity: String
    /// The attribute or relationship; nil where it is the entity.
    package let property: String?
    /// What differs.
    package let kind: Kind
    /// What the old model calls the entity; nil for a new one.
    package let sourceEntity: String?
    /// What the old model calls the property; nil for a new one.
    package let sourceProperty: String?
    /// The entities of the source whose own objects are concerned; nil for all of the family.
    let sourceEntities: [String]?
    /// How many objects are concerned.
    package internal(set) var objects: Int64 = 0
    /// How many values or links are concerned.
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

    /// What it means for the objects that are concerned.
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

    /// Whether the models alone tell that values of some objects could be lost.
    package var mayLose: Bool {
        switch kind {
        case .entityRemoved, .attributeRemoved, .relationshipRemoved, .becameTransient, .casesGone: true
        default: false
        }
    }
}
