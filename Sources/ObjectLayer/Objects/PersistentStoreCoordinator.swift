import ObjectModel
import SQLite
import StoreFormat

/// One store, or several, together with the model they are read by (`NSPersistentStoreCoordinator`).
///
/// ```swift
/// let coordinator = try PersistentStoreCoordinator(path: "Store.sqlite")
/// let context = try ManagedObjectContext(coordinator)
/// ```
///
/// A coordinator is immutable and may be shared by all tasks: its stores are given when it is made. Every
/// context without a parent opens a connection to each of them: SQLite's locks keep contexts apart, and
/// `Z_OPT` tells when they got in each other's way.
public final class PersistentStoreCoordinator: Sendable {
    /// What may be done with the store.
    public enum Access: Equatable, Sendable {
        /// Nothing is written, not even beside the store: what a `-wal` holds is read from a
        /// private copy.
        case readOnly
        /// Objects may be saved.
        case readWrite
    }

    /// Where the model came from.
    public enum ModelOrigin: Equatable, Sendable {
        /// It was given.
        case given
        /// The store's own `Z_MODELCACHE`.
        case store
        /// A guess from the tables of a store that carries none.
        case inferred
    }

    /// The stores, in the order in which they are asked.
    public let stores: [PersistentStore]
    /// The model.
    public let managedObjectModel: ManagedObjectModel
    /// Where the model came from.
    public let modelOrigin: ModelOrigin
    /// Told of every statement.
    public let sqlDebug: SQLTrace.Hook?
    /// The classes of managed objects by entity name; `ManagedObject` for all others.
    public let objectClasses: [String: ManagedObject.Type]
    /// Carries what was saved to the contexts that merge by themselves.
    let changeFeed = ChangeFeed()

    /// The path of the first store, as it was given.
    public var path: String { stores[0].path }
    /// What may be done with the first store.
    public var access: Access { stores[0].access }
    /// Whether the first store keeps a persistent history (docs/format.md#persistent-history). A save is
    /// added to it, and ``fetchHistory(after:in:)`` reads it.
    public var hasPersistentHistory: Bool { stores[0].hasPersistentHistory }
    /// The `Z_UUID` of the first store.
    public var storeUUID: String { stores[0].identifier }
    /// How the first store has the model's entities.
    var map: StoreMap { stores[0].map }
    /// Where the first store keeps what the model describes.
    package var layout: StoreLayout { stores[0].map.layout }
    /// Where the stores do not show what the model describes.
    public var problems: [LayoutProblem] { stores.flatMap(\.problems) }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: an existing store.
    ///   - managedObjectModel: the model; nil for the one that the store carries.
    ///   - access: what may be done with it.
    ///   - objectClasses: the classes of managed objects by entity name.
    ///   - ignoresVersionHashes: whether a model is taken though its version hashes are not the store's:
    ///     what the store has no column or table for is told in ``problems``. Core Data would migrate it.
    ///   - sqlDebug: told of every statement; nil for what the environment variable
    ///     `ZSEED_SQL_DEBUG` asks for.
    /// - Throws: `StoreError`, with the entities whose version hashes differ where the model is
    ///   another one than the store's; ``PersistentStoreError`` where one has to be given.
    public convenience init(
        path: String, managedObjectModel: ManagedObjectModel? = nil, access: Access = .readOnly,
        objectClasses: [String: ManagedObject.Type] = [:], ignoresVersionHashes: Bool = false,
        sqlDebug: SQLTrace.Hook? = nil
    ) throws {
        let opened = try OpenedStore(
            path: path, model: managedObjectModel, ignoresHashes: ignoresVersionHashes)
        guard access == .readOnly || opened.modelOrigin != .inferred else {
            throw PersistentStoreError.modelRequired(path: path)
        }
        self.init(
            opened, path: path, access: access, objectClasses: objectClasses, sqlDebug: sqlDebug)
    }

    /// Takes a store that is open already, with the model and layout found then, for reading.
    ///
    /// - Parameter sqlDebug: told of every statement; nil for what the environment variable
    ///   `ZSEED_SQL_DEBUG` asks for.
    package convenience init(_ reference: ReferenceStore, sqlDebug: SQLTrace.Hook? = nil) {
        self.init(
            reference.opened, path: reference.path, access: .readOnly, objectClasses: [:],
            sqlDebug: sqlDebug)
    }

    /// Takes a store that is open already, with the model and layout found then.
    ///
    /// - Parameter path: its file, as the user named it.
    package convenience init(
        _ opened: OpenedStore, path: String, access: Access,
        objectClasses: [String: ManagedObject.Type] = [:], sqlDebug: SQLTrace.Hook? = nil
    ) {
        let origin: ModelOrigin =
            switch opened.modelOrigin {
            case .given: .given
            case .modelCache: .store
            case .inferred: .inferred
            }
        self.init(
            stores: [PersistentStore(opened, path: path, access: access)],
            managedObjectModel: opened.model, modelOrigin: origin, objectClasses: objectClasses,
            sqlDebug: sqlDebug)
    }

    /// - Parameter stores: one at least.
    init(
        stores: [PersistentStore], managedObjectModel: ManagedObjectModel, modelOrigin: ModelOrigin,
        objectClasses: [String: ManagedObject.Type], sqlDebug: SQLTrace.Hook?
    ) {
        self.stores = stores
        self.managedObjectModel = managedObjectModel
        self.modelOrigin = modelOrigin
        self.objectClasses = objectClasses
        self.sqlDebug = sqlDebug ?? SQLTrace.hook()
    }

    // MARK: Object IDs

    /// The ID of an object from its URI, `x-coredata://UUID/Entity/p12`; nil where the text names
    /// no object of these stores' model. Whether there is such a row is not looked up.
    public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
        stores.lazy.compactMap { ManagedObjectID(uri: uri, in: $0.map) }.first
    }

    /// The ID of a row in the first store that has the entity; nil where there is no such entity.
    ///
    /// - Parameter primaryKey: its `Z_PK`.
    public func managedObjectID(entityName: String, primaryKey: Int64) -> ManagedObjectID? {
        map(forEntityNamed: entityName).entity(named: entityName)
            .map { ManagedObjectID(entity: $0, key: .permanent(primaryKey)) }
    }

    /// The IDs of rows, see ``managedObjectID(entityName:primaryKey:)``: the entity is looked up once.
    package func managedObjectIDs(entityName: String, primaryKeys: [Int64]) -> [ManagedObjectID] {
        guard let entity = map(forEntityNamed: entityName).entity(named: entityName) else { return [] }
        return primaryKeys.map { ManagedObjectID(entity: entity, key: .permanent($0)) }
    }

    // MARK: Connections

    /// Statements over a connection to a store, the first one without another. They know the functions of
    /// predicates and triggers once ``StoreSession/registerFunctions()`` was called.
    func session(over connection: Connection, to store: PersistentStore? = nil) -> StoreSession {
        let store = store ?? stores[0]
        return StoreSession(
            connection: connection, map: store.map, path: store.path, trace: sqlDebug)
    }
}

extension PersistentStoreCoordinator {
    /// The fetch request of a template of the model.
    ///
    /// - Parameter variables: what is substituted for the variables in its predicate.
    /// - Throws: ``FetchRequestError``.
    public func fetchRequestFromTemplate(
        named name: String, substituting variables: [String: Expression] = [:]
    ) throws -> FetchRequest {
        guard let template = managedObjectModel.fetchRequestTemplate(named: name) else {
            throw FetchRequestError.unknownTemplate(name)
        }
        return try FetchRequest(template, substituting: variables)
    }
}
