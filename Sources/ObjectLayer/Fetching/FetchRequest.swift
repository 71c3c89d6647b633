import ObjectModel

/// Which objects to fetch, and how (`NSFetchRequest`).
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

    /// The entity.
    public var entityName: String
    /// Which objects; nil for all. Objects are named by ``Expression/object(_:)``.
    public var predicate: Predicate?
    /// Whether texts in the predicate are read as the kind of values that they are compared with,
    /// `addedOn > "2024-03-09"`, where `NSPredicate` needs values of these types: dates of ISO
    /// 8601, without a zone in UTC, UUIDs, numbers, objects by their URIs or the ends of them,
    /// `Item/p12`. What cannot be read so is an error, and so is a number that is compared with a
    /// text.
    public var interpretsTextConstants = false
    /// Whether what Core Data refuses in a fetch from an SQLite store is answered all the same:
    /// conditions with `ALL`, an order by `tags.@count`, see ``FetchRefusal``. An app's own requests
    /// should do without.
    public var allowsExtensions = false
    /// The order; objects that are equal in it follow in the order of their IDs. Groups are ordered
    /// by what a dictionary has of them, and follow in the order of their first objects.
    public var sortDescriptors: [SortDescriptor] = []
    /// The locale of localized orders, such as `sv_SE`: an app takes its user's, this layer never the
    /// machine's.
    public var localeIdentifier = FetchRequest.standardLocaleIdentifier
    /// The locale of localized orders where none is stated.
    public static let standardLocaleIdentifier = LocalizedOrder.standardIdentifier
    /// The greatest number of results; 0 for no limit.
    public var fetchLimit = 0
    /// How many results to skip.
    public var fetchOffset = 0
    /// How many objects to load at a time; 0 for all at once.
    public var fetchBatchSize = 0
    /// The `Z_UUID`s of the stores to ask, of those that have the entity; nil for all.
    public var affectedStores: Set<String>?
    /// Whether objects of subentities count.
    public var includesSubentities = true
    /// Whether what is not saved yet counts.
    public var includesPendingChanges = true
    /// Whether the values are loaded together with the objects.
    public var includesPropertyValues = true
    /// Whether the objects are given as faults; without it they are fired.
    public var returnsObjectsAsFaults = true
    /// Whether equal dictionaries are given once.
    public var returnsDistinctResults = false
    /// What dictionaries hold; all attributes where it is empty.
    public var propertiesToFetch: [FetchedProperty] = []
    /// The key paths whose values make groups of objects, each of which gives one dictionary.
    public var propertiesToGroupBy: [String] = []
    /// Which groups; nil for all. Names are those of ``propertiesToFetch``, with or without `$`,
    /// and of ``propertiesToGroupBy``; an aggregate may also be written as it stands there.
    public var havingPredicate: Predicate?
    /// The relationships to load together with the objects.
    public var relationshipKeyPathsForPrefetching: [String] = []

    /// Creates a request for all objects of an entity.
    public init(entityName: String) { self.entityName = entityName }

    /// The request with sort keys that are names of its columns replaced by what the columns show,
    /// as in `SELECT tracks.@count AS n ORDER BY n`. Such a name comes before a property's.
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
    /// - Parameter variables: what is substituted for the variables in its predicate, by name
    ///   without the dollar sign.
    /// - Throws: ``FetchRequestError`` for a variable without a value, or a comparing method that
    ///   is not known.
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
    /// Reads a request from one line of text: the name of an entity, then clauses, each of which
    /// may be left out.
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
    /// In order: `SELECT [DISTINCT] expression [AS name], …`, `WHERE predicate`,
    /// `GROUP BY keyPath, …`, `HAVING predicate`, `ORDER BY keyPath [ASC|DESC], …`, `LIMIT number`,
    /// `OFFSET number`. Predicates and expressions are those of the format language; `count(*)`
    /// counts the objects of a group. A key path of `ORDER BY` may be followed by how texts are
    /// ordered: `[c]` without case, `[cd]` without case and accents, `[l]` and `[n]` as
    /// ``TextOrder/localized`` and ``TextOrder/localizedStandard``.
    ///
    /// - Throws: `PredicateFormatError` with the offset in the whole text. Whether the names are
    ///   there shows when the request is run.
    public init(format: String) throws(PredicateFormatError) {
        self = try RequestFormatParser(format).request()
    }
}
