import ObjectModel
import StoreFormat

extension PersistentStoreCoordinator {
    /// Keys of the metadata that describe the store itself (docs/format.md#metadata); an app's own keys
    /// are beside them.
    public static let reservedMetadataKeys = StoreMetadata.Key.all.union(["NSStoreUUID"])

    /// A store's metadata as it is now.
    ///
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: `DatabaseError`, `ModelError`, ``PersistentStoreError``.
    public func metadata(of store: PersistentStore? = nil) throws -> [String: PropertyList] {
        let store = store ?? stores[0]
        return try Self.metadata(of: session(over: store.connect(), to: store))
    }

    /// Sets keys of the metadata in the store, at once; nil removes one. All other keys stay.
    ///
    /// - Parameter store: the store; nil for the first one.
    /// - Throws: ``PersistentStoreError`` for a read-only store or a key that belongs to the
    ///   store itself, `DatabaseError`.
    public func setMetadata(
        _ entries: [String: PropertyList?], of store: PersistentStore? = nil
    ) throws {
        let store = store ?? stores[0]
        guard store.access == .readWrite else { throw PersistentStoreError.readOnly(path: store.path) }
        let session = session(over: try store.connect(), to: store)
        try session.connection.transaction { try Self.write(entries, to: session) }
    }

    /// Writes entries in the transaction that is open.
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
