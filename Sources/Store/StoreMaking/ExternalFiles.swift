import Files
import Foundation
import SQLite
import StoreFormat

/// The files with external values of a store, which are private until the store is placed.
///
/// They are placed before the store that refers to them. A store therefore never refers to a missing file, even if
/// the process ends early. Files of other stores and builds are left alone. The files that an earlier build wrote
/// for the replaced store are removed last.
package final class ExternalFiles {
    /// The staged files.
    let output: StagedOutput
    private let store: String
    /// The temporary path of the store.
    private let made: String
    private let folder: String
    private var names: Set<String> = []
    /// The names of all files of the store.
    package var allNames: [String] { Array(names) }
    /// The files that an earlier build wrote for the replaced store.
    private var old: [String] = []
    /// The error that prevented listing the old files.
    private var listingFailure: FileError?

    /// Prepares the files of a store.
    ///
    /// - Throws: ``OutputError`` if the path of the folder is a link or another kind of file.
    init(store: StagedOutput) throws {
        self.store = store.path
        made = store.temporaryPath
        folder = ExternalValues.folder(ofStore: store.path)
        for path in [FilePath(folder).folder.text, folder] {
            guard let status = try FileStatus(path: path, followsLinks: false) else { continue }
            // A link would move the files to another folder.
            guard status.isFolder else { throw OutputError(.isFile, path: path) }
        }
        do {
            output = try StagedOutput(
                .members, path: folder, privatePath: store.temporaryPath + "-external",
                isOwn: true)
        } catch let error as OutputError {
            // The name may be short enough for the store, but too long for its folder.
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

    /// Copies the files of the reference to which its kept rows refer.
    ///
    /// Only regular files are copied, because links and folders would add content that is not the reference's.
    ///
    /// - Returns: the number of missing files.
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

    /// Copies the files to which the rows of the finished store refer, see ``keep(_:ofStore:)``.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    package func keep(of layout: StoreLayout, ofStore reference: String) throws -> Int {
        let result = try Connection(path: made, mode: .immutable)
        return try keep(ExternalValues(layout: layout).fileNames(in: result), ofStore: reference)
    }

    /// Finds the files from earlier builds to which the new store does not refer.
    ///
    /// They belong to the store that is about to be replaced, or to an earlier build that ended before it removed
    /// them. zseed names files by UUIDs derived from their content (version 8). Core Data's names are random UUIDs
    /// (version 4), and zseed never removes those files.
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

    /// Returns whether no other store next to this one shares the folder, as `Shop.db` and `Shop.sqlite` do.
    private func isOnlyStore() throws -> Bool {
        let path = FilePath(store)
        return try Folder.names(in: path.folder.text).allSatisfy { name in
            try name == path.name || FilePath(name).stem != path.stem
                || !mayBeStore(path.folder.appending(name).text)
        }
    }

    /// Returns whether a file is a store, or a database that might be one.
    ///
    /// The plan, inputs and plain databases have no external values.
    private func mayBeStore(_ path: String) throws -> Bool {
        guard try FileStatus(path: path)?.isRegularFile == true, try StoreFile.isSQLite(path) else {
            return false
        }
        // Content that is only in the log is not visible in the file.
        guard try Connection.readsInPlace(path) else { return true }
        do {
            return try Connection(path: path, mode: .immutable).integer(
                "SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'") != nil
        } catch is DatabaseError {
            return true
        }
    }

    /// Removes the files of the replaced store, and reports each file that cannot be removed.
    func removeOld() {
        if let listingFailure {
            CleanupWarning.leftOfReplaced(
                path: listingFailure.path, reason: listingFailure.reason, count: nil
            )
            .emit()
        }
        guard !old.isEmpty else { return }
        var left: [(path: String, reason: String)] = []
        for name in old {
            let path = FilePath(folder).appending(name).text
            let code = System.removeFile(path)
            if code != 0 { left.append((path, System.words(code))) }
        }
        if let first = left.first {
            CleanupWarning.leftOfReplaced(path: first.path, reason: first.reason, count: left.count).emit()
        } else if names.isEmpty {
            Folder.removeIfEmpty(folder)
            Folder.removeIfEmpty(FilePath(folder).folder.text)
        }
    }
}
