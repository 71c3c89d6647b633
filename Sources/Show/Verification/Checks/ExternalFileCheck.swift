import Files
import SQLite
import StoreFormat

/// Checks that the folder beside the store has the files that rows name, and no others (docs/internals/format.md#rows).
struct ExternalFileCheck: StoreCheck {
    let name = "external files"
    let purpose = "every value outside the store has its file, and every file has its value"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        let folder = ExternalValues.folder(ofStore: store.path)
        let hasFolder = try FileStatus(path: folder)?.isFolder == true
        let files = Set(hasFolder ? try Folder.names(in: folder) : [])
        var named: Set<String> = []
        for entity in store.concreteEntities {
            for attribute in entity.attributes
            where attribute.attribute.allowsExternalBinaryDataStorage {
                let column = attribute.column.sqlIdentifier
                // The length is compared first, because it is known without reading the bytes.
                try store.connection.forEachRow(
                    """
                    SELECT Z_PK, \(column) FROM \(entity.table.sqlIdentifier)
                    WHERE length(\(column)) = 38 AND Z_ENT = \(entity.number)
                    AND substr(\(column), 1, 1) = X'02'
                    """
                ) { row in
                    guard let reference = ExternalReference(row.blob(at: 1) ?? []) else { return }
                    outcome.examine(1)
                    named.insert(reference.fileName)
                    guard hasFolder else { return }
                    let words: String
                    let path = folder + "/" + reference.fileName
                    if !files.contains(reference.fileName) {
                        words = "does not exist"
                    } else if let status = try FileStatus(path: path), !status.isRegularFile {
                        words = status.isFolder ? "is a folder" : "is not a regular file"
                    } else {
                        // An existing file may still be unreadable for the app.
                        _ = try FileBytes.first(1, of: path)
                        return
                    }
                    outcome.report(
                        Finding(
                            entity: entity.name, primaryKey: row.integer(at: 0),
                            property: attribute.path, target: "file \(reference.fileName)", words))
                }
            }
        }
        if !hasFolder, !named.isEmpty {
            let words =
                (named.count == 1 ? "1 value is in a file" : "\(named.count) values are in files")
                + ", but there is no folder \(folder)"
            // A store under construction gets its external files only when it is moved into place.
            if PrivatePath.shown(store.path) != store.path {
                outcome.skipped = words
            } else {
                // The user may have moved only the store, with its files elsewhere.
                outcome.warn(Finding(words))
            }
        }
        for file in files.subtracting(named).sorted() where !file.hasPrefix(".") {
            outcome.warn(Finding("no row names the file \(file)"))
        }
    }
}
