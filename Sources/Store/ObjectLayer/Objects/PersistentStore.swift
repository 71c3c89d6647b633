import SQLite
import StoreFormat

/// One store of a coordinator (`NSPersistentStore`).
public final class PersistentStore: Sendable {
    /// The store's path, as it was given.
    public let path: String
    /// The permitted access to the store.
    public let access: PersistentStoreCoordinator.Access
    /// The configuration of the model whose entities the store has; nil if it has all entities.
    public let configurationName: String?
    /// Whether the store keeps a persistent history (docs/internals/format.md#persistent-history).
    public let hasPersistentHistory: Bool
    let map: StoreMap
    /// The files beside the store.
    let externalData: ExternalDataFiles

    /// The store's `Z_UUID`, which is part of the IDs of its objects.
    public var identifier: String { map.storeUUID }

    /// The parts of the model for which the store has no column or table.
    public var problems: [LayoutProblem] {
        map.layout.problems.filter { map.entity(named: $0.entityName) != nil }
    }

    /// The names of the entities that the store has, in the order of the model.
    public var entityNames: [String] { map.entities.map(\.name) }

    /// - Parameters:
    ///   - entityNames: the entities of the configuration; nil for all.
    ///   - index: the store's index in its coordinator.
    init(
        _ opened: OpenedStore, path: String, access: PersistentStoreCoordinator.Access,
        configurationName: String? = nil, entityNames: Set<String>? = nil, index: Int = 0
    ) {
        self.path = path
        self.access = access
        self.configurationName = configurationName
        hasPersistentHistory = opened.inspection.table(named: HistoryTable.transaction.name) != nil
        externalData = ExternalDataFiles(storePath: path)
        map = StoreMap(
            model: opened.model, layout: opened.layout, storeUUID: opened.inspection.uuid,
            storeIndex: index, entityNames: entityNames)
    }

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
}

/// A description of a store to open (`NSPersistentStoreDescription`).
public struct PersistentStoreDescription: Equatable, Sendable {
    /// The path of an existing store.
    public var path: String
    /// The configuration of the model whose entities the store has; nil if it has all entities.
    public var configurationName: String?
    /// The permitted access to the store.
    public var access: PersistentStoreCoordinator.Access

    /// Creates a description of a store.
    public init(
        path: String, configurationName: String? = nil,
        access: PersistentStoreCoordinator.Access = .readOnly
    ) {
        self.path = path
        self.configurationName = configurationName
        self.access = access
    }
}
