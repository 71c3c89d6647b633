import Inputs

/// A to-many relationship that a junction source fills: each row links two objects.
package struct LinkPlan: Equatable, Sendable {
    /// The name of the source.
    package var from: Located<String>
    /// The entity that has the relationship.
    package var entity: Located<String>
    /// The relationship.
    package var relationship: Located<String>
    /// The way to find the object that has the relationship.
    package var source: RelationshipPlan
    /// The way to find the relationship's destination.
    package var target: RelationshipPlan
    /// The column with the position in an ordered relationship; nil for the order of the rows.
    package var order: Located<String>?
}
