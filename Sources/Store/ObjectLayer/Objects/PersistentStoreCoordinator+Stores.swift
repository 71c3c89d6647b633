import ObjectModel
import StoreFormat

extension PersistentStoreCoordinator {
    /// Opens several stores of one model.
    ///
    /// An entity may be in several of them. Fetches read all stores, and new objects are saved in the first writable
    /// store, unless ``ManagedObjectContext/assign(_:to:)`` chooses another one.
    /// - Parameters:
    ///   - stores: the stores, in the order in which they are read. A store with a configuration has only the entities
    ///     of that configuration, and only their version hashes must match.
    ///   - managedObjectModel: the model of all stores.
    ///   - objectClasses: the classes of managed objects by entity name.
    ///   - sqlDebug: called for every statement.
    /// - Throws: `StoreError`; ``PersistentStoreCoordinatorError`` if there is no store, a store is given twice, or a
    ///   configuration is unknown.
    public convenience init(
        stores: [PersistentStoreDescription], managedObjectModel: ManagedObjectModel,
        objectClasses: [String: ManagedObject.Type] = [:], sqlDebug: SQLTrace.Hook? = nil
    ) throws {
        var opened: [PersistentStore] = []
        for (index, description) in stores.enumerated() {
            let names = try description.configurationName.map { name in
                guard let names = managedObjectModel.configurations[name] else {
                    throw PersistentStoreCoordinatorError.unknownConfiguration(name)
                }
                return Set(names)
            }
            let store = PersistentStore(
                try OpenedStore(
                    path: description.path, model: managedObjectModel, entityNames: names),
                path: description.path, access: description.access,
                configurationName: description.configurationName, entityNames: names, index: index)
            if let same = opened.first(where: { $0.identifier == store.identifier }) {
                throw PersistentStoreCoordinatorError.sameStore(path: store.path, other: same.path)
            }
            opened.append(store)
        }
        guard !opened.isEmpty else { throw PersistentStoreCoordinatorError.noStore }
        self.init(
            stores: opened, managedObjectModel: managedObjectModel, modelOrigin: .given,
            objectClasses: objectClasses, sqlDebug: sqlDebug)
    }

    /// Returns the store of an object's ID; nil for a store of another coordinator, and for an unsaved object.
    public func persistentStore(of id: ManagedObjectID) -> PersistentStore? {
        id.isTemporaryID ? nil : persistentStore(withIdentifier: id.storeUUID)
    }

    /// Returns the store with a `Z_UUID`.
    public func persistentStore(withIdentifier identifier: String) -> PersistentStore? {
        stores.first { $0.identifier == identifier }
    }

    /// Returns the stores that have an entity, in order.
    func stores(ofEntityNamed name: String) -> [PersistentStore] {
        stores.filter { $0.map.entity(named: name) != nil }
    }

    /// Returns an entity in the store for its new objects: the first writable store that has it, or else the first one.
    func entity(named name: String) -> MappedEntity? {
        if stores.count == 1 { return stores[0].map.entity(named: name) }
        let candidates = stores(ofEntityNamed: name)
        return (candidates.first { $0.access == .readWrite } ?? candidates.first)?
            .map.entity(named: name)
    }

    /// Returns the store of an entity.
    func store(of entity: MappedEntity) -> PersistentStore { stores[entity.storeIndex] }

    /// Returns a mapping for looking up the names of an entity: that of the first store that has it, or else of the
    /// first store.
    func map(forEntityNamed name: String) -> StoreMap {
        if stores.count == 1 { return stores[0].map }
        return stores(ofEntityNamed: name).first?.map ?? stores[0].map
    }
}
