/// A fetch request that is stored in a model, or that of a fetched property.
public struct FetchRequestTemplate: Equatable, Sendable {
    /// One key to sort by.
    public struct SortDescriptor: Equatable, Sendable {
        /// The key path to sort by.
        public let key: String
        /// Whether the order is ascending.
        public let isAscending: Bool
        /// The comparing method, such as `compare:`.
        public let selector: String

        /// Creates a sort descriptor.
        public init(key: String, isAscending: Bool = true, selector: String = "compare:") {
            self.key = key
            self.isAscending = isAscending
            self.selector = selector
        }
    }

    /// The kind of results; raw values of `NSFetchRequestResultType`.
    public enum ResultType: Int, Sendable {
        case managedObject = 0
        case managedObjectID = 1
        case dictionary = 2
        case count = 4
    }

    /// The name in the model.
    public let name: String
    /// The entity to fetch.
    public let entityName: String
    /// The condition for the objects; nil for all objects.
    public let predicate: Predicate?
    /// The order of the result.
    public let sortDescriptors: [SortDescriptor]
    /// The limit of objects; 0 for no limit.
    public let fetchLimit: Int
    /// The number of objects to skip.
    public let fetchOffset: Int
    /// The number of objects to load at a time; 0 for all.
    public let fetchBatchSize: Int
    /// The kind of results.
    public let resultType: ResultType
    /// Whether objects of subentities are included.
    public let includesSubentities: Bool
    /// Whether values are loaded with the objects.
    public let includesPropertyValues: Bool
    /// Whether the objects are returned as faults.
    public let returnsObjectsAsFaults: Bool
    /// Whether equal results are returned once.
    public let returnsDistinctResults: Bool
    /// The properties to fetch for a dictionary result.
    public let propertiesToFetch: [String]
    /// The relationships to load with the objects.
    public let relationshipKeyPathsForPrefetching: [String]

    /// Creates a fetch request template; the defaults are those of `NSFetchRequest`.
    public init(
        name: String, entityName: String, predicate: Predicate? = nil,
        sortDescriptors: [SortDescriptor] = [], fetchLimit: Int = 0, fetchOffset: Int = 0,
        fetchBatchSize: Int = 0, resultType: ResultType = .managedObject,
        includesSubentities: Bool = true, includesPropertyValues: Bool = true,
        returnsObjectsAsFaults: Bool = true, returnsDistinctResults: Bool = false,
        propertiesToFetch: [String] = [], relationshipKeyPathsForPrefetching: [String] = []
    ) {
        self.name = name
        self.entityName = entityName
        self.predicate = predicate
        self.sortDescriptors = sortDescriptors
        self.fetchLimit = fetchLimit
        self.fetchOffset = fetchOffset
        self.fetchBatchSize = fetchBatchSize
        self.resultType = resultType
        self.includesSubentities = includesSubentities
        self.includesPropertyValues = includesPropertyValues
        self.returnsObjectsAsFaults = returnsObjectsAsFaults
        self.returnsDistinctResults = returnsDistinctResults
        self.propertiesToFetch = propertiesToFetch
        self.relationshipKeyPathsForPrefetching = relationshipKeyPathsForPrefetching
    }
}
