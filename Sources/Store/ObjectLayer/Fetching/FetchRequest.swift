import ObjectModel

/// A description of the objects to fetch, and how to fetch them (`NSFetchRequest`).
///
/// ```swift
/// var request = FetchRequest(entityName: "Item")
/// request.predicate = try Predicate(
///     format: "listed == YES AND unit.name == %@", arguments: ["kg"])
/// request.sortDescriptors = [SortDescriptor(key: "name")]
/// let items = try context.fetch(request)
/// ```
public struct FetchRequest: Equatable, Sendable {
    /// A property of a dictionary result.
    public enum FetchedProperty: Equatable, Sendable {
        /// A key path of the entity; it is also the key of the result.
        case keyPath(String)
        /// An expression, such as `sum:(price)` over the objects of a group, and the key of its
        /// result (`NSExpressionDescription`).
        case expression(name: String, Expression)

        /// The key of the result.
        public var name: String {
            switch self {
            case .keyPath(let path): path
            case .expression(let name, _): name
            }
        }
    }

    /// The name of the entity.
    public var entityName: String
    /// The condition that objects must meet; nil for all objects. ``Expression/object(_:)`` refers to an object.
    public var predicate: Predicate?
    /// Whether texts in the predicate are converted to the type of the values that they are compared with, as in
    /// `addedOn > "2024-03-09"`, where `NSPredicate` needs values of these types. Accepted are ISO 8601 dates (in UTC
    /// if they have no zone), UUIDs, numbers, and objects by their URIs or the ends of their URIs, such as `Item/p12`.
    /// A text that cannot be converted is an error, and so is a number that is compared with a text.
    public var interpretsTextConstants = false
    /// Whether requests that Core Data refuses for an SQLite store are answered anyway: conditions with `ALL`, an order
    /// by `tags.@count`, see ``FetchRefusal``. An app's own requests should not use these extensions.
    public var allowsExtensions = false
    /// The order of the results. Objects that compare as equal follow the order of their IDs. Groups are ordered by the
    /// values in their dictionaries, and equal groups follow the order of their first objects.
    public var sortDescriptors: [SortDescriptor] = []
    /// The locale of localized orders, such as `sv_SE`. An app uses the locale of its user; the object layer never uses
    /// the locale of the machine.
    public var localeIdentifier = FetchRequest.standardLocaleIdentifier
    /// The locale of localized orders if none is stated.
    public static let standardLocaleIdentifier = LocalizedOrder.standardIdentifier
    /// The maximum number of results; 0 for no limit.
    public var fetchLimit = 0
    /// The number of results to skip.
    public var fetchOffset = 0
    /// The number of objects to load at a time; 0 for all at once.
    public var fetchBatchSize = 0
    /// The `Z_UUID`s of the stores to fetch from, if they have the entity; nil for all stores that have it.
    public var affectedStores: Set<String>?
    /// Whether objects of subentities are included.
    public var includesSubentities = true
    /// Whether unsaved changes are taken into account.
    public var includesPendingChanges = true
    /// Whether the values are loaded together with the objects.
    public var includesPropertyValues = true
    /// Whether the objects are returned as faults; if not, the faults are fired.
    public var returnsObjectsAsFaults = true
    /// Whether equal dictionaries are returned only once.
    public var returnsDistinctResults = false
    /// The contents of the dictionaries; if empty, all attributes.
    public var propertiesToFetch: [FetchedProperty] = []
    /// The key paths to group by. Objects with the same values form a group, and each group gives one dictionary.
    public var propertiesToGroupBy: [String] = []
    /// The condition that groups must meet; nil for all groups. Names are those of ``propertiesToFetch``, with or
    /// without `$`, and of ``propertiesToGroupBy``. An aggregate can also be written as in ``propertiesToFetch``.
    public var havingPredicate: Predicate?
    /// The relationships to load together with the objects.
    public var relationshipKeyPathsForPrefetching: [String] = []

    /// Creates a request for all objects of an entity.
    public init(entityName: String) { self.entityName = entityName }

    /// The request with each sort key that is the name of a column replaced by the column's expression, as in
    /// `SELECT tracks.@count AS n ORDER BY n`. A column's name takes precedence over a property's.
    var resolvingColumnNames: FetchRequest {
        var request = self
        for (index, descriptor) in sortDescriptors.enumerated() {
            for case .expression(descriptor.key, let shown) in propertiesToFetch {
                request.sortDescriptors[index].expression = shown
            }
        }
        return request
    }

    /// Creates a request from a template of a model.
    ///
    /// - Parameter variables: the expressions to substitute for the variables in the predicate, by name without the
    ///   dollar sign.
    /// - Throws: ``FetchRequestError`` for a variable without a value, or an unknown comparison method.
    public init(
        _ template: FetchRequestTemplate, substituting variables: [String: Expression] = [:]
    ) throws {
        entityName = template.entityName
        predicate = template.predicate?.substituting(variables)
        if let missing = predicate?.variableNames.sortedInBinaryOrder().first {
            throw FetchRequestError.unknownVariable(missing)
        }
        sortDescriptors = try template.sortDescriptors.map {
            try SortDescriptor(key: $0.key, ascending: $0.isAscending, selector: $0.selector)
        }
        fetchLimit = template.fetchLimit
        fetchOffset = template.fetchOffset
        fetchBatchSize = template.fetchBatchSize
        includesSubentities = template.includesSubentities
        includesPropertyValues = template.includesPropertyValues
        returnsObjectsAsFaults = template.returnsObjectsAsFaults
        returnsDistinctResults = template.returnsDistinctResults
        propertiesToFetch = template.propertiesToFetch.map { .keyPath($0) }
        relationshipKeyPathsForPrefetching = template.relationshipKeyPathsForPrefetching
    }
}

extension Expression {
    /// An object as a constant, to be compared with `SELF` or with a relationship.
    public static func object(_ id: ManagedObjectID) -> Expression {
        .constant(.uri(id.uriRepresentation))
    }
}

extension FetchRequest {
    /// Reads a request from one line of text: the name of an entity, followed by optional clauses.
    ///
    /// ```swift
    /// try FetchRequest(
    ///     format: "Item WHERE listed == YES AND unit.name == \"kg\" ORDER BY name LIMIT 10")
    /// try FetchRequest(
    ///     format: """
    ///         Item SELECT unit.name, count(*) AS items, average(price) \
    ///         GROUP BY unit.name HAVING items > 3 ORDER BY items DESC
    ///         """)
    /// ```
    ///
    /// The clauses are, in this order: `SELECT [DISTINCT] expression [AS name], …`, `WHERE predicate`,
    /// `GROUP BY keyPath, …`, `HAVING predicate`, `ORDER BY keyPath [ASC|DESC], …`, `LIMIT number`, `OFFSET number`.
    /// Predicates and expressions are those of the format language; `count(*)` counts the objects of a group. A key
    /// path of `ORDER BY` can be followed by the order of texts: `[c]` ignores case, `[cd]` ignores case and accents,
    /// `[l]` and `[n]` are ``TextOrder/localized`` and ``TextOrder/localizedStandard``.
    ///
    /// - Throws: `PredicateFormatError` with the offset in the whole text. Names are looked up when the request runs,
    ///   not here.
    public init(format: String) throws(PredicateFormatError) {
        self = try RequestFormatParser(format).request()
    }
}
