/// What changed in the schema from one framework version to the next.
///
/// A framework version is the number in a store's `NSPersistenceFrameworkVersion`. Each threshold
/// is the lowest version whose stores show the newer form; between it and the highest version that
/// shows the older one there is no evidence, and the older form is assumed.
package struct SchemaEra: Equatable, Sendable {
    /// The newest framework version that real stores were seen of (docs/format.md#how-exact-this-is).
    package static let newestFramework = 1523

    /// Join tables have an index and stores a `Z_MODELCACHE`; not up to 519 (docs/format.md#tables,
    /// #many-to-many).
    package static let modelCacheFramework = 637
    /// All indexes come before the bookkeeping tables; at 637 and 640 they come last, and up to 519
    /// each table is followed by its own (docs/format.md#tables).
    package static let indexesBeforeBookkeepingFramework = 641
    /// Fetch indexes of the model count; up to 754 only indexed attributes and compounds
    /// (docs/format.md#indexes).
    package static let fetchIndexFramework = 847
    /// Stores can keep a persistent history (docs/format.md#persistent-history).
    package static let historyFramework = 851
    /// Uniqueness constraints are unique indexes (docs/format.md#indexes).
    package static let uniqueIndexFramework = 865
    /// The last framework that is known to have uniqueness constraints in its tables.
    package static let lastInlineUniqueFramework = 637
    /// History names its texts in `ATRANSACTIONSTRING`; not at 851 (docs/format.md#persistent-history).
    package static let historyStringsFramework = 973
    /// The predicate of a partial index follows one space; at 977 two (docs/format.md#indexes).
    package static let singleSpacePredicateFramework = 1100

    /// R-trees over locations may lack the triggers that fill them; up to 1244 none does
    /// (docs/format.md#triggers-and-r-trees).
    package static let locationTreesWithoutTriggersFramework = 1403

    /// The lowest framework whose triggers of derived attributes are known
    /// (docs/format.md#triggers-and-r-trees).
    package static let derivedAttributeFramework = 1241

    /// The framework version.
    package let framework: Int
    /// Whether uniqueness constraints are unique indexes.
    package let hasUniqueIndexes: Bool

    /// Creates the era of a framework version.
    ///
    /// - Parameter hasUniqueIndexes: whether uniqueness constraints are unique indexes; nil for what is known.
    package init(framework: Int, hasUniqueIndexes: Bool? = nil) {
        self.framework = framework
        self.hasUniqueIndexes = hasUniqueIndexes ?? (framework >= Self.uniqueIndexFramework)
    }

    /// Whether the store holds its model, and join tables have an index.
    package var hasModelCache: Bool { framework >= Self.modelCacheFramework }
    /// Whether join tables have an index.
    package var indexesJoinTables: Bool { framework >= Self.modelCacheFramework }
    /// Whether fetch indexes of the model count.
    package var knowsFetchIndexes: Bool { framework >= Self.fetchIndexFramework }
    /// Whether stores can keep a persistent history.
    package var hasHistory: Bool { framework >= Self.historyFramework }
    /// Whether history names its texts in `ATRANSACTIONSTRING`.
    package var hasHistoryStrings: Bool { framework >= Self.historyStringsFramework }
    /// Whether R-trees over locations need triggers to be filled.
    package var needsLocationTriggers: Bool {
        framework < Self.locationTreesWithoutTriggersFramework
    }
    /// What stands between an index and the predicate of a partial one.
    package var partialIndexKeyword: String {
        framework >= Self.singleSpacePredicateFramework ? " WHERE " : " WHERE  "
    }
    /// Where the indexes stand among the statements.
    package var indexPosition: IndexPosition {
        guard hasModelCache else { return .afterEachTable }
        return framework >= Self.indexesBeforeBookkeepingFramework ? .afterAllTables : .last
    }

    /// This form of the schema, and one framework version of each earlier one, the latest first: a store may have
    /// kept the tables that an earlier framework made, though a later one wrote it last. Where no store shows
    /// whether uniqueness constraints are unique indexes, both forms are among them.
    package var possibleForms: [SchemaEra] {
        let thresholds = [
            Self.modelCacheFramework, Self.indexesBeforeBookkeepingFramework,
            Self.fetchIndexFramework, Self.historyFramework, Self.uniqueIndexFramework,
            Self.historyStringsFramework, Self.singleSpacePredicateFramework,
            Self.derivedAttributeFramework,
        ]
        let earlier = thresholds.filter { $0 <= framework }.sorted(by: >).map { SchemaEra(framework: $0 - 1) }
        return ([self] + earlier).flatMap { era in
            era.hasUniqueIndexes || era.framework <= Self.lastInlineUniqueFramework
                ? [era] : [era, SchemaEra(framework: era.framework, hasUniqueIndexes: true)]
        }
    }

    /// Where the indexes stand among the statements that create a store (docs/format.md#tables).
    package enum IndexPosition: Equatable, Sendable {
        /// Each table is followed by its indexes.
        case afterEachTable
        /// They follow all tables of entities.
        case afterAllTables
        /// They follow the bookkeeping tables too.
        case last
    }
}
