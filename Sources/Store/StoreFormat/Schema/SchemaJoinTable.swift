import ObjectModel

/// The table of a many-to-many relationship (docs/internals/format.md#many-to-many).
package struct SchemaJoinTable: Equatable, Sendable {
    /// One of the two relationships.
    package struct Side: Equatable, Sendable {
        /// The entity that has the relationship, which is the inverse's destination.
        package let entityName: String
        /// The relationship.
        package let relationshipName: String
        /// The column with the `Z_PK` of this side's rows.
        package let column: String
        /// The column with the position of each destination, if the relationship is ordered.
        package let orderColumn: String?
    }

    /// The name, such as `Z_3TAGS`.
    package let name: String
    /// The side that the table is named after. Its column is the first.
    package let namingSide: Side
    /// The inverse's side. The column of a relationship that is its own inverse is `REFLEXIVE`.
    package let otherSide: Side
    /// Whether the relationship is its own inverse.
    package let isReflexive: Bool

    /// The columns in the order of the table: both sides', then the order keys.
    package var columns: [String] {
        // The order key of a side is named after the column of the inverse's side, and the keys are in the order of
        // those columns.
        [namingSide.column, otherSide.column]
            + (isReflexive ? [] : [otherSide.orderColumn].compactMap { $0 })
            + [namingSide.orderColumn].compactMap { $0 }
    }
}
