import Sources

/// How a row chooses the subentity that it becomes an object of.
package struct DiscriminatorPlan: Equatable, Sendable {
    /// A value of the column and the entity that it stands for.
    package struct Choice: Equatable, Sendable {
        package var value: Located<String>
        package var entity: Located<String>
    }

    /// The source's column.
    package var column: Located<String>
    /// The values, in the plan's order.
    package var choices: [Choice]
}
