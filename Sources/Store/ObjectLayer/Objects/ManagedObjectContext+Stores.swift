extension ManagedObjectContext {
    /// Assigns a new object to one of several stores. Without this call, it is saved in the first writable store that
    /// has its entity.
    ///
    /// Related objects must be in the same store, which is checked when they are saved.
    /// - Throws: ``PersistentStoreCoordinatorError`` for an object that is already saved, or a store without its
    ///   entity; ``ManagedObjectError/otherContext(_:)``.
    public func assign(_ object: ManagedObject, to store: PersistentStore) throws {
        guard object.managedObjectContext === self else {
            throw ManagedObjectError.otherContext(object.objectID)
        }
        guard object.isInserted, object.objectID.isTemporaryID else {
            throw PersistentStoreCoordinatorError.alreadySaved(object.objectID)
        }
        guard persistentStoreCoordinator.stores.contains(where: { $0 === store }) else {
            throw PersistentStoreCoordinatorError.otherCoordinator(path: store.path)
        }
        guard let entity = store.map.entity(named: object.mapped.name) else {
            throw PersistentStoreCoordinatorError.notInStore(
                entity: object.mapped.name, path: store.path)
        }
        guard entity !== object.mapped else { return }
        let former = object.objectID
        let id = ManagedObjectID(entity: entity, key: former.key)
        inserted[former] = nil
        adopt([former: id])
        inserted[id] = object
        if unprocessedChanges.remove(former) != nil { unprocessedChanges.insert(id) }
        if announcedInsertions.remove(former) != nil { announcedInsertions.insert(id) }
    }

    /// Throws if a relationship connects objects of different stores.
    func checkStores() throws {
        for object in insertedObjects + updatedObjects {
            let store = object.mapped.storeIndex
            for (slot, value) in object.changes.sorted(by: { $0.key < $1.key }) {
                guard let target = value.objectID, target.entity.storeIndex != store else { continue }
                throw PersistentStoreCoordinatorError.acrossStores(
                    object.objectID, key: object.mapped.slots[slot].name, destination: target)
            }
            for (toMany, state) in zip(object.mapped.toManys, object.toManys) where state.isChanged {
                let members = state.isLoaded ? state.members : state.noted.map(\.id)
                for target in members where target.entity.storeIndex != store {
                    throw PersistentStoreCoordinatorError.acrossStores(
                        object.objectID, key: toMany.name, destination: target)
                }
            }
        }
    }

    // MARK: Pending changes of one store

    func insertedObjects(inStore index: Int) -> [ManagedObject] { only(insertedObjects, index) }
    func updatedObjects(inStore index: Int) -> [ManagedObject] { only(updatedObjects, index) }
    func deletedObjects(inStore index: Int) -> [ManagedObject] { only(deletedObjects, index) }

    private func only(_ objects: [ManagedObject], _ index: Int) -> [ManagedObject] {
        guard persistentStoreCoordinator.stores.count > 1 else { return objects }
        return objects.filter { $0.mapped.storeIndex == index }
    }
}
