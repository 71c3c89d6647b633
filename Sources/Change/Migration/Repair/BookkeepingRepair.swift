import ObjectModel
import SQLite
import StoreFormat

/// Repairs `Z_METADATA` and `Z_PRIMARYKEY`, without which a store cannot be read, in a private copy of the store. Here
/// the tables only become readable; their final contents are written later, from the model, with the repaired store.
struct BookkeepingRepair {
    let connection: Connection
    /// The model that was given; nil if the store may contain its own.
    let model: ManagedObjectModel?
    private(set) var changes: [RepairChange] = []
    /// Whether the version hashes are lost, so that it is unknown whether the given model is the store's.
    private(set) var lostHashes = false

    /// Repairs both tables.
    ///
    /// - Throws: `DatabaseError`.
    mutating func run() throws {
        try mendMetadata()
        try mendPrimaryKeys()
    }

    private mutating func change(_ kind: RepairChange.Kind, _ table: String, _ count: Int) {
        guard count > 0 else { return }
        changes.append(RepairChange(kind: kind, entity: table, property: nil, count: Int64(count)))
    }

    private func hasTable(_ name: String) throws -> Bool {
        try connection.integer(
            "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = \(name.sqlLiteral)") == 1
    }

    // MARK: Metadata

    private struct Row {
        let uuid: String?
        let propertyList: [UInt8]?

        var isReadable: Bool {
            propertyList.flatMap { try? PropertyList(bytes: $0).dictionary } != nil
        }
        var isWhole: Bool { isReadable && (uuid.map(StoreMetadata.isUUID) ?? false) }
    }

    private mutating func mendMetadata() throws {
        if try !hasTable("Z_METADATA") {
            try connection.execute(
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)")
        }
        let rows = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA ORDER BY Z_VERSION") {
            Row(uuid: $0.text(at: 0), propertyList: $0.blob(at: 1))
        }
        let best = rows.first { $0.isWhole } ?? rows.first { $0.isReadable } ?? rows.first
        let uuid = best?.uuid ?? rows.lazy.compactMap(\.uuid).first { StoreMetadata.isUUID($0) }
        change(.metadataRemoved, "Z_METADATA", rows.count - 1)
        if !(uuid.map(StoreMetadata.isUUID) ?? false) { change(.uuidMade, "Z_METADATA", 1) }
        guard rows.count != 1 || best?.isReadable != true || best?.uuid == nil else { return }
        var propertyList = best?.propertyList ?? []
        if best?.isReadable != true {
            change(.metadataMade, "Z_METADATA", 1)
            lostHashes = true
            propertyList = try madePropertyList
        }
        try connection.execute("DELETE FROM Z_METADATA")
        let insert = try connection.prepare(
            "INSERT INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (\(StoreMetadata.version), ?, ?)")
        try insert.bind(.text(uuid ?? ""), at: 1)
        try insert.bind(.blob(propertyList), at: 2)
        try insert.run()
    }

    /// The metadata of the store's model; empty if there is no model.
    private var madePropertyList: [UInt8] {
        get throws {
            guard let model = try model ?? ifHeld({ try ModelFile.cache(of: connection, path: "").model })
            else {
                return PropertyList.dictionary([:]).binary
            }
            return StoreMetadata(model: model, era: SchemaEra(framework: SchemaEra.newestFramework))
                .propertyList
        }
    }

    // MARK: Numbers of entities

    private mutating func mendPrimaryKeys() throws {
        if try !hasTable("Z_PRIMARYKEY") {
            try connection.execute(
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
                    + "Z_MAX INTEGER)")
            change(.tableMade, "Z_PRIMARYKEY", 1)
        }
        try connection.prepare(
            """
            DELETE FROM Z_PRIMARYKEY WHERE Z_NAME IS NULL OR EXISTS (
              SELECT 1 FROM Z_PRIMARYKEY AS p WHERE p.Z_NAME = Z_PRIMARYKEY.Z_NAME
                AND p.Z_ENT < Z_PRIMARYKEY.Z_ENT
                AND (p.Z_ENT >= \(PrimaryKeyRow.firstHistoryNumber))
                  = (Z_PRIMARYKEY.Z_ENT >= \(PrimaryKeyRow.firstHistoryNumber)))
            """
        ).run()
        change(.entityRowRemoved, "Z_PRIMARYKEY", Int(connection.changes))
        try connection.prepare(
            "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_SUPER IS NOT 0 "
                + "AND (Z_SUPER IS NULL OR Z_SUPER = Z_ENT OR Z_SUPER NOT IN (SELECT Z_ENT FROM Z_PRIMARYKEY))"
        ).run()
        change(.superentityMended, "Z_PRIMARYKEY", Int(connection.changes))
    }
}
