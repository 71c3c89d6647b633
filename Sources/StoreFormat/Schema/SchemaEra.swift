/// What changed in the schema from one framework version to the next.
///
/// A framework version is the number in a store's `NSPersistenceFrameworkVersion`. Each threshold
/// is the lowest version whose stores show the newer form; between it and the highest version that
/// shows the older one there is no evidence, and the older form is assumed.
public struct SchemaEra: Equatable, Sendable {
    /// The newest framework version that real stores were seen of (docs/format.md#how-exact-this-is).
    public static let newestFramework = 1523

    /// Join tables have an index and stores a `Z_MODELCACHE`; not up to 519 (docs/format.md#tables,
    /// #many-to-many).
    public static let modelCacheFramework = 637
    /// All indexes come before the bookkeeping tables; at 637 and 640 they come last, and up to 519
    /// each table is followed by its own (docs/format.md#tables).
    public static let indexesBeforeBookkeepingFramework = 641
    /// Fetch indexes of the model count; up to 754 only indexed attributes and compounds
    /// (docs/format.md#indexes).
    public static let fetchIndexFramework = 847
    /// Stores can keep a persistent history (docs/format.md#persistent-history).
    public static let historyFramework = 851
    /// Uniqueness constraints are unique indexes; up to 851 they are part of the table
    /// (docs/format.md#indexes).
    public static let uniqueIndexFramework = 866
    /// History names its texts in `ATRANSACTIONSTRING`; not at 851 (docs/format.md#persistent-history).
    public static let historyStringsFramework = 973
    /// The predicate of a partial index follows one space; at 977 two (docs/format.md#indexes).
    public static let singleSpacePredicateFramework = 1100

    /// R-trees over locations may lack the triggers that fill them; up to 1244 none does
    /// (docs/format.md#triggers-and-r-trees).
    public static let locationTreesWithoutTriggersFramework = 1403

    /// The lowest framework whose triggers of derived attributes are known
    /// (docs/format.md#triggers-and-r-trees).
    public static let derivedAttributeFramework = 1241

    /// The framework version.
    public let framework: Int

    /// Creates the era of a framework version.
    public init(framework: Int) { self.framework = framework }

    /// Whether the store holds its model, and join tables have an index.
    public var hasModelCache: Bool { framework >= Self.modelCacheFramework }
    /// Whether join tables have an index.
    public var indexesJoinTables: Bool { framework >= Self.modelCacheFramework }
    /// Whether fetch indexes of the model count.
    public var knowsFetchIndexes: Bool { framework >= Self.fetchIndexFramework }
    /// Whether uniqueness constraints are unique indexes.
    public var hasUniqueIndexes: Bool { framework >= Self.uniqueIndexFramework }
    /// Whether stores can keep a persistent history.
    public var hasHistory: Bool { framework >= Self.historyFramework }
    /// Whether history names its texts in `ATRANSACTIONSTRING`.
    public var hasHistoryStrings: Bool { framework >= Self.historyStringsFramework }
    /// Whether R-trees over locations need triggers to be filled.
    public var needsLocationTriggers: Bool {
        framework < Self.locationTreesWithoutTriggersFramework
    }
    /// What stands between an index and the predicate of a partial one.
    public var partialIndexKeyword: String {
        framework >= Self.singleSpacePredicateFramework ? " WHERE " : " WHERE  "
    }
    /// Where the indexes stand among the statements.
    public var indexPlace: IndexPlace {
        guard hasModelCache else { return .afterEachTable }
        return framework >= Self.indexesBeforeBookkeepingFramework ? .afterAllTables : .last
    }

    /// One framework version of each earlier form of the schema, the latest first: a store may have
    /// kept the tables that an earlier framework made, though a later one wrote it last.
    public var earlierForms: [SchemaEra] {
        let thresholds = [
            Self.modelCacheFramework, Self.indexesBeforeBookkeepingFramework,
            Self.fetchIndexFramework, Self.historyFramework, Self.uniqueIndexFramework,
            Self.historyStringsFramework, Self.singleSpacePredicateFramework,
            Self.derivedAttributeFramework,
        ]
        return thresholds.filter { $0 <= framework }.sorted(by: >)
            .map { SchemaEra(framework: $0 - 1) }
    }

    /// Where the indexes stand among the statements that create a store (docs/format.md#tables).
    public enum IndexPlace: Equatable, Sendable {
        /// Each table is followed by its indexes.
        case afterEachTable
        /// They follow all tables of entities.
        case afterAllTables
        /// They follow the bookkeeping tables too.
        case last
    }
}
