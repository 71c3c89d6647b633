/// What happens to a row whose unique attributes an object has already.
package enum ConflictPolicy: String, Equatable, Sendable, CaseIterable {
    /// The row is at fault.
    case error
    /// The object stays as it is; other rows that refer to the row find it.
    case skip
    /// The row fills what the object lacks.
    case merge
    /// What the plan maps takes the place of what the object has.
    case replace
}
