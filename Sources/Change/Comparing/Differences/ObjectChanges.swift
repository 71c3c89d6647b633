import ObjectModel
import StoreFormat

/// The matching objects of two stores, and the objects that differ, by their primary keys.
package struct ObjectChanges {
    /// The differences of one entity's objects.
    package struct Entity {
        /// The entity.
        package let name: String
        /// The objects that only the old store has, in ascending order.
        package var removed: [Int64] = []
        /// The objects that only the new store has, in ascending order.
        package var added: [Int64] = []
        /// The objects of both stores that differ, in the order of the new store's primary keys.
        package var changed: [(old: Int64, new: Int64)] = []
    }

    /// The entities that are not abstract, in binary order of their names.
    package private(set) var entities: [Entity] = []
    /// The new store's primary keys by those of the old one, for each root entity.
    package let pairs: [String: [Int64: Int64]]
    /// The rule that identified the objects of each entity: `uniqueness`, `key`, `primaryKey`, `likeness` or `value`.
    package let rules: [String: String]
    /// The number of objects of each entity that are matched by likeness alone.
    package let likely: [String: Int]

    /// The matching objects of two stores.
    package struct Same {
        /// The new store's primary keys by those of the old one, for each root entity.
        package let pairs: [String: [Int64: Int64]]
        /// The rule that identified the objects of each entity.
        package let rules: [String: String]
        /// The number of objects with the primary key of an object that they cannot be.
        package let contradictions: Int
    }

    /// Compares two stores of one model.
    ///
    /// - Throws: ``ComparisonError``, `DatabaseError`, `FileError`.
    package init(
        old: (path: String, store: OpenedStore), new: (path: String, store: OpenedStore),
        choice: ComparisonChoice, method: MatchingMethod = .init()
    ) throws {
        var choice = choice.noting(old.store, new.store)
        choice.reportsBothSides = true
        let pair = try Self.pair(old, new, choice)
        let matching = try ObjectMatching(pair, choice, method: method)
        try matching.run()
        pairs = try matching.pairs()
        rules = matching.rules.mapValues(\.rawValue)
        likely = matching.likely
        var comparison = EntityComparison(pair, matching, choice)
        for entity in pair.new.model.entities.sortedInBinaryOrder(by: { $0.name }) {
            if let found = try comparison.keys(of: entity) { entities.append(found) }
        }
        try pair.checkUnchanged()
    }

    /// Returns the new store's primary keys by those of the old one, for each root entity. Objects without a match
    /// are left out.
    ///
    /// - Parameters:
    ///   - editionKeys: the new store's record of the old one's primary keys.
    ///   - isCertain: whether the new store records that it began as the old one.
    /// - Throws: ``ComparisonError``, `DatabaseError`, `FileError`.
    package static func pairs(
        old: (path: String, store: OpenedStore), new: (path: String, store: OpenedStore),
        choice: ComparisonChoice, for purpose: ObjectMatching.Purpose,
        editionKeys: EditionKeys? = nil, isCertain: Bool = false, method: MatchingMethod = .init()
    ) throws -> Same {
        let pair = try pair(old, new, choice)
        let matching = try ObjectMatching(
            pair, choice.noting(old.store, new.store), purpose, editionKeys: editionKeys,
            isCertain: isCertain, method: method)
        try matching.run()
        try matching.countOtherEntities()
        try pair.checkUnchanged()
        return Same(
            pairs: try matching.pairs(), rules: matching.rules.mapValues(\.rawValue),
            contradictions: matching.contradictions)
    }

    private static func pair(
        _ old: (path: String, store: OpenedStore), _ new: (path: String, store: OpenedStore),
        _ choice: ComparisonChoice
    ) throws -> StorePair {
        let pair = try StorePair(old, new)
        let unknown = choice.unknownNames(in: [pair.old.model, pair.new.model])
        guard unknown.isEmpty else { throw ComparisonError.unknownNames(unknown) }
        try StoredText.register(
            on: pair.connection, folders: [old.path, new.path].map { ExternalValues.folder(ofStore: $0) })
        return pair
    }
}

extension EntityComparison {
    /// Returns the primary keys of an entity's objects that differ; nil for an abstract entity.
    ///
    /// - Throws: `DatabaseError`.
    mutating func keys(of entity: EntityDescription) throws -> ObjectChanges.Entity? {
        guard let old = pair.old.layout.entity(named: entity.name),
            let new = pair.new.layout.entity(named: entity.name), !new.isAbstract,
            let match = matching.table(old.table, new.table)
        else { return nil }
        var found = ObjectChanges.Entity(name: entity.name)
        func unmatched(_ side: StorePair.Side, _ layout: EntityLayout, _ isFree: String) throws -> [Int64] {
            try pair.connection.rows(
                "SELECT Z_PK FROM \(side.table(layout.table)) WHERE Z_ENT = \(layout.number) "
                    + "AND \(isFree) ORDER BY Z_PK"
            ) { $0.integer(at: 0) }
        }
        found.removed = try unmatched(pair.old, old, match.isOldFree("Z_PK"))
        found.added = try unmatched(pair.new, new, match.isNewFree("Z_PK"))
        try findChanges(ComparedEntity(entity, old, new, pair.new.model, choice), match)
        try pair.connection.forEachRow("SELECT old, new FROM temp.changed ORDER BY new") {
            found.changed.append(($0.integer(at: 0), $0.integer(at: 1)))
        }
        return found
    }
}
