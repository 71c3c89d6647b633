import Files
import Foundation
import SQLite
import StoreFormat

/// The files of values that lie outside of the store, private until the store comes into place.
///
/// They are put in place before the store that refers to them: whenever the process may end, no
/// store refers to a file that is not there. Files of other stores and builds are left alone, but
/// for those that an earlier build wrote for the store that is replaced: they go last.
package final class ExternalFiles {
    /// What comes into place.
    let output: StagedOutput
    private let store: String
    /// Where the store is until then.
    private let made: String
    private let folder: String
    private var names: Set<String> = []
    /// The names of all files that go with the store.
    package var allNames: [String] { Array(names) }
    /// Files that an earlier build wrote for the store that is replaced.
    private var old: [String] = []
    /// Why these are not known.
    private var listingFailure: FileError?

    /// Prepares the files of a store.
    ///
    /// - Throws: ``OutputError`` where the folder is none, or a link.
    init(store: StagedOutput) throws {
        self.store = store.path
        made = store.temporaryPath
        folder = ExternalValues.folder(ofStore: store.path)
        for path in [FilePath(folder).folder.text, folder] {
            guard let status = try FileStatus(path: path, followsLinks: false) else { continue }
            // Through a link the files would go somewhere else.
            guard status.isFolder else { throw OutputError(.isFile, path: path) }
        }
        do {
            output = try StagedOutput(
                .members, path: folder, privatePath: store.temporaryPath + "-external",
                isOwn: true)
        } catch let error as OutputError {
            // A name that is just short enough for the store, and not for its folder.
            guard case .unusablePath = error.problem else { throw error }
            throw OutputError(error.problem, path: store.givenPath)
        }
    }

    /// Writes the file of a value.
    ///
    /// - Throws: `FileError`.
    package func write(_ bytes: [UInt8], as name: String) throws {
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
    package func keep(_ names: [String], ofStore reference: String) throws -> Int {
        let source = FilePath(ExternalValues.folder(ofStore: reference))
        var missing = 0
        for name in names where !self.names.contains(name) {
            let path = source.appending(name).text
            guard try FileStatus(path: path, followsLinks: false)?.isRegularFile == true else {
                missing += 1
                continue
            }
            self.names.insert(name)
            guard try !FileIdentity.isSame(path, FilePath(folder).appending(name).text) else { continue }
            let file = try FileWriter(creating: output.file(named: name))
            try FileBytes.forEachPiece(of: path) { try file.write($0) }
            try file.finish()
        }
        return missing
    }

    /// Takes over the files that the rows of the finished store refer to, see ``keep(_:ofStore:)``.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    package func keep(of layout: StoreLayout, ofStore reference: String) throws -> Int {
        let result = try Connection(path: made, mode: .immutable)
        return try keep(ExternalValues(layout: layout).fileNames(in: result), ofStore: reference)
    }

    /// Looks which files earlier builds wrote that the new store does not refer to: those of the
    /// store that is about to be replaced, and what one left that ended before it removed them.
    ///
    /// Their names are UUIDs that follow from their content (version 8); those that Core Data gives
    /// are random (version 4), and never ours to remove.
    func findOld() {
        do {
            guard try FileStatus(path: folder)?.isFolder == true else { return }
            guard try isOnlyStore() else { return }
            old = try Folder.names(in: folder).sorted().filter(isOld)
        } catch {
            listingFailure = error as? FileError
        }
    }

    private func isOld(_ name: String) throws(FileError) -> Bool {
        let path = FilePath(folder).appending(name).text
        guard !names.contains(name), UUID(uuidString: name) != nil,
            name[name.index(name.startIndex, offsetBy: 14)] == "8"
        else { return false }
        return try FileStatus(path: path, followsLinks: false)?.isRegularFile == true
    }

    /// Whether no other store beside this one has the same folder: `Shop.db` has that of `Shop.sqlite`.
    private func isOnlyStore() throws -> Bool {
        let path = FilePath(store)
        return try Folder.names(in: path.folder.text).allSatisfy { name in
            try name == path.name || FilePath(name).stem != path.stem
                || !mayBeStore(path.folder.appending(name).text)
        }
    }

    /// Whether a file is a store, or a database of which that cannot be told. The plan, sources and plain databases
    /// have no values in files.
    private func mayBeStore(_ path: String) throws -> Bool {
        guard try FileStatus(path: path)?.isRegularFile == true, try StoreFile.isSQLite(path) else {
            return false
        }
        // What is in the log alone is not in the file.
        guard try Connection.readsInPlace(path) else { return true }
        do {
            return try Connection(path: path, mode: .immutable).integer(
                "SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'") != nil
        } catch is DatabaseError {
            return true
        }
    }

    /// Removes the files of the store that was replaced, and tells of those that stay: nothing refers to them.
    func removeOld() {
        if let listingFailure {
            FileRemark.leftOfReplaced(path: listingFailure.path, reason: listingFailure.reason, count: nil)
                .tell()
        }
        guard !old.isEmpty else { return }
        var left: [(path: String, reason: String)] = []
        for name in old {
            let path = FilePath(folder).appending(name).text
            let code = System.removeFile(path)
            if code != 0 { left.append((path, System.words(code))) }
        }
        if let first = left.first {
            FileRemark.leftOfReplaced(path: first.path, reason: first.reason, count: left.count).tell()
        } else if names.isEmpty {
            Folder.removeIfEmpty(folder)
            Folder.removeIfEmpty(FilePath(folder).folder.text)
        }
    }
}
