/// A value with its place in the plan.
public struct Located<Value: Equatable & Sendable>: Equatable, Sendable {
    public var value: Value
    public var location: SeedIssue.Location

    /// Creates a value with its place.
    public init(_ value: Value, at location: SeedIssue.Location) {
        self.value = value
        self.location = location
    }
}
