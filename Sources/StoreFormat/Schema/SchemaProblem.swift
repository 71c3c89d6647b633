/// What a model asks of a schema that no store has shown the text of.
package enum SchemaProblem: Equatable, Sendable {
    /// The triggers of a derived attribute with such an expression are unknown
    /// (docs/format.md#triggers-and-r-trees).
    case unknownDerivation(entity: String, attribute: String)
    /// The triggers of such a derived attribute are unknown, and the store does without them, as was
    /// asked for.
    case omittedTriggers(entity: String, attribute: String)
    /// The trigger of such a derived attribute follows a publication; no store shows whether there are more.
    case publishedTrigger(entity: String, attribute: String)
    /// The text of the index is unknown: its predicate, its elements or its kind (docs/format.md#indexes).
    case unknownIndex(entity: String, index: String)
    /// An index or a uniqueness constraint names what has no column; it is left out.
    case noColumn(entity: String, index: String, property: String)
    /// The join table between two relationships of one entity is named after one of them by a hash
    /// order that is unknown (docs/format.md#many-to-many): an app may look for the other, and find none.
    case uncertainJoinTable(entity: String, relationship: String, inverse: String)
    /// Such a join table has the likelier name, as was asked for.
    case guessedJoinTable(entity: String, relationship: String, inverse: String)
    /// The inverses of these many-to-many relationships of one entity have one name, so that the
    /// columns of their join tables are told apart by numbers. Those follow the order of names
    /// nearly always, but not in every store (docs/format.md#columns): an app may look for others.
    case uncertainJoinColumns(entity: String, relationships: [String])
    /// Two objects would have one name; the second is left out.
    case duplicateName(String)
    /// The model asks for triggers of the app's own (user info `NSTriggerKey`).
    case appTriggers(entity: String, property: String)

    /// Whether a store without it would work wrongly and not only be slower.
    package var isGrave: Bool {
        switch self {
        case .unknownDerivation, .uncertainJoinTable, .duplicateName: true
        case .omittedTriggers, .publishedTrigger, .unknownIndex, .noColumn, .guessedJoinTable,
            .uncertainJoinColumns,
            .appTriggers:
            false
        }
    }
}
