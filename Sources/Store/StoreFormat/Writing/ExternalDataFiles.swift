import Files
import Foundation

/// The files beside a store that contain large binary values (docs/internals/format.md#rows: a leading byte 1 for a
/// value in the row, 2 for the name of a file).
///
/// No store of the corpus shows their place. It is public knowledge that it is the hidden folder
/// `.NAME_SUPPORT/_EXTERNAL_DATA`.
package struct ExternalDataFiles: Sendable {
    /// The reason that a value cannot be read.
    package enum Failure: Error {
        /// Core Data does not write such bytes.
        case malformed
        /// The file does not exist, or is not a regular file.
        case missing(path: String)
        /// The file exists but cannot be read.
        case unreadable(FileError)

        /// The system's error for an existing file that cannot be read.
        package var fault: FileError? { if case .unreadable(let error) = self { error } else { nil } }
    }

    /// The size limit of a file in bytes, which is more than SQLite stores in a row.
    private static let largestFile = Limits.externalBytes.most

    private let folder: String

    /// Creates the files of a store.
    package init(storePath: String) { folder = ExternalValues.folder(ofStore: storePath) }

    // MARK: Reading

    /// Returns the bytes of a file. Returns nil if the file is missing, or if its name is not a UUID: names come from
    /// the store and could lead elsewhere. A link could lead to files of others, and a pipe might never end.
    ///
    /// - Throws: `FileError` if the file exists but cannot be read.
    package func bytes(named name: String) throws(FileError) -> [UInt8]? {
        guard let path = path(of: name),
            let status = try FileStatus(path: path, followsLinks: false), status.isRegularFile,
            status.size <= Self.largestFile
        else { return nil }
        return try FileBytes.first(Int(status.size), of: path)
    }

    /// Passes the bytes of a stored value to `body`.
    package func withValue(
        of stored: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        switch stored.first {
        case nil, 1: body(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
        case 2:
            guard let name = ExternalValues.fileName(ofReference: Array(stored.prefix(39))) else {
                throw .malformed
            }
            let bytes: [UInt8]?
            do throws(FileError) { bytes = try self.bytes(named: name) } catch { throw .unreadable(error) }
            guard let bytes else { throw .missing(path: folder + "/" + name) }
            bytes.withUnsafeBytes(body)
        default: throw .malformed
        }
    }

    // MARK: Writing

    /// Writes a file and flushes it to the disk.
    ///
    /// - Throws: `FileError`.
    package func write(_ bytes: [UInt8], as name: String) throws {
        let path = folder + "/" + name
        try Folder.make(folder)
        // The name is derived from the bytes. An existing file with the same bytes may be in use.
        if try self.bytes(named: name) != bytes {
            Folder.remove(path)
            let file = try FileWriter(creating: path)
            try file.write(bytes)
            try file.finish()
        }
        try Folder.flush(folder)
    }

    /// Removes a file. If that fails, the file remains without a reference to it, which does no harm.
    package func remove(_ name: String) {
        guard let path = path(of: name) else { return }
        System.removeFile(path)
    }

    private func path(of name: String) -> String? {
        UUID(uuidString: name) == nil ? nil : folder + "/" + name
    }
}
