import Files
import Foundation
import SQLite
import StoreFormat

/// The files of values that lie outside of the store, private until the store comes into place.
///
/// They are put in place before the store that refers to them: whenever the process may end, no
/// store refers to a file that is not there. Files of other stores and builds are left alone.
final class ExternalFiles {
    /// Where the files are written.
    let temporaryFolder: String
    private let folder: String
    private var names: [String] = []
    /// Files that rows of the reference refer to, and where they are.
    private var kept: [(name: String, path: String)] = []

    /// Prepares the files of a store.
    init(output: OutputFile) {
        folder = ExternalValues.folder(ofStore: output.path)
        temporaryFolder = output.temporaryPath + "-external"
    }

    deinit {
        // Most stores have none, and Foundation takes its time to find that out.
        guard FileStatus(path: temporaryFolder) != nil else { return }
        try? FileManager.default.removeItem(atPath: temporaryFolder)
    }

    /// Notes the files that were written.
    func add(_ names: [String]) { self.names += names }

    /// Notes files of the reference that the rows taken from it refer to.
    ///
    /// - Returns: how many of them are not there.
    func keep(_ names: [String], ofStore reference: String) -> Int {
        let source = ExternalValues.folder(ofStore: reference)
        let own = Set(self.names)
        var missing = 0
        for name in names where !own.contains(name) {
            let path = source + "/" + name
            if FileManager.default.fileExists(atPath: path) {
                kept.append((name, path))
            } else {
                missing += 1
            }
        }
        return missing
    }

    /// Puts the files in place.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func place() throws {
        guard !names.isEmpty || !kept.isEmpty else { return }
        let manager = FileManager.default
        do {
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for (name, path) in kept where !FileIdentity.isSame(path, folder + "/" + name) {
                let target = folder + "/" + name
                let new = target + ".zseed-new"
                if manager.fileExists(atPath: new) { try manager.removeItem(atPath: new) }
                try manager.copyItem(atPath: path, toPath: new)
                if manager.fileExists(atPath: target) { try manager.removeItem(atPath: target) }
                try manager.moveItem(atPath: new, toPath: target)
            }
            for name in names {
                let target = folder + "/" + name
                // The name follows from the content: what is there is the same.
                if manager.fileExists(atPath: target) { try manager.removeItem(atPath: target) }
                try manager.moveItem(atPath: temporaryFolder + "/" + name, toPath: target)
            }
        } catch {
            throw SeedIssue(.fileSystem("\(error)"), at: .init(path: folder))
        }
    }
}
