import ObjectModel

/// The table of a many-to-many relationship (docs/format.md#many-to-many).
public struct SchemaJoinTable: Equatable, Sendable {
    /// One of the two relationships.
    public struct Side: Equatable, Sendable {
        /// The entity that the inverse leads to, which has the relationship.
        public let entityName: String
        /// The relationship.
        public let relationshipName: String
        /// The column with the `Z_PK` of this side's rows.
        public let column: String
        /// The column with the place of each destination, where the relationship is ordered.
        public let orderColumn: String?
    }

    /// The name, such as `Z_3TAGS`.
    public let name: String
    /// The side that the table is named after; its column is the first.
    public let namingSide: Side
    /// The other side; of a relationship that is its own inverse, its column is `REFLEXIVE`.
    public let otherSide: Side
    /// Whether the relationship is its own inverse.
    public let isReflexive: Bool

    /// The columns in the order of the table: both sides', then the order keys.
    public var columns: [String] {
        // The order key of a side is named after the column of the other one, and they stand in
        // the order of those columns.
        [namingSide.column, otherSide.column]
            + (isReflexive ? [] : [otherSide.orderColumn].compactMap { $0 })
            + [namingSide.orderColumn].compactMap { $0 }
    }
}
