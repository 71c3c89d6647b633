import Inputs

/// The column that determines the subentity of a row's object.
package struct DiscriminatorPlan: Equatable, Sendable {
    /// A value of the column and its entity.
    package struct Choice: Equatable, Sendable {
        package var value: Located<String>
        package var entity: Located<String>
    }

    /// The source's column.
    package var column: Located<String>
    /// The values, in the plan's order.
    package var choices: [Choice]
}
