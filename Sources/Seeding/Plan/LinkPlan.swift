/// A to-many relationship that a junction source fills: each row links two objects.
public struct LinkPlan: Equatable, Sendable {
    /// The name of the source.
    public var from: Located<String>
    /// The entity that has the relationship.
    public var entity: Located<String>
    /// The relationship.
    public var relationship: Located<String>
    /// How the object that has the relationship is found.
    public var source: RelationshipPlan
    /// How the object that it leads to is found.
    public var target: RelationshipPlan
    /// The column with the place in an ordered relationship; nil for the order of the rows.
    public var order: Located<String>?
}
