import Files
import Foundation
import SQLite
import StoreFormat

/// The files of values that lie outside of the store, private until the store comes into place.
///
/// They are put in place before the store that refers to them: whenever the process may end, no
/// store refers to a file that is not there. Files of other stores and builds are left alone, but
/// for those that an earlier build wrote for the store that is replaced: they go last.
final class ExternalFiles {
    /// What comes into place.
    let output: StagedOutput
    private let store: String
    private let folder: String
    private var names: Set<String> = []
    /// The names of all files that go with the store.
    var allNames: [String] { Array(names) }
    /// Files that an earlier build wrote for the store that is replaced.
    private var old: [String] = []

    /// Prepares the files of a store.
    ///
    /// - Throws: ``OutputError`` where the folder is none, or a link.
    init(store: StagedOutput) throws {
        self.store = store.path
        folder = ExternalValues.folder(ofStore: store.path)
        for path in [FilePath(folder).folder.text, folder] {
            guard let status = FileStatus(path: path, followsLinks: false) else { continue }
            // Through a link the files would go somewhere else.
            guard status.isFolder else { throw OutputError(.isFile, path: path) }
        }
        output = try StagedOutput(
            .members, path: folder, privatePath: store.temporaryPath + "-external")
    }

    /// Writes the file of a value.
    ///
    /// - Throws: `FileError`.
    func write(_ bytes: [UInt8], as name: String) throws {
        names.insert(name)
        let file = try FileWriter(creating: output.file(named: name))
        try file.write(bytes)
        try file.finish()
    }

    /// Takes over files of the reference that the rows taken from it refer to: plain files only,
    /// since links and folders would bring what is not the reference's.
    ///
    /// - Returns: how many of them are not there.
    /// - Throws: `FileError`.
    func keep(_ names: [String], ofStore reference: String) throws -> Int {
        let source = FilePath(ExternalValues.folder(ofStore: reference))
        var missing = 0
        for name in names where !self.names.contains(name) {
            let path = source.appending(name).text
            guard FileStatus(path: path, followsLinks: false)?.isRegularFile == true else {
                missing += 1
                continue
            }
            self.names.insert(name)
            guard !FileIdentity.isSame(path, FilePath(folder).appending(name).text) else { continue }
            let file = try FileWriter(creating: output.file(named: name))
            try FileBytes.forEachPiece(of: path) { try file.write($0) }
            try file.finish()
        }
        return missing
    }

    /// Looks which files the store that is about to be replaced has from an earlier build.
    ///
    /// Their names are UUIDs that follow from their content (version 8); those that Core Data gives
    /// are random (version 4), and never ours to remove.
    func findOld(_ values: ExternalValues) {
        guard FileStatus(path: folder)?.isFolder == true, isOnlyStore,
            let connection = try? Connection.reading(path: store),
            let names = try? values.fileNames(in: connection)
        else { return }
        old = names.filter { name in
            !self.names.contains(name) && name.utf8.count == 36
                && name[name.index(name.startIndex, offsetBy: 14)] == "8"
        }
    }

    /// Whether no other file beside the store may be a store with the same folder: `Shop.db` has
    /// that of `Shop.sqlite`.
    private var isOnlyStore: Bool {
        let path = FilePath(store)
        // Where that cannot be told, files stay.
        guard let names = try? Folder.names(in: path.folder.text) else { return false }
        return names.allSatisfy { name in
            name == path.name || FilePath(name).stem != path.stem
                || InputFiles.companions.contains { name == path.name + $0 }
                || name == path.name + ".rejects"
        }
    }

    /// Removes the files of the store that was replaced.
    func removeOld() {
        guard !old.isEmpty else { return }
        for name in old { Folder.remove(FilePath(folder).appending(name).text) }
        guard names.isEmpty else { return }
        Folder.removeIfEmpty(folder)
        Folder.removeIfEmpty(FilePath(folder).folder.text)
    }
}
