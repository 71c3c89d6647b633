/// A part of a fetch request that makes Core Data raise an exception for an SQLite store, or that has a different
/// meaning there. The object layer can answer it anyway, see ``FetchRequest/allowsExtensions``.
public struct FetchRefusal: Equatable, Hashable, Sendable {
    /// The kinds of expressions that Core Data does not support in a fetch from an SQLite store.
    public enum Kind: String, CaseIterable, Sendable {
        /// `ALL` before a relationship ("Unsupported predicate").
        case allModifier
        /// A to-many relationship without `ANY`, except as a collection to search ("to-many key not allowed here").
        case toManyWithoutAny
        /// Two to-many relationships in one key path ("multiple to-many keys not allowed here").
        case severalToMany
        /// An order by `@count` or another aggregate ("Keypath containing KVC aggregate where there shouldn't be one").
        case sortByAggregate
        /// An order by the name of a column, or a condition on groups with that name ("keypath not found in entity").
        /// Core Data accepts `$name` in `HAVING`.
        case columnName
        /// A column's name that is also a property's name: Core Data uses the property.
        case columnHidesProperty
        /// An order by an expression that is not a key path.
        case sortByExpression
        /// An attribute or relationship that is not stored ("keypath not found in entity").
        case transientProperty
        /// A column that is neither a grouping key nor an aggregate ("SELECT clauses in queries with GROUP BY
        /// components can only contain properties named in the GROUP BY or aggregate functions").
        case columnOutsideGroup
        /// An index of a collection, `tags[0]` or `tags[SIZE]`, or a combination of collections, such as `UNION`
        /// ("Unsupported function expression").
        case collectionOperation
        /// A `SUBQUERY` whose result is used for something other than `@count`.
        case uncountedSubquery
    }

    /// The kind of the refused part.
    public let kind: Kind
    /// The key path, expression or name that is refused.
    public let expression: String

    /// An explanation for developers: the reason, and what to write instead.
    public var reason: String {
        switch kind {
        case .allModifier:
            "ALL is not supported before `\(expression)`: count the others with SUBQUERY"
        case .toManyWithoutAny:
            "`\(expression)` has several values: write ANY before it"
        case .severalToMany:
            "`\(expression)` goes through more than one to-many relationship: use SUBQUERY"
        case .sortByAggregate:
            "objects cannot be ordered by `\(expression)`: store the number, or derive it"
        case .columnName:
            "`\(expression)` is the name of a column, not of a property"
        case .columnHidesProperty:
            "`\(expression)` is a column here and a property for Core Data: give the column another name"
        case .sortByExpression:
            "objects cannot be ordered by `\(expression)`, which is not a key path"
        case .transientProperty: "`\(expression)` is not stored"
        case .columnOutsideGroup:
            "`\(expression)` is neither in GROUP BY nor an aggregate"
        case .collectionOperation: "`\(expression)` is not supported"
        case .uncountedSubquery: "`\(expression)` can only be counted, by @count"
        }
    }
}
