import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// A load with resolved names.
struct ResolvedLoad {
    /// The load in the plan.
    let plan: LoadPlan
    /// The entity that the plan names.
    let entity: EntityLayout
    /// The source of the rows.
    let source: SourceDefinition
    /// The cell with the primary key.
    let primaryKey: Cell?
    /// The cell with the key by which other loads refer to the rows.
    let key: Cell?
    /// The cell that chooses among ``variants``; nil if there is only one.
    let discriminator: Cell?
    /// The conversions of a row, one for each entity that rows may belong to.
    let variants: [ResolvedRows]
    /// The source's columns that this load reads.
    let usedColumns: Set<Int>
    /// The columns whose cells may be lists in JSON in all of their uses.
    let listColumns: Set<Int>

    /// A cell of the source's rows.
    struct Cell: Equatable {
        let index: Int
        let name: String
    }
}

/// The columns and values of rows that become objects of one entity.
struct ResolvedRows {
    /// The discriminator's value.
    let discriminatorValue: String?
    /// The entity of the objects.
    let entity: EntityLayout
    /// The values of attributes that the plan gives.
    let values: [ResolvedValue]
    /// The model's defaults for other attributes.
    let defaults: [ResolvedValue]
    /// The to-one relationships.
    let links: [ResolvedLink]
    /// The to-many relationships.
    let toManys: [ResolvedToMany]
    /// The keys that identify objects.
    let uniques: [ResolvedUnique]
    /// The cells of properties that only other entities of the load have.
    let excluded: [(property: String, cell: ResolvedLoad.Cell)]

    /// The required composites that rows may leave without a value.
    var composites: [RequiredComposite] = []
    /// The members of structures that rows must fill if they fill other members.
    var members: [RequiredMember] = []
    /// Whether rows without an existing object create one. They do not if the plan leaves out required properties.
    var createsObjects = true

    /// The destinations of all relationships.
    var targets: [ResolvedTarget] { links.map(\.target) + toManys.map(\.target) }
}

/// The way in which a column gets its values.
struct ResolvedValue {
    /// The origin of a value.
    enum Origin {
        case constant(Value)
        case cell(ResolvedLoad.Cell, AttributeConverter, fallback: Value?)

        var cell: ResolvedLoad.Cell? {
            if case .cell(let cell, _, _) = self { cell } else { nil }
        }
    }

    /// The attribute's name, or the path to an element of a composite attribute.
    let path: String
    /// The column in the entity's table.
    let column: String
    /// Whether the model requires a value.
    let isRequired: Bool
    let origin: Origin
    /// The composite attribute if the cell contains all of it; nil if the cell contains this value only.
    var whole: String?
    /// The derivation of the value, if it is a UUID of its own for each object.
    var derivation: DerivedUUID?
    /// The model's default for an empty cell, if it is the moment of one launch of the app.
    var launchDate: String?

    /// Whether every object gets the same value.
    var isConstant: Bool {
        if case .constant = origin { derivation == nil } else { false }
    }
}

/// Attributes and to-one relationships that together must be unique among all objects of an entity.
struct ResolvedUnique {
    /// The entity that the constraint applies to, with all its subentities.
    let entity: EntityLayout
    let parts: [KeyPart]
    let folding: KeyFolding
    /// Whether a row that matches an object here is applied to that object, as the load's `conflict:` requests.
    let resolvesConflicts: Bool

    var indexName: KeyRegistry.Name {
        KeyRegistry.Name(
            entityNumber: entity.number, columns: parts.map(\.column), folding: folding)
    }
}
