import Files
import ObjectModel
import SQLite
import StoreFormat

/// A private copy of the user's store, with the files of its large values, which a merge writes to.
final class PrivateCopy {
    /// The path of the copy.
    let path: String
    /// The user's store, with its model.
    let original: OpenedStore
    private let folder: TemporaryFolder

    init(of store: OpenedStore, at originalPath: String) throws {
        original = store
        folder = try TemporaryFolder(
            files: [
                "store.sqlite", "store.sqlite-journal", ".store_SUPPORT", ".store_SUPPORT/_EXTERNAL_DATA",
            ],
            for: originalPath)
        path = folder.path + "/store.sqlite"
        let copy = try Connection(path: path, mode: .create)
        try copy.execute("PRAGMA synchronous = OFF")
        try store.connection.backup(to: copy)
        if let words = try DatabaseHeader.writeProblem(path) {
            throw StoreError(.damaged(words), path: originalPath)
        }
        try copy.execute("PRAGMA journal_mode = DELETE")
        let source = FilePath(ExternalValues.folder(ofStore: originalPath))
        let target = FilePath(ExternalValues.folder(ofStore: path))
        var isMade = false
        for name in try ExternalValues(layout: store.layout).fileNames(in: copy) {
            let file = source.appending(name).text
            guard try FileStatus(path: file, followsLinks: false)?.isRegularFile == true else { continue }
            if !isMade { try Folder.make(target.text) }
            isMade = true
            let writer = try FileWriter(creating: target.appending(name).text)
            try FileBytes.forEachPiece(of: file) { try writer.write($0) }
            try writer.finish()
        }
    }

    /// Opens the copy for reading.
    ///
    /// - Throws: `StoreError`.
    func open() throws -> (path: String, store: OpenedStore) {
        (path, try OpenedStore(path: path, model: original.model))
    }
}
