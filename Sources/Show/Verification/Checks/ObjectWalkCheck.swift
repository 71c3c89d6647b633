import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// Checks that objects work as an app uses them: faults fire, and relationships can be followed in both directions.
///
/// The check uses all objects of an entity with up to a thousand of them, and ten evenly spread runs of a hundred for
/// larger entities. The row checks examine all rows.
struct ObjectWalkCheck: StoreCheck {
    let name = "object walk"
    let purpose = "objects can be fetched, faults fire, and relationships and inverses agree"

    /// The maximum number of objects of one entity in the walk.
    static let mostObjects = 1_000
    private static let runs = 10
    private static let batchSize = mostObjects / runs
    /// The maximum number of objects that stay in memory, so that relationships to them need not load them again.
    private static let mostKept = 10_000
    /// The approximate number of bytes of binary values that a batch of objects may load.
    private static let mostBytes: Int64 = 16 << 20

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        guard !store.hasBrokenObjects else {
            outcome.skipped = "it would only repeat the errors of relationships"
            return
        }
        var kept: [ManagedObject] = []
        for layout in store.concreteEntities { try walk(layout, store, &kept, &outcome) }
    }

    private func walk(
        _ layout: EntityLayout, _ store: VerifiedStore, _ kept: inout [ManagedObject],
        _ outcome: inout CheckOutcome
    ) throws {
        guard let entity = store.model.entity(named: layout.name) else { return }
        let context = try store.context()
        let steps = try steps(from: entity, layout, store)
        let walk = ObjectGraphWalk(steps: steps)
        let ahead = try steps.filter { try canPrefetch($0.relationship, layout, store) }
        let names = ahead.map(\.relationship.name)
        let inverses = try ahead.compactMap { try prefetchedInverse(of: $0, store)?.name }
        let size = batchSize(layout, ahead, store)
        for keys in try keys(of: layout, in: store, atOnce: size) {
            let objects = try store.coordinator
                .managedObjectIDs(entityName: layout.name, primaryKeys: keys)
                .map { try context.object(with: $0) }
            try context.loadFaults(objects)
            let targets = try context.prefetch(names, of: objects)
            try context.loadMembers(ofRelationships: inverses, of: targets)
            // Objects with large values are loaded again instead of all staying in memory.
            if kept.count < Self.mostKept, size == Self.batchSize { kept += objects + targets }
            withExtendedLifetime(targets) {
                for object in objects {
                    walk.examine(ContextObject(object: object), into: &outcome)
                }
            }
        }
    }

    // MARK: Two threads

    /// Starts the check on another thread. Returns nil if its connection would need a copy of the store, or if every
    /// statement has to be reported in order.
    func start(on store: VerifiedStore, _ thread: CheckThread) throws -> (any RunningCheck)? {
        guard try Connection.readsInPlace(store.path), store.coordinator.sqlDebug == nil else { return nil }
        let facts = store.facts
        let shares = WalkShares(count: store.concreteEntities.count)
        let other = ConcurrentOutcome(on: thread) { connection, _ in
            try take(shares, from: .front, VerifiedStore(connection: connection, facts))
        }
        return Running(check: self, shares: shares, other: other)
    }

    /// A walk in progress. In a large store, the thread of the other checks joins the walk when these are done.
    private struct Running: RunningCheck {
        let check: ObjectWalkCheck
        let shares: WalkShares
        let other: ConcurrentOutcome

        func finish(on store: VerifiedStore) -> CheckOutcome {
            guard !store.hasBrokenObjects else {
                // The walk began before invalid rows were found, so its outcome is discarded.
                _ = other.wait()
                return check.outcome(on: store)
            }
            var rest = CheckOutcome()
            do {
                // Each thread loads the destinations of its objects. With few objects, both threads would load all of
                // them.
                let areFew = try store.concreteEntities.allSatisfy { try store.isSmall($0.table) }
                if !areFew { try check.take(shares, from: .back, store) }
            } catch {
                rest.report(error)
            }
            rest.add(other.wait())
            var outcome = shares.outcome
            outcome.add(rest)
            return outcome
        }
    }

    private func take(
        _ shares: WalkShares, from end: WalkShares.End, _ store: VerifiedStore
    ) throws {
        let entities = store.concreteEntities
        var kept: [ManagedObject] = []
        try shares.take(from: end) { index, outcome in
            try walk(entities[index], store, &kept, &outcome)
        }
    }

    private func steps(
        from entity: EntityDescription, _ layout: EntityLayout, _ store: VerifiedStore
    ) throws -> [ObjectGraphWalk.Step] {
        let followed = try entity.relationships.filter { try canFollow($0, layout, store) }
        return try followed.map { relationship in
            let destination = relationship.destinationEntityName
                .flatMap { store.layout.entity(named: $0) }
            let inverse = store.model.inverse(of: relationship, in: entity)
            let canReturn = try destination.flatMap { layout in
                try inverse.map { try canFollow($0, layout, store) }
            }
            return ObjectGraphWalk.Step(
                relationship: relationship, inverse: canReturn == true ? inverse : nil)
        }
    }

    /// Returns whether to load the destinations of a relationship for many objects at once, instead of one by one as
    /// they are followed.
    private func canPrefetch(
        _ relationship: RelationshipDescription, _ entity: EntityLayout, _ store: VerifiedStore
    ) throws -> Bool {
        try !relationship.isToMany || isSmall(relationship, entity, store)
    }

    /// Returns the to-many inverse of a step if it can be loaded for many objects at once.
    private func prefetchedInverse(
        of step: ObjectGraphWalk.Step, _ store: VerifiedStore
    ) throws -> RelationshipDescription? {
        guard let inverse = step.inverse, inverse.isToMany,
            let destination = step.relationship.destinationEntityName
                .flatMap({ store.layout.entity(named: $0) }),
            try isSmall(inverse, destination, store)
        else { return nil }
        return inverse
    }

    /// Returns whether a to-many relationship has few members in all objects together.
    private func isSmall(
        _ relationship: RelationshipDescription, _ entity: EntityLayout, _ store: VerifiedStore
    ) throws -> Bool {
        guard let rows = entity.toMany(relationship.name)?.storage.rows else { return false }
        return try store.isSmall(rows.table)
    }

    /// Returns whether a relationship can be followed. Without an index on its column, each look at an inverse would
    /// read the whole table.
    private func canFollow(
        _ relationship: RelationshipDescription, _ entity: EntityLayout, _ store: VerifiedStore
    ) throws -> Bool {
        guard !relationship.isTransient else { return false }
        if !relationship.isToMany { return entity.toOne(relationship.name) != nil }
        guard let rows = entity.toMany(relationship.name)?.storage.rows else { return false }
        return try store.isSmallOrIndexed(rows.table, by: rows.owner)
    }

    /// Returns the number of objects to load at once, which is small if their binary values, or those of their
    /// destinations, are large.
    private func batchSize(
        _ entity: EntityLayout, _ ahead: [ObjectGraphWalk.Step], _ store: VerifiedStore
    ) -> Int {
        let destinations = ahead.compactMap { step in
            step.relationship.destinationEntityName.flatMap { store.layout.entity(named: $0) }
        }
        let bytes = ([entity] + destinations).reduce(0) { $0 + largestValues(of: $1, store) }
        return Int(min(max(Self.mostBytes / max(bytes, 1), 1), Int64(Self.batchSize)))
    }

    /// Returns the largest size of an object's binary values, among the first objects. SQLite finds it without reading
    /// the values.
    private func largestValues(of entity: EntityLayout, _ store: VerifiedStore) -> Int64 {
        let types: [AttributeType] = [.binaryData, .transformable]
        let lengths = entity.attributes.filter { types.contains($0.attribute.type) }.map {
            "ifnull(length(\($0.column.sqlIdentifier)), 0)"
        }
        guard !lengths.isEmpty, store.has(entity.table) else { return 0 }
        // Unreadable values are reported when the objects are read.
        let bytes = try? store.connection.integer(
            """
            SELECT max(bytes) FROM (SELECT \(lengths.joined(separator: " + ")) AS bytes
            FROM \(entity.table.sqlIdentifier) WHERE \(entity.familyCondition) LIMIT \(Self.mostObjects))
            """)
        return bytes ?? 0
    }

    /// Returns the primary keys of the objects to walk, in batches of at most `most`.
    private func keys(
        of entity: EntityLayout, in store: VerifiedStore, atOnce most: Int
    ) throws -> [[Int64]] {
        try runs(of: entity, in: store).flatMap { run in
            stride(from: 0, to: run.count, by: most).map {
                Array(run[$0..<min($0 + most, run.count)])
            }
        }
    }

    /// Returns the primary keys of the objects to walk, in runs.
    private func runs(of entity: EntityLayout, in store: VerifiedStore) throws -> [[Int64]] {
        let from = "FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number)"
        let size = Self.batchSize
        func keys(from first: Int64, most: Int) throws -> [Int64] {
            try store.connection.rows(
                "SELECT Z_PK \(from) AND Z_PK >= ? ORDER BY Z_PK LIMIT \(most)", [.integer(first)]
            ) { $0.integer(at: 0) }
        }
        let first = try keys(from: .min, most: Self.mostObjects + 1)
        guard first.count > Self.mostObjects else {
            return stride(from: 0, to: first.count, by: size).map {
                Array(first[$0..<min($0 + size, first.count)])
            }
        }
        let greatest = try store.connection.integer("SELECT max(Z_PK) \(from)") ?? 0
        var next = first[0]
        let step = (greatest &- next) / Int64(Self.runs)
        var batches: [[Int64]] = []
        while next <= greatest {
            let batch = try keys(from: next, most: size)
            guard let last = batch.last, last < Int64.max else { break }
            batches.append(batch)
            let (ahead, isBeyond) = next.addingReportingOverflow(step)
            next = max(last + 1, isBeyond ? .max : ahead)
        }
        return batches
    }
}

/// An object of a context in a walk.
private struct ContextObject: WalkedObject {
    let object: ManagedObject

    var entity: String { object.objectID.entityName }
    var primaryKey: Int64? { object.objectID.primaryKey }

    func fire() throws { try object.willAccessValue() }

    func destination(of relationship: String) throws -> ContextObject? {
        try object.object(forKey: relationship).map(ContextObject.init)
    }

    func members(of relationship: String, upTo limit: Int) throws -> [ContextObject]? {
        let members = try object.relatedObjects(forKey: relationship)
        guard try !members.hasMore(than: limit) else { return nil }
        let objects = try members.all()
        // Loads with as few statements as possible, instead of one for each object.
        try object.managedObjectContext?.loadFaults(objects)
        return objects.map(ContextObject.init)
    }

    /// Uses the collection, which looks up its members by ID.
    func hasMember(
        _ object: ContextObject, of relationship: String, upTo limit: Int
    ) throws -> Bool? {
        let members = try self.object.relatedObjects(forKey: relationship)
        guard try !members.hasMore(than: limit) else { return nil }
        return try members.contains(object.object)
    }
}
