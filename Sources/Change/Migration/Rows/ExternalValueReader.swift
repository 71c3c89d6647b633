import Files
import SQLite
import StoreFormat

/// Moves values from external files into the store, if their attribute no longer allows external storage
/// (docs/internals/format.md#rows).
package struct ExternalValueReader {
    let mapping: InferredMapping
    let targets: MigrationTargets
    /// The folder with the files of the old store.
    let folder: String
    /// The highest key of existing rows, by root entity of the new store.
    let lastKept: [String: Int64]

    /// Creates a reader for two stores.
    package init(
        mapping: InferredMapping, targets: MigrationTargets, folder: String, lastKept: [String: Int64] = [:]
    ) {
        self.lastKept = lastKept
        self.mapping = mapping
        self.targets = targets
        self.folder = folder
    }

    /// Reads the files into the store.
    ///
    /// - Returns: the attributes with values whose files are missing.
    /// - Throws: `DatabaseError`, `FileError`.
    package func write(to connection: Connection) throws -> [MigrationDifference] {
        var missing: [MigrationDifference] = []
        for entity in mapping.entities {
            guard let stored = targets.new.entity(named: entity.destination) else { continue }
            for attribute in entity.attributes {
                guard attribute.sourceAttribute?.allowsExternalBinaryDataStorage == true,
                    !attribute.attribute.allowsExternalBinaryDataStorage,
                    let column = stored.attribute(attribute.destination)?.column
                else { continue }
                let count = try read(column, of: stored, to: connection)
                guard count > 0 else { continue }
                missing.append(
                    MigrationDifference(
                        .missingFiles(folder: folder), entity: entity.destination,
                        property: attribute.destination, values: count))
            }
        }
        return missing
    }

    private func read(_ column: String, of entity: EntityLayout, to connection: Connection) throws -> Int64 {
        let table = "main.\(entity.table.sqlIdentifier)"
        let name = column.sqlIdentifier
        let rows = try connection.rows(
            "SELECT Z_PK, \(name) FROM \(table) WHERE Z_ENT = \(entity.number) "
                + "AND Z_PK > \(lastKept[entity.rootName] ?? 0) AND length(\(name)) = 38 AND substr(\(name), 1, 1) = X'02'"
        ) { ($0.integer(at: 0), $0.blob(at: 1) ?? []) }
        let update = try connection.prepare("UPDATE \(table) SET \(name) = ? WHERE Z_PK = ?")
        var missing: Int64 = 0
        for (key, bytes) in rows {
            guard let file = ExternalValues.fileName(ofReference: bytes) else { continue }
            let path = FilePath(folder).appending(file).text
            guard try FileStatus(path: path, followsLinks: false)?.isRegularFile == true else {
                missing += 1
                try update.bind(.null, at: 1)
                try update.bind(key, at: 2)
                try update.run()
                continue
            }
            var value: [UInt8] = []
            try FileBytes.forEachPiece(of: path) { value += $0 }
            try update.bind(.blob(value), at: 1)
            try update.bind(key, at: 2)
            try update.run()
        }
        return missing
    }
}
