/// How a row chooses the subentity that it becomes an object of.
public struct DiscriminatorPlan: Equatable, Sendable {
    /// A value of the column and the entity that it stands for.
    public struct Choice: Equatable, Sendable {
        public var value: Located<String>
        public var entity: Located<String>
    }

    /// The source's column.
    public var column: Located<String>
    /// The values, in the plan's order.
    public var choices: [Choice]
}
