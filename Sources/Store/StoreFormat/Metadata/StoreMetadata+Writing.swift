import ObjectModel
import SQLite

extension StoreMetadata {
    /// Returns whether an entry belongs to the app, and neither to Core Data nor to zseed.
    package static func isOfApp(_ key: String) -> Bool {
        !["NS", "_NS", "Zseed"].contains { key.hasPrefix($0) }
    }

    /// Changes entries in the metadata of an open store. Nil removes an entry. Other entries are kept as written, and
    /// without any values the list stays the same byte for byte.
    ///
    /// - Throws: `DatabaseError`, `ModelError`.
    package static func set(_ values: [String: WrittenPropertyList?], in store: Connection) throws {
        guard !values.isEmpty else { return }
        try write(values, over: written(in: store), to: store)
    }

    /// Copies another store's entries, except Core Data's own keys, to a new open store. They are kept as written.
    ///
    /// - Parameter list: the property list of the other store.
    /// - Throws: `DatabaseError`, `ModelError`.
    package static func takeOver(_ list: [UInt8], in store: Connection) throws {
        let own = try written(in: store).entries ?? [:]
        try write(
            Dictionary(uniqueKeysWithValues: Key.all.map { ($0, own[$0]) }),
            over: WrittenPropertyList(bytes: list), to: store)
    }

    private static func written(in store: Connection) throws -> WrittenPropertyList {
        let bytes = try store.firstRow("SELECT Z_PLIST FROM Z_METADATA LIMIT 1") { $0.blob(at: 0) ?? [] }
        guard let bytes else { throw ModelError(.missing("Z_METADATA", usedBy: store.path)) }
        return try WrittenPropertyList(bytes: bytes)
    }

    private static func write(
        _ values: [String: WrittenPropertyList?], over list: WrittenPropertyList, to store: Connection
    ) throws {
        guard let list = try list.setting(values) else {
            throw ModelError(.malformed("the metadata of the store is no dictionary"))
        }
        let update = try store.prepare("UPDATE Z_METADATA SET Z_PLIST = ?")
        try update.bind(.blob(list.binary), at: 1)
        try update.run()
    }
}
