import ObjectModel
import StoreFormat

extension PersistentStoreCoordinator {
    /// Opens several stores of one model.
    ///
    /// An entity may be in several of them: fetches go over all, and new objects go to the first that may be
    /// written, unless ``ManagedObjectContext/assign(_:to:)`` says where.
    /// - Parameters:
    ///   - stores: the stores, in the order in which they are asked. One with a configuration has the
    ///     entities of that only, and the version hashes of no others need to fit.
    ///   - managedObjectModel: the model of all of them.
    ///   - objectClasses: the classes of managed objects by entity name.
    ///   - sqlDebug: told of every statement.
    /// - Throws: `StoreError`; ``PersistentStoreCoordinatorError`` for no store, the same one twice or an unknown
    ///   configuration.
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

    /// The store that an object's ID names; nil for a store of another coordinator, and for an object that is
    /// not saved yet.
    public func persistentStore(of id: ManagedObjectID) -> PersistentStore? {
        id.isTemporaryID ? nil : persistentStore(withIdentifier: id.storeUUID)
    }

    /// The store of a `Z_UUID`.
    public func persistentStore(withIdentifier identifier: String) -> PersistentStore? {
        stores.first { $0.identifier == identifier }
    }

    /// The stores that have an entity, in order.
    func stores(ofEntityNamed name: String) -> [PersistentStore] {
        stores.filter { $0.map.entity(named: name) != nil }
    }

    /// The entity in the store that new objects of it go to: the first that may be written, else the first.
    func entity(named name: String) -> MappedEntity? {
        if stores.count == 1 { return stores[0].map.entity(named: name) }
        let candidates = stores(ofEntityNamed: name)
        return (candidates.first { $0.access == .readWrite } ?? candidates.first)?
            .map.entity(named: name)
    }

    /// The store of an entity.
    func store(of entity: MappedEntity) -> PersistentStore { stores[entity.storeIndex] }

    /// How an entity, one of several stores or of none, is mapped for looking up names.
    func map(forEntityNamed name: String) -> StoreMap {
        if stores.count == 1 { return stores[0].map }
        return stores(ofEntityNamed: name).first?.map ?? stores[0].map
    }
}
