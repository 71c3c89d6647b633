/// The treatment of a row whose unique attributes are equal to those of an object.
package enum ConflictPolicy: String, Equatable, Sendable, CaseIterable {
    /// The row is invalid.
    case error
    /// The object is not changed. Other rows that refer to the row find it.
    case skip
    /// The row fills the object's missing values.
    case merge
    /// The values that the plan maps replace those of the object.
    case replace
}
