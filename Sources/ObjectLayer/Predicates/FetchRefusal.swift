/// What of a fetch request makes Core Data raise an exception when the request goes to an SQLite
/// store, or means something else there. The object layer can answer it all the same, see ``FetchRequest/allowsExtensions``.
public struct FetchRefusal: Equatable, Hashable, Sendable {
    /// What Core Data does not do in a fetch from an SQLite store.
    public enum Kind: String, CaseIterable, Sendable {
        /// `ALL` before a relationship ("Unsupported predicate").
        case allModifier
        /// A to-many relationship without `ANY`, where it is no collection to be searched
        /// ("to-many key not allowed here").
        case toManyWithoutAny
        /// Two to-many relationships in one key path ("multiple to-many keys not allowed here").
        case severalToMany
        /// An order by `@count` and its like ("Keypath containing KVC aggregate where there shouldn't
        /// be one").
        case sortByAggregate
        /// An order by the name of a column, or a condition on groups by it ("keypath not found in
        /// entity"); `$name` is understood in `HAVING`.
        case columnName
        /// The same name, where it is also a property's: Core Data takes it for the property.
        case columnHidesProperty
        /// An order by something that is no key path.
        case sortByExpression
        /// An attribute or relationship that is not stored ("keypath not found in entity").
        case transientProperty
        /// A column that is neither what makes the groups nor an aggregate ("SELECT clauses in queries
        /// with GROUP BY components can only contain properties named in the GROUP BY or aggregate
        /// functions").
        case columnOutsideGroup
        /// An index of a collection, `tags[0]` or `tags[SIZE]`, or collections made of others, `UNION`
        /// ("Unsupported function expression").
        case collectionOperation
        /// The members that a `SUBQUERY` finds for something else than to be counted.
        case uncountedSubquery
    }

    /// What Core Data does not do.
    public let kind: Kind
    /// The key path, expression or name that it is about.
    public let expression: String

    /// What an app's developer has to know: the reason, and what to write instead.
    public var reason: String {
        switch kind {
        case .allModifier:
            "ALL is not supported before `\(expression)`: count the others with SUBQUERY"
        case .toManyWithoutAny:
            "`\(expression)` leads to many objects: write ANY before it"
        case .severalToMany:
            "`\(expression)` goes through more than one to-many relationship: use SUBQUERY"
        case .sortByAggregate:
            "objects cannot be ordered by `\(expression)`: store the number, or derive it"
        case .columnName:
            "`\(expression)` is the name of a column, and no property"
        case .columnHidesProperty:
            "`\(expression)` is a column here and a property for Core Data: give the column another name"
        case .sortByExpression:
            "objects cannot be ordered by `\(expression)`, which is no key path"
        case .transientProperty: "`\(expression)` is not stored"
        case .columnOutsideGroup:
            "`\(expression)` is neither in GROUP BY nor an aggregate"
        case .collectionOperation: "`\(expression)` is not supported"
        case .uncountedSubquery: "`\(expression)` can only be counted, by @count"
        }
    }
}
