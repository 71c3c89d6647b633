import Files
import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// The files beside a store that hold large binary values (docs/format.md#rows).
///
/// No store of the corpus shows where they lie; that it is the hidden folder
/// `.NAME_SUPPORT/_EXTERNAL_DATA` is public knowledge.
struct ExternalDataFiles: Sendable {
    /// The largest file that is read, in bytes: more than SQLite would hold in a row.
    private static let largestFile = Limits.externalBytes.most

    let folder: String

    init(storePath: String) { folder = ExternalValues.folder(ofStore: storePath) }

    /// The bytes of a file; nil where it is missing, or its name, which comes from the store, is no
    /// UUID and might lead elsewhere.
    ///
    /// - Throws: `FileError` where it is there and cannot be read.
    func bytes(named name: String) throws(FileError) -> [UInt8]? {
        guard let path = path(of: name),
            let status = try FileStatus(path: path, followsLinks: false), status.isRegularFile,
            status.size <= Self.largestFile
        else { return nil }
        return try FileBytes.first(Int(status.size), of: path)
    }

    /// Writes a file, down to the disk.
    ///
    /// - Throws: `FileError`.
    func write(_ bytes: [UInt8], as name: String) throws {
        let path = folder + "/" + name
        try Folder.make(folder)
        // The name follows from the bytes: what has them already may be in use.
        if try self.bytes(named: name) != bytes {
            Folder.remove(path)
            let file = try FileWriter(creating: path)
            try file.write(bytes)
            try file.finish()
        }
        try Folder.flush(folder)
    }

    /// Removes a file. One that cannot be removed is a file that nobody names, and does no harm.
    func remove(_ name: String) {
        guard let path = path(of: name) else { return }
        System.removeFile(path)
    }

    private func path(of name: String) -> String? {
        UUID(uuidString: name) == nil ? nil : folder + "/" + name
    }
}
