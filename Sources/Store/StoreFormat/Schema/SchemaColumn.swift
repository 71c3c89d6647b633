import ObjectModel

/// A column of an entity's table, besides `Z_PK`, `Z_ENT` and `Z_OPT`.
package struct SchemaColumn: Equatable, Sendable {
    /// The kind of a column's values.
    package enum Role: Equatable, Hashable, Sendable {
        /// The value of an attribute.
        case attribute
        /// The `Z_PK` of the destination of a to-one relationship.
        case toOne
        /// The `Z_ENT` of the destination, beside a to-one to an entity with subentities.
        case entityColumn
        /// The position in the ordered inverse (`Z_FOK_…`).
        case orderKey
        /// The `Z_PK` of the source of a to-many without an inverse.
        case noInverse
    }

    /// The name in the table.
    package let name: String
    /// The declared SQL type, such as `VARCHAR`.
    package let sqlType: String
    /// The entity that declares the property. For a to-many without an inverse, this is its source, although the
    /// column is in the table of its destination.
    package let entityName: String
    /// The property, or the dotted path to an element of a composite attribute.
    package let path: String
    /// The kind of the column's values.
    package let role: Role
    /// The attribute with these values, or the element of a composite; nil for relationships.
    package let attribute: AttributeDescription?
    /// The name without the number that a collision added.
    let plainName: String

    /// The property. For an element of a composite attribute, it is the composite.
    package var propertyName: String {
        path.firstIndex(of: ".").map { String(path[..<$0]) } ?? path
    }
}

/// The table of a root entity, which also contains the rows of all its descendants (docs/internals/format.md#tables).
package struct SchemaTable: Equatable, Sendable {
    /// The name, such as `ZITEM`.
    package let name: String
    /// The root entity.
    package let rootEntityName: String
    /// The columns after `Z_PK`, `Z_ENT` and `Z_OPT`, in the order of the table.
    package internal(set) var columns: [SchemaColumn]
}

/// The key of a column: the entity that declares the property, its path and the role.
struct ColumnKey: Hashable {
    let entityName: String
    let path: String
    let role: SchemaColumn.Role
}

/// The key of a relationship: the entity that declares it, and its name.
struct RelationshipKey: Hashable {
    let entityName: String
    let name: String
}
