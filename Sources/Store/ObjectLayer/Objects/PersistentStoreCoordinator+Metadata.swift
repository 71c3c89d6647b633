import ObjectModel
import StoreFormat

extension PersistentStoreCoordinator {
    /// The keys of the metadata that describe the store itself (docs/internals/format.md#metadata). All other keys
    /// belong to the app.
    public static let reservedMetadataKeys = StoreMetadata.Key.all.union(["NSStoreUUID"])

    /// Returns the current metadata of a store.
    ///
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: `DatabaseError`, `ModelError`, ``PersistentStoreError``.
    public func metadata(of store: PersistentStore? = nil) throws -> [String: PropertyList] {
        let store = store ?? stores[0]
        return try Self.metadata(of: session(over: store.connect(), to: store))
    }

    /// Sets metadata keys in the store immediately; nil removes a key. All other keys are kept.
    ///
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: ``PersistentStoreError`` for a read-only store or a key that is reserved for the store itself;
    ///   `DatabaseError`.
    public func setMetadata(
        _ entries: [String: PropertyList?], of store: PersistentStore? = nil
    ) throws {
        let store = store ?? stores[0]
        guard store.access == .readWrite else { throw PersistentStoreError.readOnly(path: store.path) }
        let session = session(over: try store.connect(), to: store)
        try session.connection.transaction { try Self.write(entries, to: session) }
    }

    /// Writes entries in the open transaction.
    static func write(_ entries: [String: PropertyList?], to session: StoreSession) throws {
        let reserved = reservedMetadataKeys.intersection(entries.keys)
        if let key = reserved.sortedInBinaryOrder().first {
            throw PersistentStoreError.reservedMetadataKey(key)
        }
        let present = try WrittenPropertyList(bytes: propertyList(of: session))
        guard let list = try present.setting(entries.mapValues { $0.map { WrittenPropertyList($0) } }) else {
            throw PersistentStoreError.badMetadata(path: session.path)
        }
        try session.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(list.binary)])
    }

    private static func metadata(of session: StoreSession) throws -> [String: PropertyList] {
        guard let entries = try PropertyList(bytes: propertyList(of: session)).dictionary else {
            throw PersistentStoreError.badMetadata(path: session.path)
        }
        return entries
    }

    private static func propertyList(of session: StoreSession) throws -> [UInt8] {
        let bytes = try session.rows("SELECT Z_PLIST FROM Z_METADATA LIMIT 1") { $0.blob(at: 0) }
        guard let bytes = bytes.first ?? nil else {
            throw PersistentStoreError.badMetadata(path: session.path)
        }
        return bytes
    }
}
