import SQLite
import Synchronization

extension ModelFile {
    /// Reads the model cache of a store, and the hashes that its metadata declares, including changes in its `-wal`.
    static func readStore(path: String) throws -> ModelFile {
        try read(store: try Connection.reading(path: path), path: path)
    }

    /// Reads the model cache of an open store, and the hashes that its metadata declares.
    ///
    /// - Parameter path: the path of the store for messages.
    /// - Throws: ``ModelError``, `DatabaseError`.
    package static func read(store: Connection, path: String) throws -> ModelFile {
        try cache(of: store, path: path, declaredHashes: try declaredHashes(of: store))
    }

    /// Reads the model cache of an open store, without the hashes in its metadata.
    ///
    /// - Parameter path: the path of the store for messages.
    /// - Throws: ``ModelError``, `DatabaseError`.
    package static func cache(
        of store: Connection, path: String, declaredHashes: DeclaredHashes? = nil
    ) throws -> ModelFile {
        guard let compressed = try blob("Z_CONTENT", of: "Z_MODELCACHE", in: store) else {
            // Frameworks up to 519 wrote no model cache (docs/internals/format.md#metadata).
            throw ModelError(.noModel("the store has no model cache"))
        }
        let cached = try DecodedModel.decode(compressed)
        return ModelFile(
            model: cached.model, origin: Origin(kind: .store, path: path), declaredHashes: declaredHashes,
            warnings: cached.warnings)
    }

    /// Returns the version hashes in a store's metadata; nil if there are none (docs/internals/format.md#metadata).
    package static func declaredHashes(of store: Connection) throws -> DeclaredHashes? {
        guard let bytes = try blob("Z_PLIST", of: "Z_METADATA", in: store) else { return nil }
        let metadata = try PropertyList(bytes: bytes)
        guard let hashes = VersionHashes(metadata["NSStoreModelVersionHashes"]) else { return nil }
        return DeclaredHashes(
            hashes: hashes, checksum: metadata["NSStoreModelVersionChecksumKey"]?.string,
            digest: metadata["NSStoreModelVersionHashesDigest"]?.string)
    }

    /// Returns the blob in the first row of a table; nil if the table, row or value is missing.
    private static func blob(
        _ column: String, of table: String, in store: Connection
    ) throws -> [UInt8]? {
        // A view with that name, or a generated column, could compute anything without end.
        let isPlain = try store.integer(
            """
            SELECT count(*) FROM sqlite_master AS t, pragma_table_xinfo(t.name) AS c
            WHERE t.type = 'table' AND t.name = ?1 AND t.sql NOT LIKE 'CREATE VIRTUAL%'
            AND c.name = ?2 AND c.hidden = 0
            """, [.text(table), .text(column)])
        guard isPlain == 1 else { return nil }
        let size = try store.integer("SELECT length(\(column)) FROM \(table)") ?? 0
        guard size <= PropertyList.Limit.size else {
            throw ModelError(.tooMany(what: "bytes in \(table)", limit: PropertyList.Limit.size))
        }
        return try store.firstRow("SELECT \(column) FROM \(table)") { row in
            row.withBlob(at: 0) { bytes in bytes.map { Array($0) } }
        } ?? nil
    }
}

extension VersionHashes {
    /// Reads the hashes from a property list, which has 32 bytes for each entity name; nil for other lists.
    package init?(_ list: PropertyList?) {
        guard let entries = list?.dictionary else { return nil }
        var hashes: [String: [UInt8]] = [:]
        for (name, value) in entries {
            guard let bytes = value.data else { return nil }
            hashes[name] = bytes
        }
        self.init(entities: hashes)
    }
}

/// A model decoded from the content of a model cache.
struct DecodedModel: Sendable {
    let model: ManagedObjectModel
    let warnings: [ModelWarning]

    /// The last decoded content and its model. A build reads the model of its reference, and then the same bytes
    /// again from the new store. Both are kept until other content is decoded.
    private static let latest = Mutex<(content: [UInt8], decoded: DecodedModel)?>(nil)

    /// Decodes the content of a model cache.
    ///
    /// - Throws: ``ModelError``.
    static func decode(_ content: [UInt8]) throws -> DecodedModel {
        if let latest = latest.withLock({ $0 }), latest.content == content {
            return latest.decoded
        }
        let (model, warnings) = try ArchivedModelReader.read(try Inflate.raw(content))
        let decoded = DecodedModel(model: model, warnings: warnings)
        latest.withLock { $0 = (content, decoded) }
        return decoded
    }
}
