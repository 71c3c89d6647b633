import ObjectModel
import SQLite
import StoreFormat

/// A store together with the model it is read by (`NSPersistentStoreCoordinator`).
///
/// ```swift
/// let coordinator = try PersistentStoreCoordinator(path: "Store.sqlite")
/// let context = try ManagedObjectContext(coordinator)
/// ```
///
/// A coordinator is immutable and may be shared by all tasks. Unlike Core Data's it has exactly one
/// store, and every context without a parent opens a connection to it: SQLite's locks keep them
/// apart, and `Z_OPT` tells when they got in each other's way.
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

    /// The store's path, as it was given.
    public let path: String
    /// What may be done with the store.
    public let access: Access
    /// The model.
    public let managedObjectModel: ManagedObjectModel
    /// Where the model came from.
    public let modelOrigin: ModelOrigin
    /// Told of every statement.
    public let sqlDebug: SQLTrace.Hook?
    /// The classes of managed objects by entity name; `ManagedObject` for all others.
    public let objectClasses: [String: ManagedObject.Type]
    let map: StoreMap
    /// Carries what was saved to the contexts that merge by themselves.
    let changeFeed = ChangeFeed()
    /// The files beside the store.
    let externalData: ExternalDataFiles

    /// Whether the store keeps a persistent history (docs/format.md#persistent-history). A save is added to
    /// it, and ``fetchHistory(after:)`` reads it.
    public let hasPersistentHistory: Bool

    /// The store's `Z_UUID`.
    public var storeUUID: String { map.storeUUID }
    /// Where the store keeps what the model describes.
    package var layout: StoreLayout { map.layout }
    /// Where the store does not show what the model describes.
    public var problems: [LayoutProblem] { map.layout.problems }

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: an existing store.
    ///   - managedObjectModel: the model; nil for the one that the store carries.
    ///   - access: what may be done with it.
    ///   - objectClasses: the classes of managed objects by entity name.
    ///   - ignoresVersionHashes: whether a model is taken though its version hashes are not the store's:
    ///     what the store has no column or table for is told in ``problems``. Core Data would migrate the store.
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

    private init(
        _ opened: OpenedStore, path: String, access: Access,
        objectClasses: [String: ManagedObject.Type], sqlDebug: SQLTrace.Hook?
    ) {
        self.path = path
        self.access = access
        managedObjectModel = opened.model
        modelOrigin =
            switch opened.modelOrigin {
            case .given: .given
            case .modelCache: .store
            case .inferred: .inferred
            }
        self.objectClasses = objectClasses
        self.sqlDebug = sqlDebug ?? SQLTrace.hook()
        externalData = ExternalDataFiles(storePath: path)
        hasPersistentHistory = opened.inspection.table(named: HistoryTable.transaction.name) != nil
        map = StoreMap(
            model: opened.model, layout: opened.layout, storeUUID: opened.inspection.uuid)
    }

    // MARK: Object IDs

    /// The ID of an object from its URI, `x-coredata://UUID/Entity/p12`; nil where the text names
    /// no object of this store's model. Whether there is such a row is not looked up.
    public func managedObjectID(forURIRepresentation uri: String) -> ManagedObjectID? {
        ManagedObjectID(uri: uri, in: map)
    }

    /// The ID of a row; nil where there is no such entity.
    ///
    /// - Parameter primaryKey: its `Z_PK`.
    public func managedObjectID(entityName: String, primaryKey: Int64) -> ManagedObjectID? {
        map.entity(named: entityName)
            .map { ManagedObjectID(entity: $0, key: .permanent(primaryKey)) }
    }

    // MARK: Connections

    /// Opens a connection for one context.
    func connect() throws -> Connection {
        switch access {
        case .readOnly: return try StoreFile.openForReading(path)
        case .readWrite:
            let connection = try Connection(path: path, mode: .readWrite)
            try connection.setBusyTimeout(milliseconds: StoreSession.busyTimeout)
            return connection
        }
    }

    /// Statements over a connection to the store. They know the functions of predicates and
    /// triggers once ``StoreSession/registerFunctions()`` was called.
    func session(over connection: Connection) -> StoreSession {
        StoreSession(connection: connection, map: map, path: path, trace: sqlDebug)
    }
}
