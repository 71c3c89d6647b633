import ObjectModel
import SQLite
import Sources
import StoreFormat

/// A load whose names all have been found.
struct ResolvedLoad {
    /// The plan's own words.
    let plan: LoadPlan
    /// The entity that the plan names.
    let entity: EntityLayout
    /// Where the rows come from.
    let source: SourceDefinition
    /// The cell with the primary key.
    let primaryKey: Cell?
    /// The cell with the key by which other loads refer to the rows.
    let key: Cell?
    /// The cell that chooses among ``variants``; nil where there is one only.
    let discriminator: Cell?
    /// What becomes of a row: one for each entity that rows may become objects of.
    let variants: [ResolvedRows]
    /// The source's columns that any of this reads.
    let usedColumns: Set<Int>
    /// Those whose cells become nothing but values that may be lists in JSON.
    let listColumns: Set<Int>

    /// A cell of the source's rows.
    struct Cell: Equatable {
        let index: Int
        let name: String
    }
}

/// What each column gets of rows that become objects of one entity.
struct ResolvedRows {
    /// The discriminator's value.
    let discriminatorValue: String?
    /// Where the rows go.
    let entity: EntityLayout
    /// The values of attributes that the plan gives.
    let values: [ResolvedValue]
    /// The model's defaults for the others.
    let defaults: [ResolvedValue]
    /// The to-one relationships.
    let links: [ResolvedLink]
    /// The to-many relationships.
    let toManys: [ResolvedToMany]
    /// What tells objects apart.
    let uniques: [ResolvedUnique]
    /// The cells of properties that other entities of the load have, and this one has not.
    let excluded: [(property: String, cell: ResolvedLoad.Cell)]

    /// The composites that rows may leave without a value, but must not.
    var composites: [RequiredComposite] = []
    /// The members of structures that rows must give a value where they give others one.
    var members: [RequiredMember] = []

    /// Everything that the relationships look for.
    var targets: [ResolvedTarget] { links.map(\.target) + toManys.map(\.target) }
}

/// How one column gets its values.
struct ResolvedValue {
    /// Where a value comes from.
    enum Origin {
        case constant(Value)
        case cell(ResolvedLoad.Cell, AttributeConverter, fallback: Value?)

        /// The cell, where there is one.
        var cell: ResolvedLoad.Cell? {
            if case .cell(let cell, _, _) = self { cell } else { nil }
        }
    }

    /// The attribute's name, or the path to an element of a composite attribute.
    let path: String
    /// The column in the entity's table.
    let column: String
    /// Whether the model refuses an object without a value.
    let isRequired: Bool
    let origin: Origin
    /// The composite attribute that the cell holds as a whole; nil where it holds this value only.
    var whole: String?
    /// How each object gets a UUID of its own, where it is one.
    var derivation: DerivedUUID?
    /// The model's default for an empty cell, where it is the moment of one launch of the app.
    var launchDate: String?

    /// Whether every object gets the same.
    var isConstant: Bool {
        if case .constant = origin { derivation == nil } else { false }
    }
}

/// Attributes and to-one relationships that together must be different for all objects of an entity.
struct ResolvedUnique {
    /// The entity that the rule holds for, with all its subentities.
    let entity: EntityLayout
    let parts: [KeyPart]
    let folding: KeyFolding
    /// Whether a row that meets an object here becomes that object, as the load's `conflict:` says.
    let resolvesConflicts: Bool

    var indexName: KeyRegistry.Name {
        KeyRegistry.Name(
            entityNumber: entity.number, columns: parts.map(\.column), folding: folding)
    }
}
