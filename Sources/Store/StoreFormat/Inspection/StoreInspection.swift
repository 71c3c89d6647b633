import ObjectModel
import SQLite

/// The tables, bookkeeping and metadata of a store, read without its model.
package struct StoreInspection: Sendable {
    /// The path, as given.
    package let path: String
    /// All tables except SQLite's own and the internal ones of R-trees, by name.
    package let tables: [InspectedTable]
    /// All indexes with SQL text, by name.
    package let indexes: [InspectedObject]
    /// All triggers, by name.
    package let triggers: [InspectedObject]
    /// All views, by name.
    package let views: [InspectedObject]
    /// The rows of `Z_PRIMARYKEY`, by number.
    package let primaryKeys: [PrimaryKeyRow]
    /// `Z_UUID` of the store.
    package let uuid: String
    /// `Z_PLIST`, a property list.
    package let metadataPropertyList: [UInt8]
    /// The metadata; nil if `Z_PLIST` is not a property list with a dictionary.
    package var metadata: StoreMetadata? {
        try? StoreMetadata(uuid: uuid, propertyList: metadataPropertyList)
    }
    /// Whether `Z_MODELCACHE` contains a model.
    package let hasModelCache: Bool

    /// Inspects a store.
    ///
    /// - Throws: ``StoreError``.
    package init(path: String) throws {
        try self.init(connection: StoreFile.openForReading(path), path: path)
    }

    /// Inspects an open store.
    ///
    /// - Parameter path: the path of the store in errors.
    /// - Throws: ``StoreError``.
    package init(connection: Connection, path: String) throws {
        self.path = path
        do {
            tables = try Self.tables(of: connection, path: path)
            let objects = try Self.objects(of: connection)
            indexes = objects["index"] ?? []
            triggers = objects["trigger"] ?? []
            views = objects["view"] ?? []
            primaryKeys = try Self.primaryKeys(of: connection, path: path)
            (uuid, metadataPropertyList) = try Self.metadata(of: connection, path: path)
            hasModelCache = try Self.holdsModel(connection, tables: tables)
            try Self.check(views, primaryKeys, path: path)
        } catch let error as DatabaseError {
            throw StoreError.from(error, path: path)
        }
    }

    /// Returns the table with a name in any case.
    package func table(named name: String) -> InspectedTable? {
        let wanted = name.uppercased()
        return tables.first { $0.name.uppercased() == wanted }
    }

    /// Returns the row of `Z_PRIMARYKEY` for an entity.
    package func primaryKey(of entity: String) -> PrimaryKeyRow? {
        primaryKeys.first { $0.name == entity }
    }

    /// All tables, indexes and triggers of the store, in the form for schema rules.
    package var schemaObjects: [SchemaObject] {
        tables.map { SchemaObject(.table, $0.name, $0.sql) }
            + indexes.map { SchemaObject(.index, $0.name, $0.sql) }
            + triggers.map { SchemaObject(.trigger, $0.name, $0.sql) }
    }

    // MARK: Reading

    /// Refuses views in the places of tables: reading such a table would run the query of the view, perhaps without
    /// end.
    private static func check(
        _ views: [InspectedObject], _ primaryKeys: [PrimaryKeyRow], path: String
    ) throws {
        guard !views.isEmpty else { return }
        let tables = Set(primaryKeys.map { "Z" + $0.name.uppercased() })
        for view in views
        where tables.contains(view.name.uppercased()) || SchemaObject.isOfCoreData(view.name) {
            throw StoreError(.viewForTable(view.name), path: path)
        }
    }

    private static func holdsModel(
        _ connection: Connection, tables: [InspectedTable]
    ) throws -> Bool {
        guard tables.contains(where: { $0.name == "Z_MODELCACHE" }) else { return false }
        let count = try connection.integer(
            "SELECT count(*) FROM Z_MODELCACHE WHERE Z_CONTENT NOT NULL")
        return (count ?? 0) > 0
    }

    private static func tables(
        of connection: Connection, path: String
    ) throws -> [InspectedTable] {
        let rows = try connection.rows(
            """
            SELECT name, sql FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
            """
        ) { (name: $0.text(at: 0) ?? "", sql: $0.text(at: 1) ?? "") }
        try StoreFile.checkTables(named: rows.map(\.name), path: path)
        let virtual = rows.filter { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") }.map(\.name)
        let shadows = Set(
            virtual.flatMap { name in ["_node", "_parent", "_rowid"].map { name + $0 } })
        // One statement for all tables, since preparing it takes longer than running it.
        let info = try connection.prepare("SELECT name, type FROM pragma_table_info(?)")
        return try rows.filter { !shadows.contains($0.name) }.map { row in
            try info.bind(row.name, at: 1)
            defer { info.reset() }
            var columns: [ColumnInfo] = []
            while try info.step() {
                columns.append(
                    ColumnInfo(
                        name: info.text(at: 0) ?? "", declaredType: info.text(at: 1) ?? ""))
            }
            return InspectedTable(
                name: row.name, columns: columns, sql: row.sql,
                isVirtual: virtual.contains(row.name))
        }
    }

    /// Returns all objects other than tables by their types, sorted by name.
    private static func objects(of connection: Connection) throws -> [String: [InspectedObject]] {
        var objects: [String: [InspectedObject]] = [:]
        try connection.forEachRow(
            """
            SELECT type, name, tbl_name, sql FROM sqlite_master
            WHERE type <> 'table' AND sql NOT NULL ORDER BY name
            """
        ) {
            objects[$0.text(at: 0) ?? "", default: []].append(
                InspectedObject(
                    name: $0.text(at: 1) ?? "", table: $0.text(at: 2) ?? "",
                    sql: $0.text(at: 3) ?? ""))
        }
        return objects
    }

    private static func primaryKeys(
        of connection: Connection, path: String
    ) throws -> [PrimaryKeyRow] {
        let rows = try connection.rows(
            "SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT"
        ) {
            PrimaryKeyRow(
                number: $0.integer(at: 0), name: $0.text(at: 1) ?? "",
                superNumber: $0.integer(at: 2), highestPrimaryKey: $0.integer(at: 3))
        }
        let numbers = Set(rows.map(\.number))
        for row in rows where row.superNumber != 0 {
            guard row.superNumber != row.number, numbers.contains(row.superNumber) else {
                throw StoreError(
                    .badBookkeeping(
                        "Z_PRIMARYKEY gives \(row.name) the superentity \(row.superNumber), "
                            + "which does not exist"), path: path)
            }
        }
        // An app's entity may have the same name as one of the history.
        for own in [rows.filter { !$0.isHistory }, rows.filter(\.isHistory)]
        where Set(own.map(\.name)).count < own.count {
            throw StoreError(
                .badBookkeeping("Z_PRIMARYKEY names an entity twice"), path: path)
        }
        return rows
    }

    private static func metadata(
        of connection: Connection, path: String
    ) throws -> (uuid: String, propertyList: [UInt8]) {
        let rows = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA") {
            (uuid: $0.text(at: 0), propertyList: $0.blob(at: 1))
        }
        guard let row = rows.first, rows.count == 1 else {
            throw StoreError(
                .badBookkeeping("Z_METADATA has \(rows.count) rows instead of one"), path: path)
        }
        guard let uuid = row.uuid, let propertyList = row.propertyList else {
            throw StoreError(
                .badBookkeeping("Z_METADATA has no UUID or no property list"), path: path)
        }
        guard (try? PropertyList(bytes: propertyList))?.dictionary != nil else {
            throw StoreError(
                .badBookkeeping("Z_PLIST is not a property list with a dictionary"), path: path)
        }
        return (uuid, propertyList)
    }
}
