import ObjectModel

extension ManagedObject {
    // MARK: To-one

    /// Returns the destination of a to-one relationship; nil for none.
    public func object(forKey key: String) throws -> ManagedObject? {
        try destination(at: try toOneSlot(key))
    }

    /// Sets the destination of a to-one relationship, and updates the inverses of the old and the new destination.
    ///
    /// - Throws: ``ManagedObjectError``.
    public func setObject(_ target: ManagedObject?, forKey key: String) throws {
        let slot = try toOneSlot(key)
        guard let context = managedObjectContext else {
            throw ManagedObjectError.noContext(objectID)
        }
        if let target { try check(target, key, mapped.slots[slot].relationship) }
        try context.setDestination(of: self, at: slot, to: target)
    }

    /// Returns the destination of the to-one relationship of a slot.
    func destination(at slot: Int) throws -> ManagedObject? {
        let known = mapped
        guard let id = try storedValue(at: slot).objectID else { return nil }
        guard let context = managedObjectContext else {
            throw ManagedObjectError.noContext(objectID)
        }
        // A shortcut: both branches below would find it.
        if let registered = context.registeredObject(for: id) { return registered }
        let isExact = known.slots[slot].entityColumn != nil || id.entity.family.count == 1
        return isExact ? context.register(id) : try context.object(with: id)
    }

    private func toOneSlot(_ key: String) throws -> Int {
        guard let slot = mapped.slot(named: key), mapped.slots[slot].isToOne else {
            throw unknown(key)
        }
        try checkUsable(slot)
        return slot
    }

    // MARK: To-many

    /// Returns the destinations of a to-many relationship as a live collection.
    public func relatedObjects(forKey key: String) throws -> RelatedObjects {
        RelatedObjects(owner: self, toManyIndex: try toManyIndex(key))
    }

    /// Returns the current destinations of a to-many relationship, in order if the relationship is ordered.
    public func objects(forKey key: String) throws -> [ManagedObject] {
        try relatedObjects(forKey: key).all()
    }

    /// Returns the IDs of the destinations of a to-many relationship without loading the objects, in order if the
    /// relationship is ordered (`objectIDs(forRelationshipNamed:)`).
    ///
    /// - Throws: ``ManagedObjectError``.
    public func objectIDs(forRelationshipNamed key: String) throws -> [ManagedObjectID] {
        try memberIDs(at: toManyIndex(key))
    }

    /// Replaces the destinations of a to-many relationship or their order, and updates the inverses of the added and
    /// removed objects.
    ///
    /// - Throws: ``ManagedObjectError``.
    public func setObjects(_ members: [ManagedObject], forKey key: String) throws {
        let index = try toManyIndex(key)
        guard let context = managedObjectContext else {
            throw ManagedObjectError.noContext(objectID)
        }
        for member in members { try check(member, key, mapped.toManys[index].relationship) }
        let wanted = members.map(\.objectID)
        let kept = Set(wanted)
        for id in try memberIDs(at: index) where !kept.contains(id) {
            try context.disconnect(context.register(id), from: self, at: index)
        }
        for member in members { try context.connect(member, to: self, at: index) }
        guard mapped.toManys[index].relationship.isOrdered else { return }
        if try memberIDs(at: index) != wanted {
            context.replaceMembers(of: self, at: index, with: wanted)
        }
    }

    func toManyIndex(_ key: String) throws -> Int {
        guard let index = mapped.toMany(named: key) else { throw unknown(key) }
        guard mapped.toManys[index].isUsable else {
            throw ManagedObjectError.notStored(entity: mapped.name, key: key)
        }
        return index
    }

    /// Throws if an object cannot be a destination.
    func check(
        _ target: ManagedObject, _ key: String, _ relationship: RelationshipDescription?
    ) throws {
        guard !isDeleted else { throw ManagedObjectError.deleted(objectID) }
        guard !target.isDeleted else { throw ManagedObjectError.deleted(target.objectID) }
        guard let context = managedObjectContext, target.managedObjectContext === context else {
            throw ManagedObjectError.otherContext(target.objectID)
        }
        // An object that is not saved can still be assigned to another store.
        let map = context.persistentStoreCoordinator.store(of: target.mapped).map
        guard
            target.mapped.storeIndex == mapped.storeIndex || objectID.isTemporaryID
                || target.objectID.isTemporaryID
        else {
            throw PersistentStoreCoordinatorError.acrossStores(
                objectID, key: key, destination: target.objectID)
        }
        guard let destination = relationship.flatMap({ map.destination(of: $0) }),
            target.mapped.isKind(of: destination)
        else {
            throw ManagedObjectError.unacceptableDestination(
                entity: mapped.name, key: key, destination: target.mapped.name)
        }
    }
}
