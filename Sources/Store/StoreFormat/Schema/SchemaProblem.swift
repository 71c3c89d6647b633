/// A part of a model's schema whose text no store shows.
package enum SchemaProblem: Equatable, Sendable {
    /// The triggers of a derived attribute with such an expression are unknown
    /// (docs/internals/format.md#triggers-and-r-trees).
    case unknownDerivation(entity: String, attribute: String)
    /// The triggers of such a derived attribute are unknown, and are left out as requested.
    case omittedTriggers(entity: String, attribute: String)
    /// The trigger of such a derived attribute comes from a publication. No store shows whether there are more.
    case publishedTrigger(entity: String, attribute: String)
    /// The text of the index is unknown: its predicate, its elements or its kind (docs/internals/format.md#indexes).
    case unknownIndex(entity: String, index: String)
    /// An index or a uniqueness constraint contains a property without a column, and is left out.
    case noColumn(entity: String, index: String, property: String)
    /// The join table between two relationships of one entity is named after one of them by an unknown hash order
    /// (docs/internals/format.md#many-to-many). An app may look for the other name, and find no table.
    case uncertainJoinTable(entity: String, relationship: String, inverse: String)
    /// Such a join table has the likelier name, as requested.
    case guessedJoinTable(entity: String, relationship: String, inverse: String)
    /// The inverses of these many-to-many relationships of one entity have the same name, so that numbers distinguish
    /// the columns of their join tables. The numbers follow the order of names in nearly all stores, but not in every
    /// one (docs/internals/format.md#columns): an app may look for other columns.
    case uncertainJoinColumns(entity: String, relationships: [String])
    /// Two objects would have the same name. The second is left out.
    case duplicateName(String)
    /// The model requests triggers of the app's own (user info `NSTriggerKey`).
    case appTriggers(entity: String, property: String)

    /// Whether a store without this part would work incorrectly, and not only be slower.
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
