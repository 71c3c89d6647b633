import ObjectModel
import SQLite

extension StoreCreator {
    /// The statements that give the file the same header as Core Data's (docs/internals/format.md#metadata). They must
    /// run before the first table is created.
    static let pragmas = [
        "PRAGMA page_size = 4096", "PRAGMA auto_vacuum = INCREMENTAL", "PRAGMA encoding = 'UTF-8'",
    ]

    /// The statements that fill `Z_PRIMARYKEY`, `Z_METADATA` and `Z_MODELCACHE` (docs/internals/format.md#metadata).
    /// The history's tables have no rows, and therefore no row in `Z_PRIMARYKEY`.
    var rows: [String] {
        let primaryKeys = schema.model.entities.map { entity in
            let parent = schema.model.superentity(of: entity)?.number ?? 0
            return "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES "
                + "(\(entity.number), \(entity.name.sqlLiteral), \(parent), 0)"
        }
        let metadata =
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES "
            + "(\(StoreMetadata.version), \(metadata.uuid.sqlLiteral), "
            + "\(metadata.propertyList.sqlBlobLiteral))"
        let cache = modelCache.map {
            "INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (\($0.sqlBlobLiteral))"
        }
        return primaryKeys + [metadata] + [cache].compactMap { $0 }
    }

    /// SQL text that creates the same store when SQLite runs it. It can be kept beside the sources and reviewed when
    /// the model changes.
    package var sql: String {
        let hashes = metadata.versionHashes ?? VersionHashes(entities: [:])
        var lines = ["-- A Core Data store, framework \(schema.era.framework)."]
        if let checksum = metadata.versionChecksum { lines.append("-- Model checksum \(checksum)") }
        lines += hashes.entityNames.map { name in
            // A name must not end the comment.
            let shown = name.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "-- \(shown) \(hashes.hexadecimal(name) ?? "")"
        }
        lines += Self.pragmas.map { $0 + ";" }
        lines.append("BEGIN;")
        lines += statements.objects.map { $0.sql + ";" }
        lines += rows.map { $0 + ";" }
        lines.append("COMMIT;")
        return lines.joined(separator: "\n") + "\n"
    }
}
