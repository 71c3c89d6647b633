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
    private static let largestFile = 1_000_000_000

    let folder: String

    init(storePath: String) { folder = ExternalValues.folder(ofStore: storePath) }

    /// The bytes of a file; nil where it is missing, or its name, which comes from the store, is no
    /// UUID and might lead elsewhere.
    func bytes(named name: String) -> [UInt8]? {
        guard let path = path(of: name),
            let status = FileStatus(path: path, followsLinks: false),
            status.size <= Self.largestFile
        else { return nil }
        return FileManager.default.contents(atPath: path).map { Array($0) }
    }

    /// Writes a file, down to the disk.
    ///
    /// - Throws: `FileError`.
    func write(_ bytes: [UInt8], as name: String) throws {
        let path = folder + "/" + name
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            try handle.synchronize()
            try handle.close()
        } catch {
            throw FileError(path: path, action: .write, reason: "\(error)")
        }
    }

    /// Removes a file. One that cannot be removed is a file that nobody names, and does no harm.
    func remove(_ name: String) {
        guard let path = path(of: name) else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    private func path(of name: String) -> String? {
        UUID(uuidString: name) == nil ? nil : folder + "/" + name
    }
}
