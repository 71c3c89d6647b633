/// The form of the schema in a framework version.
///
/// A framework version is the number in a store's `NSPersistenceFrameworkVersion`. Each threshold is the lowest
/// version whose stores show the newer form. There is no evidence between it and the highest version that shows the
/// older form, and the older form is assumed.
package struct SchemaEra: Equatable, Sendable {
    /// The newest framework version of known real stores (docs/internals/format.md#how-exact-this-is).
    package static let newestFramework = 1523

    /// From here on, join tables have an index and stores a `Z_MODELCACHE`. Up to 519 they do not
    /// (docs/internals/format.md#tables, #many-to-many).
    package static let modelCacheFramework = 637
    /// From here on, all indexes precede the bookkeeping tables. At 637 and 640 they are last, and up to 519 each
    /// table is followed by its own (docs/internals/format.md#tables).
    package static let indexesBeforeBookkeepingFramework = 641
    /// From here on, the model's fetch indexes are created. Up to 754, only indexed attributes and compound indexes
    /// are (docs/internals/format.md#indexes).
    package static let fetchIndexFramework = 847
    /// From here on, stores can keep a persistent history (docs/internals/format.md#persistent-history).
    package static let historyFramework = 851
    /// From here on, uniqueness constraints are unique indexes (docs/internals/format.md#indexes).
    package static let uniqueIndexFramework = 865
    /// The last framework that is known to have uniqueness constraints in its tables.
    package static let lastInlineUniqueFramework = 637
    /// From here on, the history keeps its texts in `ATRANSACTIONSTRING`. At 851 it does not
    /// (docs/internals/format.md#persistent-history).
    package static let historyStringsFramework = 973
    /// From here on, one space precedes the predicate of a partial index. At 977 there are two
    /// (docs/internals/format.md#indexes).
    package static let singleSpacePredicateFramework = 1100

    /// From here on, R-trees over locations may have no triggers that fill them. Up to 1244 all have them
    /// (docs/internals/format.md#triggers-and-r-trees).
    package static let locationTreesWithoutTriggersFramework = 1403

    /// The lowest framework whose triggers of derived attributes are known
    /// (docs/internals/format.md#triggers-and-r-trees).
    package static let derivedAttributeFramework = 1241

    /// The framework version.
    package let framework: Int
    /// Whether uniqueness constraints are unique indexes.
    package let hasUniqueIndexes: Bool

    /// Creates the era of a framework version.
    ///
    /// - Parameter hasUniqueIndexes: whether uniqueness constraints are unique indexes; nil to decide by the
    ///   framework version.
    package init(framework: Int, hasUniqueIndexes: Bool? = nil) {
        self.framework = framework
        self.hasUniqueIndexes = hasUniqueIndexes ?? (framework >= Self.uniqueIndexFramework)
    }

    /// Whether the store contains its model, and join tables have an index.
    package var hasModelCache: Bool { framework >= Self.modelCacheFramework }
    /// Whether join tables have an index.
    package var indexesJoinTables: Bool { framework >= Self.modelCacheFramework }
    /// Whether the model's fetch indexes are created.
    package var knowsFetchIndexes: Bool { framework >= Self.fetchIndexFramework }
    /// Whether stores can keep a persistent history.
    package var hasHistory: Bool { framework >= Self.historyFramework }
    /// Whether the history keeps its texts in `ATRANSACTIONSTRING`.
    package var hasHistoryStrings: Bool { framework >= Self.historyStringsFramework }
    /// Whether R-trees over locations need triggers to be filled.
    package var needsLocationTriggers: Bool {
        framework < Self.locationTreesWithoutTriggersFramework
    }
    /// The text between an index and the predicate of a partial one.
    package var partialIndexKeyword: String {
        framework >= Self.singleSpacePredicateFramework ? " WHERE " : " WHERE  "
    }
    /// The position of the indexes among the statements.
    package var indexPosition: IndexPosition {
        guard hasModelCache else { return .afterEachTable }
        return framework >= Self.indexesBeforeBookkeepingFramework ? .afterAllTables : .last
    }

    /// This form of the schema, and one framework version of each earlier one, the latest first. A store may have
    /// kept the tables of an earlier framework although a later one last wrote it. If no store shows whether
    /// uniqueness constraints are unique indexes, both forms are included.
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

    /// The position of the indexes among the statements that create a store (docs/internals/format.md#tables).
    package enum IndexPosition: Equatable, Sendable {
        /// After each table, its own indexes.
        case afterEachTable
        /// After all tables of entities.
        case afterAllTables
        /// After the bookkeeping tables.
        case last
    }
}
