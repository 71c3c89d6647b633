import ObjectModel
import SQLite
import StoreFormat

/// One or more stores together with their model (`NSPersistentStoreCoordinator`).
///
/// ```swift
/// let coordinator = try PersistentStoreCoordinator(path: "Store.sqlite")
/// let context = try ManagedObjectContext(coordinator)
/// ```
///
/// A coordinator is immutable and can be shared by all tasks: its stores are set when it is created. Every context
/// without a parent opens a connection to each of them. SQLite's locks isolate contexts from each other, and `Z_OPT`
/// shows when they conflict.
public final class PersistentStoreCoordinator: Sendable {
    /// The permitted access to a store.
    public enum Access: Equatable, Sendable {
        /// Nothing is written, not even beside the store: the contents of a `-wal` are read from a private copy.
        case readOnly
        /// Objects can be saved.
        case readWrite
    }

    /// The origin of the model.
    public enum ModelOrigin: Equatable, Sendable {
        /// The caller gave the model.
        case given
        /// The store's own `Z_MODELCACHE`.
        case store
        /// A model inferred from the tables of a store that contains none.
        case inferred
    }

    /// The stores, in the order in which they are read.
    public let stores: [PersistentStore]
    /// The model.
    public let managedObjectModel: ManagedObjectModel
    /// The origin of the model.
    public let modelOrigin: ModelOrigin
    /// Called for every statement.
    public let sqlDebug: SQLTrace.Hook?
    /// The classes of managed objects by entity name; `ManagedObject` for all others.
    public let objectClasses: [String: ManagedObject.Type]
    /// Passes saved changes to the contexts that merge automatically.
    let changeFeed = ChangeFeed()

    /// The path of the first store, as it was given.
    public var path: String { stores[0].path }
    /// The permitted access to the first store.
    public var access: Access { stores[0].access }
    /// Whether the first store keeps a persistent history (docs/internals/format.md#persistent-history). Each save is
    /// added to it, and ``fetchHistory(after:in:)`` reads it.
    public var hasPersistentHistory: Bool { stores[0].hasPersistentHistory }
    /// The `Z_UUID` of the first store.
    public var storeUUID: String { stores[0].identifier }
    /// The mapping of the model's entities in the first store.
    var map: StoreMap { stores[0].map }
    /// The columns and tables of the model's properties in the first store.
    package var layout: StoreLayout { stores[0].map.layout }
    /// The parts of the model for which the stores have no column or table.
    public var problems: [LayoutProblem] { stores.flatMap(\.problems) }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: an existing store.
    ///   - managedObjectModel: the model; nil for the one that the store contains.
    ///   - access: the permitted access.
    ///   - objectClasses: the classes of managed objects by entity name.
    ///   - ignoresVersionHashes: whether a model with other version hashes than the store's is accepted. Properties for
    ///     which the store has no column or table are then in ``problems``. Core Data would migrate the store.
    ///   - sqlDebug: called for every statement; nil for the setting of the environment variable `ZSEED_SQL_DEBUG`.
    /// - Throws: `StoreError`, with the entities whose version hashes differ if the model does not match the store's;
    ///   ``PersistentStoreError`` if a model has to be given.
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

    /// Creates a coordinator for reading a store that is already open, with its model and layout.
    ///
    /// - Parameter sqlDebug: called for every statement; nil for the setting of the environment variable
    ///   `ZSEED_SQL_DEBUG`.
    package convenience init(_ reference: ReferenceStore, sqlDebug: SQLTrace.Hook? = nil) {
        self.init(
            reference.opened, path: reference.path, access: .readOnly, objectClasses: [:],
            sqlDebug: sqlDebug)
    }

    /// Creates a coordinator for a store that is already open, with its model and layout.
    ///
    /// - Parameter path: the path of its file, as the user gave it.
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

    /// - Parameter stores: at least one store.
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

    /// Returns the ID of an object from its URI, `x-coredata://UUID/Entity/p12`; nil if the text does not match these
    /// stores and their model. The row is not looked up.
    public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
        stores.lazy.compactMap { ManagedObjectID(uri: uri, in: $0.map) }.first
    }

    /// Returns the ID of a row in the first store that has the entity; nil if no store has it.
    ///
    /// - Parameter primaryKey: the row's `Z_PK`.
    public func managedObjectID(entityName: String, primaryKey: Int64) -> ManagedObjectID? {
        map(forEntityNamed: entityName).entity(named: entityName)
            .map { ManagedObjectID(entity: $0, key: .permanent(primaryKey)) }
    }

    /// Returns the IDs of rows, see ``managedObjectID(entityName:primaryKey:)``. The entity is looked up only once.
    package func managedObjectIDs(entityName: String, primaryKeys: [Int64]) -> [ManagedObjectID] {
        guard let entity = map(forEntityNamed: entityName).entity(named: entityName) else { return [] }
        return primaryKeys.map { ManagedObjectID(entity: entity, key: .permanent($0)) }
    }

    // MARK: Connections

    /// Returns a session over a connection to a store, by default the first one. Its statements can call the functions
    /// of predicates and triggers after ``StoreSession/registerFunctions()``.
    func session(over connection: Connection, to store: PersistentStore? = nil) -> StoreSession {
        let store = store ?? stores[0]
        return StoreSession(
            connection: connection, map: store.map, path: store.path, trace: sqlDebug)
    }
}

extension PersistentStoreCoordinator {
    /// Creates the fetch request of a template of the model.
    ///
    /// - Parameter variables: the expressions to substitute for the variables in the template's predicate.
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
