import Files
import Foundation

/// The files beside a store that hold large binary values (docs/format.md#rows: a leading byte 1 for a value in
/// the row, 2 for the name of a file).
///
/// No store of the corpus shows where they lie; that it is the hidden folder
/// `.NAME_SUPPORT/_EXTERNAL_DATA` is public knowledge.
package struct ExternalDataFiles: Sendable {
    /// Why a value cannot be read.
    package enum Failure: Error {
        /// The bytes are none that Core Data writes.
        case malformed
        /// There is no such file, or what is there is none.
        case missing(path: String)
        /// The file is there and cannot be read.
        case unreadable(FileError)

        /// What the system says of a file that is there and cannot be read.
        package var fault: FileError? { if case .unreadable(let error) = self { error } else { nil } }
    }

    /// The largest file that is read, in bytes: more than SQLite would hold in a row.
    private static let largestFile = Limits.externalBytes.most

    private let folder: String

    /// Names the files of a store.
    package init(storePath: String) { folder = ExternalValues.folder(ofStore: storePath) }

    // MARK: Reading

    /// The bytes of a file; nil where it is missing, or its name, which comes from the store, is no
    /// UUID and might lead elsewhere. A link would bring what is not the store's, and a pipe might never end.
    ///
    /// - Throws: `FileError` where it is there and cannot be read.
    package func bytes(named name: String) throws(FileError) -> [UInt8]? {
        guard let path = path(of: name),
            let status = try FileStatus(path: path, followsLinks: false), status.isRegularFile,
            status.size <= Self.largestFile
        else { return nil }
        return try FileBytes.first(Int(status.size), of: path)
    }

    /// Gives the bytes that a stored value means to `body`.
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

    /// Writes a file, down to the disk.
    ///
    /// - Throws: `FileError`.
    package func write(_ bytes: [UInt8], as name: String) throws {
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
    package func remove(_ name: String) {
        guard let path = path(of: name) else { return }
        System.removeFile(path)
    }

    private func path(of name: String) -> String? {
        UUID(uuidString: name) == nil ? nil : folder + "/" + name
    }
}
