import ObjectModel
import Sources
import StoreFormat

/// How objects of an entity are found, and what happens where there is none.
struct ResolvedTarget {
    /// How an object is named.
    enum Key {
        /// By attributes and to-one relationships of the destination.
        case properties([KeyPart])
        /// By the key of another load.
        case load
    }

    let destination: EntityLayout
    let key: Key
    let folding: KeyFolding
    /// The values that name the object: one for each attribute, and for a to-one relationship those that its own
    /// destination is found by.
    let values: [ResolvedValue.Origin]
    /// The ways to find the destinations of the key's relationships.
    var links: [KeyLink] = []
    let missing: RelationshipPlan.MissingPolicy
    /// What a created object gets besides the attributes it is found by.
    let creation: [ResolvedValue]
    /// Of several values, which may be missing: an object without a value there is named then.
    var mayBeNull: [Bool] = []
    /// The composites that created objects may be left without, but must not.
    var composites: [RequiredComposite] = []
    /// What the model says must be unique among the objects that are created.
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

    /// The entities of all objects that must be known before one is found: its own, and those that its key refers to.
    var destinations: [EntityLayout] { [destination] + links.flatMap(\.target.destinations) }

    /// Whether one of them may be loaded later.
    ///
    /// - Parameter deferred: the numbers of the entities that may.
    func mayComeLater(_ deferred: Set<Int>) -> Bool {
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

/// How one to-one relationship gets its values.
struct ResolvedLink {
    let name: String
    let columns: LinkColumns
    let target: ResolvedTarget
    /// The cell with the position in the ordered relationship that leads back.
    let order: ResolvedLoad.Cell?
}

/// The columns that a to-one relationship writes.
struct LinkColumns {
    /// The column with the `Z_PK` of the destination.
    let column: String
    /// The column with its `Z_ENT`, where the destination has subentities.
    let entityColumn: String?
    /// The column with the position in the ordered to-many that leads back.
    let orderColumn: String?
    /// Whether the model allows no destination.
    let isOptional: Bool
    /// The other side of a one-to-one relationship.
    let inverse: Inverse?

    /// The columns in the destination's table that lead back.
    struct Inverse {
        let name: String
        let column: String
        let entityColumn: String?
    }
}

/// How one to-many relationship gets its objects from the cells of a row.
struct ResolvedToMany {
    let membership: ResolvedMembership
    let target: ResolvedTarget
    /// The bytes between two keys of a cell.
    let separator: [UInt8]
}

/// Where the objects of a to-many relationship are written (docs/format.md#relationships).
struct ResolvedMembership {
    /// Where the members of a to-many relationship are written.
    enum Rows {
        /// A row in a join table; each side has an order key where it is ordered.
        case join(
            table: String, own: String, other: String, ownOrder: String?, otherOrder: String?,
            isReflexive: Bool)
        /// Columns of the destination's row: the inverse to-one, or what stands for it.
        case foreignKey(
            table: String, column: String, entityColumn: String?, orderColumn: String?)
    }

    /// The relationship's name.
    let name: String
    let rows: Rows
    /// The greatest number of objects; 0 for no limit.
    let maximumCount: Int
}

/// A junction source whose names all have been found.
struct ResolvedJunction {
    let plan: LinkPlan
    let entity: EntityLayout
    let file: SourceDefinition
    let membership: ResolvedMembership
    let source: ResolvedTarget
    let target: ResolvedTarget
    /// The cell with the position in the ordered relationship.
    let order: ResolvedLoad.Cell?
    /// The source's columns that any of this reads.
    let usedColumns: Set<Int>
}
