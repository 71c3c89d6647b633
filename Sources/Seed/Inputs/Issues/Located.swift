/// A value with its location in the plan.
package struct Located<Value: Equatable & Sendable>: Equatable, Sendable {
    package var value: Value
    package var location: SeedIssue.Location

    /// Creates a value with its location.
    package init(_ value: Value, at location: SeedIssue.Location) {
        self.value = value
        self.location = location
    }
}
