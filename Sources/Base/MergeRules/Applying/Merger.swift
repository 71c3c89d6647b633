import Foundation

nonisolated extension SeedMerge {
    /// Applies the changes of a new edition to a store in which a user has worked.
    ///
    /// If changes turn out to be impossible, ``run()`` throws ``BlockedChanges``. Create another merger with them, and
    /// run it on the unchanged store.
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

        /// The number of objects that are changed in one batch. It limits memory, and the members of long lists that a
        /// save reads.
        let batchSize = 4_000

        let source: Source
        let store: Store
        let schema: Schema
        let preference: Side
        /// Whether existing objects take over the new edition's values if there is no old edition.
        let updates: Bool
        /// The properties that identify objects, by entity. Their values are preferred as the name of an object.
        let keys: [String: [String]]
        /// The changes that earlier attempts found to be impossible.
        let blocked: BlockedChanges

        /// The seed's objects in the user's store.
        public var targets: [Object: ID]
        /// The counts and conflicts of this merge.
        public var report = Report()
        /// The user's own objects that an edition has as well, by family. They are kept even if the new edition drops
        /// them.
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
        /// Deleted objects that come back: those that the edition changed, and those that a new object needs.
        var revived: (changed: [Change], needed: [(by: Change, property: String?, object: Object)]) = ([], [])
        /// The objects of the user's store that count as updated.
        var updated: Set<ID> = []
        /// The substitutes among the members of an object, and the objects that have it as a substitute, by
        /// relationship.
        var substitutes: [ID: [String: Set<ID>]] = [:]
        /// Missing members of unordered relationships. Their substitutes are added after members have been removed.
        var pendingSubstitutes: [(member: Object, owner: Change, toMany: Relationship, isInverse: Bool)] = []
        /// Inserted objects, with their relationships to objects that are inserted later.
        var waiting: [(change: Change, names: Set<String>)] = []
        /// Ends of one-to-one relationships whose partner got another partner.
        var unpairedEnds: Set<End> = []
        /// The links that took the partner of an object.
        var partnerClaims: [End: Link] = [:]
        /// The links within a family that this merge changed, by relationship, family and object.
        var newParents: [String: [Int: [ID: Link]]] = [:]
        /// Members added to and removed from relationships with bounds, in the order of the changes.
        var moves: [Move] = []
        /// The memberships that are reported already.
        var reportedMembers: Set<Membership> = []
        /// Values that were removed temporarily so that other objects can take them, and that the edition changes.
        var vacatedValues: [Object: Set<String>] = [:]
        /// Values that were removed temporarily, and that the edition does not change.
        var borrowedValues: [Object: [String: Value]] = [:]
        /// The objects that got the unique values of dropped or changed ones, by the latter.
        var successors: [Object: Object] = [:]
        /// Properties whose new unique values are not taken over, because another object has them.
        var withheld: [Object: Set<String>] = [:]
        /// The objects that hold the unique values of other objects, looked up so far. The first key is whether the
        /// values are the old edition's.
        var holders: [Bool: [Object: ID?]] = [:]
        /// The objects that had unique values before the merge changed them.
        var formerHolders: [Constraint: FormerHolders] = [:]
        /// Whether all destinations were known during the current search for a holder.
        var isSettled = true
        /// The owners of each new object of the edition.
        private(set) var owners: [Object: [Owner]] = [:]

        /// The change of each object.
        private(set) lazy var changeOf = Swift.Dictionary(
            source.changes.map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
        /// The changes of objects in the user's store. Objects that both sides added are left out if they keep their
        /// values.
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
            // A dropped object that is kept may be the substitute for a missing object.
            try addPendingSubstitutes(isEnd: true)
            try detachKeptObjects()
            try checkRequirements(of: additions)
            report.conflicts.sort(by: SeedMerge.Conflict.areInOrder)
        }

        /// Returns whether the store has all objects of the new edition, with their values. Without an old edition, a
        /// merge does not ensure that.
        public func hasEdition() throws -> Bool {
            for start in Swift.stride(from: 0, to: source.changes.count, by: batchSize) {
                let batch = source.changes[start..<Swift.min(start + batchSize, source.changes.count)]
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

        /// The state of an object of the seed in the user's store.
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

        /// Applies changes and ends the batch. If another object has a unique value, tries again with ever smaller
        /// parts.
        ///
        /// - Returns: the changes that failed because another object has their unique values.
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

        /// Calls a closure with changes in batches, after their properties were prepared.
        func forEachBatch(
            _ changes: [Change], _ body: (Swift.ArraySlice<Change>) throws -> Void
        ) throws {
            try forEachPart(changes) { batch in
                try source.prepare(batch)
                try body(batch)
            }
        }

        /// Calls a closure with items in batches.
        func forEachPart<Item>(
            _ items: [Item], _ body: (Swift.ArraySlice<Item>) throws -> Void
        ) throws {
            for start in Swift.stride(from: 0, to: items.count, by: batchSize) {
                try body(items[start..<Swift.min(start + batchSize, items.count)])
            }
        }
    }
}
