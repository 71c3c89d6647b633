import ObjectModel

extension ManagedObjectContext {
    /// Loads the values of a fault and of the faults that were fetched together with it.
    func fulfill(_ object: ManagedObject) throws {
        var faults = [object]
        if let batch = object.batch {
            faults += batch.ids.compactMap { registeredObject(for: $0) }
                .filter { $0 !== object && $0.snapshot == nil }
            object.batch = nil
        }
        try loadSnapshots(of: faults)
        guard object.snapshot != nil else {
            throw ManagedObjectError.faultNotFulfilled(object.objectID)
        }
    }

    /// Loads the committed values of faults with as few statements as possible. Faults without a row do not change.
    func loadSnapshots(of faults: [ManagedObject]) throws {
        let open = faults.filter { $0.snapshot == nil }
        guard !open.isEmpty else { return }
        if let parent {
            for object in open {
                guard let row = try parent.currentRow(of: object.objectID) else { continue }
                object.take(row)
            }
            return
        }
        for family in Self.families(of: open, by: { $0.mapped.rootNumber }) {
            guard let entity = family.first?.mapped, let session = session(of: entity) else { continue }
            let keys = family.compactMap(\.objectID.primaryKey)
            for row in try session.rows(of: keys, in: entity) {
                registeredObject(for: row.id)?.take(row)
            }
        }
    }

    /// Returns the objects in groups that have the same store and number, ordered by both.
    private static func families(
        of objects: [ManagedObject], by number: (ManagedObject) -> Int
    ) -> [[ManagedObject]] {
        func key(_ object: ManagedObject) -> Int {
            object.mapped.storeIndex << 32 | number(object)
        }
        guard let first = objects.first.map(key) else { return [] }
        if objects.allSatisfy({ key($0) == first }) { return [objects] }
        return Dictionary(grouping: objects, by: key).sorted { $0.key < $1.key }.map(\.value)
    }

    /// Returns the current values of an object, as seen by a child context; nil if the object does not exist.
    func currentRow(of id: ManagedObjectID) throws -> FetchedRow? {
        let object = try object(with: id)
        guard !object.isDeleted else { return nil }
        do {
            var snapshot = try object.fired()
            for slot in object.mapped.slots.indices {
                snapshot.values[slot] = try object.storedValue(at: slot)
            }
            return FetchedRow(id: object.objectID, snapshot: snapshot)
        } catch ManagedObjectError.faultNotFulfilled {
            return nil
        }
    }

    // MARK: To-many relationships

    /// Loads the members of a to-many relationship of several objects with as few statements as possible.
    func loadMembers(of index: Int, of objects: [ManagedObject]) throws {
        let open = objects.filter { !$0.toManys[index].isLoaded }
        guard let mapped = open.first?.mapped else { return }
        let toMany = mapped.toManys[index]
        if let parent {
            for object in open {
                // Objects that only the child has do not have members in the parent.
                let source = try parent.object(with: object.objectID)
                let isKnown = source.isInserted || !object.objectID.isTemporaryID
                let members = isKnown ? try source.memberIDs(at: index) : []
                object.toManys[index].load(members)
            }
            return
        }
        guard toMany.isUsable, let session = session(of: mapped) else {
            throw ManagedObjectError.notStored(
                entity: mapped.name, key: toMany.name)
        }
        let keys = open.compactMap(\.objectID.primaryKey)
        let found = try session.destinations(of: toMany, sources: keys)
        for (key, members) in found {
            let id = ManagedObjectID(entity: mapped, key: .permanent(key))
            registeredObject(for: id)?.toManys[index].load(members)
        }
        for object in open { object.toManys[index].load([]) }
    }

    // MARK: Prefetching

    /// Loads the values of faults in advance, with as few statements as possible.
    public func loadFaults(_ objects: [ManagedObject]) throws {
        try loadSnapshots(of: objects)
        for object in objects where object.snapshot != nil { object.isFired = true }
    }

    /// Loads the destinations of relationships, for many objects with few statements.
    ///
    /// - Parameter keyPaths: names of relationships, or paths of them such as `unit.items`.
    /// - Returns: the destination objects, which stay loaded as long as you keep references to them.
    /// - Throws: ``ManagedObjectError/unknownKey(entity:key:)``.
    @discardableResult
    public func prefetch(
        _ keyPaths: [String], of objects: [ManagedObject]
    ) throws -> [ManagedObject] {
        var found: [ManagedObject] = []
        for keyPath in keyPaths {
            var sources = objects
            for name in keyPath.split(separator: ".", omittingEmptySubsequences: false) {
                sources = try prefetch(String(name), of: sources)
                found += sources
            }
        }
        return found
    }

    /// Loads the members of to-many relationships with few statements, without loading the member objects. Names of
    /// other relationships are ignored.
    public func loadMembers(ofRelationships names: [String], of objects: [ManagedObject]) throws {
        for family in Self.families(of: objects, by: { $0.mapped.number }) {
            for name in names {
                guard let index = family.first?.mapped.toMany(named: name) else { continue }
                try loadMembers(of: index, of: family)
            }
        }
    }

    private func prefetch(
        _ name: String, of sources: [ManagedObject]
    ) throws -> [ManagedObject] {
        try loadSnapshots(of: sources)
        // In a damaged store some rows may be missing.
        let sources = sources.filter { $0.snapshot != nil }
        prefetchCount += 1
        let number = prefetchCount
        var targets: [ManagedObject] = []
        for family in Self.families(of: sources, by: { $0.mapped.number }) {
            guard let entity = family.first?.mapped else { continue }
            if let index = entity.toMany(named: name) {
                try loadMembers(of: index, of: family)
                for object in family {
                    for id in try object.memberIDs(at: index) {
                        let target = register(id)
                        if target.isFirstVisit(inPrefetch: number) { targets.append(target) }
                    }
                }
            } else if let slot = entity.slot(named: name), entity.slots[slot].isToOne {
                for object in family {
                    guard let target = try object.destination(at: slot) else { continue }
                    if target.isFirstVisit(inPrefetch: number) { targets.append(target) }
                }
            } else {
                throw ManagedObjectError.unknownKey(entity: entity.name, key: name)
            }
        }
        try loadSnapshots(of: targets)
        return targets
    }

    // MARK: Refreshing

    /// Turns an object into a fault, so that its values are loaded again when needed.
    ///
    /// - Parameter mergeChanges: whether unsaved changes are kept and applied to the new values. If not, the object's
    ///   unsaved changes are lost.
    public func refresh(_ object: ManagedObject, mergeChanges: Bool) {
        guard object.managedObjectContext === self, !object.isInserted, !object.isDeleted else {
            return
        }
        guard mergeChanges, object.isUpdated else {
            object.turnIntoFault()
            object.pendingState = .none
            updated[object.objectID] = nil
            return
        }
        object.snapshot = nil
        object.isFired = false
        // Loaded members that did not change are read again. Changed ones are kept.
        for index in object.toManys.indices where !object.toManys[index].isChanged {
            object.toManys[index] = ToManyState()
        }
    }

    /// Turns every unchanged object into a fault, and refreshes the changed ones, keeping their changes.
    public func refreshAllObjects() {
        for object in registeredObjects { refresh(object, mergeChanges: true) }
    }
}

extension ManagedObject {
    /// Sets the committed values to those of a row, unless the object already has values.
    func take(_ row: FetchedRow) {
        guard snapshot == nil else { return }
        // The reference to the object may have had a parent entity. The row has the actual one.
        if row.id.entity !== mapped {
            objectID = row.id
            changes = [:]
            transientValues = [:]
            toManys = mapped.untouchedToManys
        }
        snapshot = row.snapshot
    }

    /// Returns whether a prefetch reaches the object for the first time, and records the prefetch.
    func isFirstVisit(inPrefetch number: UInt64) -> Bool {
        defer { lastPrefetch = number }
        return lastPrefetch != number
    }

    /// Returns the current members of a to-many relationship, loading them if needed.
    func memberIDs(at index: Int) throws -> [ManagedObjectID] {
        try loadMembers(at: index)
        return toManys[index].members
    }

    /// Loads the members of a to-many relationship.
    func loadMembers(at index: Int) throws {
        if toManys[index].isLoaded { return }
        if isInserted && objectID.isTemporaryID && !isKnownToParent {
            toManys[index].load([])
            return
        }
        guard let managedObjectContext else { throw ManagedObjectError.noContext(objectID) }
        try managedObjectContext.loadMembers(of: index, of: [self])
    }

    /// Whether the parent context already has the object.
    var isKnownToParent: Bool {
        managedObjectContext?.parent?.registeredObject(for: objectID) != nil
    }
}
