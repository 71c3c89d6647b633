import ObjectModel
import SQLite
import StoreFormat

/// A load whose names all have been found: what each column of an insert gets.
struct ResolvedLoad {
    /// The plan's own words.
    let plan: LoadPlan
    /// Where the rows go.
    let entity: EntityLayout
    /// Where the rows come from.
    let source: SourceDefinition
    /// The values of attributes.
    let values: [ResolvedValue]
    /// The values of to-one relationships.
    let links: [ResolvedLink]
    /// The cell with the primary key.
    let primaryKey: Cell?
    /// The cell with the key by which other loads refer to the rows.
    let key: Cell?

    /// A cell of the source's rows.
    struct Cell: Equatable {
        let index: Int
        let name: String
    }
}

/// How one column gets its values.
struct ResolvedValue {
    /// Where a value comes from.
    enum Origin {
        case constant(Value)
        case cell(ResolvedLoad.Cell, AttributeConverter, fallback: Value?)
    }

    /// The attribute's name, or the path to an element of a composite attribute.
    let path: String
    /// The column in the entity's table.
    let column: String
    /// Whether the model refuses an object without a value.
    let isRequired: Bool
    let origin: Origin
}

/// How one to-one relationship gets its values.
struct ResolvedLink {
    /// How the destination is named.
    enum Target {
        /// By an attribute of the destination.
        case attribute(AttributeColumn)
        /// By the key of another load.
        case key
    }

    let name: String
    let columns: LinkColumns
    let destination: EntityLayout
    let target: Target
    /// The value that names the destination.
    let value: ResolvedValue.Origin
    let missing: RelationshipPlan.MissingPolicy
    /// What a created object gets besides the attribute it is found by.
    let creation: [ResolvedValue]
}

/// The columns that a to-one relationship writes.
struct LinkColumns {
    /// The column with the `Z_PK` of the destination.
    let column: String
    /// The column with its `Z_ENT`, where the destination has subentities.
    let entityColumn: String?
    /// The column with the place in the ordered to-many that leads back.
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
