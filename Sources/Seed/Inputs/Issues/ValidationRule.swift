/// A rule of the model that a value violates.
package enum ValidationRule: Equatable, Sendable {
    /// The least value.
    case minimum(String)
    /// The greatest value.
    case maximum(String)
    /// The least length in UTF-16 units, as in `NSString`.
    case minimumLength(Int)
    /// The greatest length in UTF-16 units.
    case maximumLength(Int)
    /// The regular expression that the whole text must match.
    case regularExpression(String)
    /// Another predicate, in the format language of `NSPredicate`.
    case predicate(String)
}
