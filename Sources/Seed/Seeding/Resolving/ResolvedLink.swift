import Inputs
import ObjectModel
import StoreFormat

/// The way to find objects of an entity, and the treatment of missing ones.
struct ResolvedTarget {
    /// The way to name an object.
    enum Key {
        /// Attributes and to-one relationships of the destination.
        case properties([KeyPart])
        /// The key of another load.
        case load
    }

    let destination: EntityLayout
    let key: Key
    let folding: KeyFolding
    /// The values that name the object: one for each attribute, and for a to-one relationship those of its own
    /// destination.
    let values: [ResolvedValue.Origin]
    /// The ways to find the destinations of the key's relationships.
    var links: [KeyLink] = []
    let missing: RelationshipPlan.MissingPolicy
    /// Further values of a created object, besides the attributes by which it is found.
    let creation: [ResolvedValue]
    /// For several values: whether each may be missing. Then an object without that value is named.
    var mayBeNull: [Bool] = []
    /// The required composites that created objects may be left without.
    var composites: [RequiredComposite] = []
    /// The model's uniqueness constraints on created objects.
    var uniques: [ResolvedUnique] = []

    /// The parts of the key; none for the key of a load.
    var parts: [KeyPart] {
        if case .properties(let parts) = key { parts } else { [] }
    }

    var indexName: KeyRegistry.Name {
        KeyRegistry.Name(
            entityNumber: destination.number, columns: parts.map(\.column), folding: folding)
    }

    /// The types of the values; none for the key of a load.
    var valueTypes: [AttributeType?] {
        var links = links[...]
        return parts.flatMap { part -> [AttributeType?] in
            guard part.attribute == nil, let link = links.popFirst() else { return [part.type] }
            return link.target.valueTypes
        }
    }

    /// The entities of all objects that must be known before one is found: its own, and those in its key.
    var destinations: [EntityLayout] { [destination] + links.flatMap(\.target.destinations) }

    /// Returns whether one of the destinations may be loaded later.
    ///
    /// - Parameter deferred: the numbers of the entities that may be loaded later.
    func mayBeLoadedLater(_ deferred: Set<Int>) -> Bool {
        destinations.contains { deferred.contains($0.number) }
    }
}

/// A to-one relationship that is part of a key.
struct KeyLink {
    /// The place of the relationship in the key.
    let part: Int
    /// The values that name its destination.
    let values: Range<Int>
    let columns: LinkColumns
    let target: ResolvedTarget
}

/// The way in which a to-one relationship gets its values.
struct ResolvedLink {
    let name: String
    let columns: LinkColumns
    let target: ResolvedTarget
    /// The cell with the position in the ordered inverse.
    let order: ResolvedLoad.Cell?
}

/// The columns that a to-one relationship writes.
struct LinkColumns {
    /// The column with the `Z_PK` of the destination.
    let column: String
    /// The column with the destination's `Z_ENT`, if the destination has subentities.
    let entityColumn: String?
    /// The column with the position in the ordered inverse.
    let orderColumn: String?
    /// Whether the model allows a missing destination.
    let isOptional: Bool
    /// The inverse of a one-to-one relationship.
    let inverse: Inverse?

    /// The columns of the inverse in the destination's table.
    struct Inverse {
        let name: String
        let column: String
        let entityColumn: String?
    }
}

/// The way in which a to-many relationship gets its objects from the cells of a row.
struct ResolvedToMany {
    let membership: ResolvedMembership
    let target: ResolvedTarget
    /// The bytes between two keys of a cell.
    let separator: [UInt8]
}

/// The place where the objects of a to-many relationship are stored (docs/internals/format.md#relationships).
struct ResolvedMembership {
    /// The rows that store the members of a to-many relationship.
    enum Rows {
        /// A row in a join table. An ordered side has an order key.
        case join(
            table: String, own: String, other: String, ownOrder: String?, otherOrder: String?,
            isReflexive: Bool)
        /// Columns of the destination's row: the inverse to-one, or its substitute.
        case foreignKey(
            table: String, column: String, entityColumn: String?, orderColumn: String?)
    }

    /// The relationship's name.
    let name: String
    let rows: Rows
    /// The greatest number of objects; 0 for no limit.
    let maximumCount: Int
}

/// A junction source with resolved names.
struct ResolvedJunction {
    let plan: LinkPlan
    let entity: EntityLayout
    let file: SourceDefinition
    let membership: ResolvedMembership
    let source: ResolvedTarget
    let target: ResolvedTarget
    /// The cell with the position in the ordered relationship.
    let order: ResolvedLoad.Cell?
    /// The source's columns that this junction reads.
    let usedColumns: Set<Int>
}
