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
    /// The files beside the store.
    let externalData: ExternalDataFiles

    /// Whether the store keeps a persistent history (docs/format.md#persistent-history). Saving does not
    /// add to it: what an app sees there of a change, such as the bitmap of columns, is not known well
    /// enough. An app that merges by history does not notice what was saved here, until it fetches.
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
    ///   - sqlDebug: told of every statement; nil for what the environment variable
    ///     `ZSEED_SQL_DEBUG` asks for.
    /// - Throws: `StoreError`, with the entities whose version hashes differ where the model is
    ///   another one than the store's; ``PersistentStoreError`` where one has to be given.
    public init(
        path: String, managedObjectModel: ManagedObjectModel? = nil, access: Access = .readOnly,
        objectClasses: [String: ManagedObject.Type] = [:], sqlDebug: SQLTrace.Hook? = nil
    ) throws {
        let connection = try StoreFile.openForReading(path)
        let inspection = try StoreInspection(connection: connection, path: path)
        if let managedObjectModel {
            try Self.checkCompatibility(of: managedObjectModel, with: connection, path: path)
        }
        let (model, origin) =
            try managedObjectModel.map { ($0, ModelOrigin.given) }
            ?? Self.ownModel(of: connection, inspection)
        guard access == .readOnly || origin != .inferred else {
            throw PersistentStoreError.modelRequired(path: path)
        }
        self.path = path
        self.access = access
        self.managedObjectModel = model
        modelOrigin = origin
        self.objectClasses = objectClasses
        self.sqlDebug = sqlDebug ?? SQLTrace.hook()
        externalData = ExternalDataFiles(storePath: path)
        hasPersistentHistory = inspection.table(named: HistoryTable.transaction.name) != nil
        let layout = StoreLayout(
            model: model,
            tables: Dictionary(
                inspection.tables.map { ($0.name, $0.columns) },
                uniquingKeysWith: { first, _ in first }),
            entityNumbers: Dictionary(
                inspection.primaryKeys.filter { !$0.isHistory }
                    .compactMap { row in Int(exactly: row.number).map { (row.name, $0) } },
                uniquingKeysWith: { first, _ in first }))
        map = StoreMap(model: model, layout: layout, storeUUID: inspection.uuid)
    }

    /// Takes a store that is open already, with the model and layout found then, for reading.
    ///
    /// - Parameter sqlDebug: told of every statement; nil for what the environment variable
    ///   `ZSEED_SQL_DEBUG` asks for.
    package init(_ reference: ReferenceStore, sqlDebug: SQLTrace.Hook? = nil) {
        path = reference.path
        access = .readOnly
        managedObjectModel = reference.model
        modelOrigin =
            switch reference.modelOrigin {
            case .modelCache: .store
            case .file: .given
            case .inferred: .inferred
            }
        objectClasses = [:]
        self.sqlDebug = sqlDebug ?? SQLTrace.hook()
        externalData = ExternalDataFiles(storePath: reference.path)
        hasPersistentHistory = reference.inspection.table(named: HistoryTable.transaction.name) != nil
        map = StoreMap(
            model: reference.model, layout: reference.layout, storeUUID: reference.inspection.uuid)
    }

    /// A model fits a store when the version hashes of all entities are equal
    /// (docs/format.md#version-hashes).
    private static func checkCompatibility(
        of model: ManagedObjectModel, with connection: Connection, path: String
    ) throws {
        guard let declared = try ModelFile.declaredHashes(of: connection)?.hashes else {
            throw StoreError(.badBookkeeping("Z_METADATA holds no version hashes"), path: path)
        }
        let computed = model.versionHashes
        let names = Set(declared.entityNames + computed.entityNames).sortedInBinaryOrder()
        let different = names.filter { declared[$0] != computed[$0] }
        guard different.isEmpty else {
            throw StoreError(.otherModel(entities: different), path: path)
        }
    }

    private static func ownModel(
        of connection: Connection, _ inspection: StoreInspection
    ) throws -> (ManagedObjectModel, ModelOrigin) {
        guard inspection.hasModelCache else {
            return (try ReferenceStore(path: inspection.path).model, .inferred)
        }
        return (try ModelFile.model(ofStore: connection), .store)
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
