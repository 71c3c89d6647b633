import Foundation

nonisolated extension SeedMerge {
    /// Applies what a new edition changes to a store in which a user has worked.
    ///
    /// Where something turns out to be impossible only in the end, ``run()`` throws ``BlockedChanges``: begin anew
    /// without them.
    public final class Merger<Store: Context, Source: Changes> where Source.Value == Store.Value {
        // An app may have classes of these names.
        public typealias Bool = Swift.Bool
        public typealias Hashable = Swift.Hashable
        public typealias Int = Swift.Int
        public typealias Int64 = Swift.Int64
        public typealias Set = Swift.Set
        public typealias String = Swift.String
        public typealias Object = SeedMerge.Object
        public typealias Change = SeedMerge.Change
        public typealias Side = SeedMerge.Side
        public typealias BlockedChanges = SeedMerge.BlockedChanges
        public typealias ID = Store.ID
        typealias Link = SeedMerge.Link
        typealias Membership = SeedMerge.Membership
        typealias Relationship = SeedMerge.Relationship
        typealias Entity = SeedMerge.Entity
        typealias Constraint = SeedMerge.Constraint
        typealias Conflict = SeedMerge.Conflict
        typealias End = SeedMerge.ObjectEnd<ID>
        typealias Managed = Store.Managed
        typealias Value = ChangedValue<Store.Value>
        typealias Property = ChangedProperty<Store.Value>

        /// How many objects are changed before a batch ends: memory, and what a save reads of long lists, are limited.
        private let batch = 4_000

        let source: Source
        let store: Store
        let schema: Schema
        let preference: Side
        /// Whether, without an old edition, existing objects take over the new edition's values.
        let updates: Bool
        /// The properties that tell objects apart, by entity: their values name an object first.
        let keys: [String: [String]]
        /// What an earlier attempt showed to be impossible.
        let blocked: BlockedChanges

        /// The seed's objects in the user's store.
        public var targets: [Object: ID]
        /// What was done.
        public var report = Report()
        /// The user's own objects that an edition has as well, by family: they stay even if the new edition drops them.
        public var userOwned: [Int: Set<ID>] = [:]

        /// The index of the change of each object that both editions have.
        private(set) var changed: [Object: Int] = [:]
        /// The objects that the new edition drops.
        private(set) var dropped: Set<Object> = []
        /// The dropped objects that the user did not change.
        var removable: Set<Object> = []
        /// The objects that are still to be inserted.
        var pending: Set<Object> = []
        /// The objects that were inserted since the last batch ended.
        var unsaved: [Object: Managed] = [:]
        /// The objects that were inserted.
        var inserted: Set<Object> = []
        /// New objects that are left out. Each one has a conflict in the report.
        var omitted: Set<Object> = []
        /// Objects that come back since the edition changed them, and those that a new object needs.
        var revived: (changed: [Change], needed: [(by: Change, property: String?, object: Object)]) = ([], [])
        /// The objects of the user's store that count as updated.
        var updated: Set<ID> = []
        /// The substitutes among the members of an object, and the objects that have it as a substitute.
        var substitutes: [ID: [String: Set<ID>]] = [:]
        /// Substitutes to be added to unordered relationships, once the members that leave have left.
        var pendingSubstitutes: [(member: Object, owner: Change, toMany: Relationship, isInverse: Bool)] = []
        /// Inserted objects, with the relationships that lead to objects which are inserted later.
        var waiting: [(change: Change, names: Set<String>)] = []
        /// Ends of one-to-one relationships that lost their partner since it got another one.
        var unpairedEnds: Set<End> = []
        /// The links that took the partner of an object.
        var partnerClaims: [End: Link] = [:]
        /// The links within a family that this merge changed, by relationship, family and object.
        var newParents: [String: [Int: [ID: Link]]] = [:]
        /// Members added to and removed from relationships with bounds, in this order.
        var moves: [Move] = []
        /// The memberships that are reported already.
        var reportedMembers: Set<Membership> = []
        /// Values that were removed for a moment so that others can take them, and that the edition changes.
        var vacatedValues: [Object: Set<String>] = [:]
        /// Values that were removed for a moment, and that the edition does not change.
        var borrowedValues: [Object: [String: Value]] = [:]
        /// The objects that got the unique values of dropped or changed ones.
        var successors: [Object: Object] = [:]
        /// Unique values that are not taken over, since another object has them.
        var withheld: [Object: Set<String>] = [:]
        /// The objects with the unique values of those that are not in the store, as far as they were looked for, by
        /// whether the values are the old edition's.
        var holders: [Bool: [Object: ID?]] = [:]
        /// Which objects had unique values before the merge changed them.
        var formerHolders: [Constraint: FormerHolders] = [:]
        /// Whether all destinations were known when the last holder was looked for.
        var isSettled = true
        /// The owners of each new object of the edition.
        private(set) var owners: [Object: [Owner]] = [:]

        /// The change of each object.
        private(set) lazy var changeOf = Swift.Dictionary(
            source.changes.map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
        /// The changes of objects that the user's store had; those that both sides added keep their values.
        private(set) lazy var changeOfUsers = Swift.Dictionary(
            source.changes.compactMap { change in
                change.kind == .added && (source.hasBase || !updates)
                    ? nil : targets[change.object].map { ($0, change) }
            }, uniquingKeysWith: { first, _ in first })

        /// Creates a merger.
        ///
        /// - Parameter targets: the seed's objects in the user's store.
        public init(
            _ source: Source, into store: Store, targets: [Object: ID], preferring preference: Side,
            updates: Bool = false, keys: [String: [String]] = [:], without blocked: BlockedChanges
        ) {
            self.source = source
            self.store = store
            schema = store.schema
            self.targets = targets
            self.preference = preference
            self.updates = updates
            self.keys = keys
            self.blocked = blocked
        }

        /// Merges everything.
        ///
        /// - Throws: ``BlockedChanges``, ``MergeError``, and errors of the store.
        public func run() throws {
            for (index, change) in source.changes.enumerated() {
                switch change.kind {
                case .added:
                    guard source.hasBase, let id = targets[change.object] else { break }
                    userOwned[change.object.family, default: []].insert(id)
                case .changed: changed[change.object] = index
                case .removed: dropped.insert(change.object)
                }
                if change.kind != .removed, targets[change.object] != nil,
                    blocked.objects[change.object] != nil
                {
                    withheld[change.object] = uniqueNames(of: change.entity)
                }
            }
            owners = try ownersOfNew()
            try examineDropped()
            let additions = try additions()
            try insert(additions)
            try connectWaiting()
            try reportRevivals()
            try rejoin(additions)
            try applyChanges()
            try addPendingSubstitutes()
            try arrangeLists(additions)
            try removeDropped()
            // A dropped object that is kept may be the substitute for an object of the edition.
            try addPendingSubstitutes(isEnd: true)
            try detachKeptObjects()
            try checkRequirements(of: additions)
            report.conflicts.sort {
                ($0.entity, $0.primaryKey, $0.property ?? "", $0.kind.rawValue)
                    < ($1.entity, $1.primaryKey, $1.property ?? "", $1.kind.rawValue)
            }
        }

        /// Whether the store has everything that the new edition has, with its values: without an old edition that is
        /// not certain.
        public func hasEdition() throws -> Bool {
            for start in Swift.stride(from: 0, to: source.changes.count, by: batch) {
                let batch = source.changes[start..<Swift.min(start + batch, source.changes.count)]
                try source.prepare(batch)
                for change in batch { guard try has(change) else { return false } }
                store.forgetObjects()
            }
            return true
        }

        private func has(_ change: Change) throws -> Bool {
            guard let entity = schema.entity(change.entity),
                case .object(let object) = try state(of: change.object)
            else { return false }
            let values = Swift.Dictionary(
                try source.properties(of: change).map { ($0.name, $0.new) },
                uniquingKeysWith: { first, _ in first })
            for path in entity.attributes where try store.value(path, of: object) != values[path] ?? .nothing
            {
                return false
            }
            for toOne in entity.toOnes {
                let wanted = values[toOne.name]?.destination.map { targets[$0] }
                guard try store.destination(toOne.name, of: object).map({ store.id(of: $0) }) == wanted ?? nil
                else { return false }
            }
            for toMany in entity.toManys where toMany.isRecorded {
                let members = Set(try store.memberIDs(toMany.name, of: object))
                guard
                    (values[toMany.name]?.members ?? []).allSatisfy({
                        targets[$0].map(members.contains) == true
                    })
                else { return false }
            }
            return true
        }

        /// The primary keys of the user's own objects that the new edition has as well, by root entity, for the next merge.
        public var userOwnedKeys: [String: Set<Int64>] {
            var owned = userOwned
            for object in dropped { targets[object].map { _ = owned[object.family]?.remove($0) } }
            let keys = owned.map { (schema.roots[$0], Set($1.compactMap { store.primaryKey(of: $0) })) }
            return Swift.Dictionary(keys.filter { !$0.1.isEmpty }, uniquingKeysWith: { first, _ in first })
        }

        // MARK: Objects

        /// What became of an object of the seed in the user's store.
        enum State {
            case object(Managed)
            /// It will be inserted.
            case pending
            /// The user deleted it, or it was left out.
            case gone
        }

        func state(of object: Object) throws -> State {
            if let object = unsaved[object] { return .object(object) }
            if let id = targets[object] { return .object(try store.object(schema.roots[object.family], id)) }
            return pending.contains(object) ? .pending : .gone
        }

        // MARK: Batches

        /// Applies changes and ends the batch; where a unique value is another object's, in ever smaller parts.
        ///
        /// - Returns: the changes that cannot be made since another object has their unique values.
        func save(
            _ changes: Swift.ArraySlice<Change>, _ body: (Swift.ArraySlice<Change>) throws -> Void
        ) throws -> [Change] {
            guard store.savesBatches else {
                var clashing: [Change] = []
                for change in changes {
                    if try clashes(change) {
                        clashing.append(change)
                    } else {
                        try body([change])
                        try save()
                    }
                }
                return clashing
            }
            let before = (report, pending, unpairedEnds, updated, reportedMembers)
            let counts = (waiting.count, moves.count)
            do {
                try body(changes)
                try save()
                return []
            } catch is UniquenessConflict {
                store.discardBatch()
                (report, pending, unpairedEnds, updated, reportedMembers) = before
                unsaved = [:]
                waiting.removeLast(waiting.count - counts.0)
                moves.removeLast(moves.count - counts.1)
                guard changes.count > 1 else { return Swift.Array(changes) }
                let middle = changes.startIndex + changes.count / 2
                return try save(changes[..<middle], body) + save(changes[middle...], body)
            }
        }

        /// Ends a batch, and forgets its objects.
        func save() throws {
            try store.endBatch()
            for (object, managed) in unsaved {
                targets[object] = store.id(of: managed)
                inserted.insert(object)
            }
            unsaved = [:]
            store.forgetObjects()
        }

        /// Goes through changes in batches.
        func forEachBatch(
            _ changes: [Change], _ body: (Swift.ArraySlice<Change>) throws -> Void
        ) throws {
            for start in Swift.stride(from: 0, to: changes.count, by: batch) {
                let batch = changes[start..<Swift.min(start + batch, changes.count)]
                try source.prepare(batch)
                try body(batch)
            }
        }

        /// Goes through other things in batches.
        func forEachPart<Item>(
            _ items: [Item], _ body: (Swift.ArraySlice<Item>) throws -> Void
        ) throws {
            for start in Swift.stride(from: 0, to: items.count, by: batch) {
                try body(items[start..<Swift.min(start + batch, items.count)])
            }
        }
    }
}
