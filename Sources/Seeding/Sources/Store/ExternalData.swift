import Files
import Foundation
import SQLite
import StoreFormat

/// Binary data that a store may keep outside of its database (docs/format.md#rows: a leading byte 1 for a
/// value in the row, 2 for the name of a file).
///
/// The files lie in `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store `NAME.sqlite`.
package struct ExternalData {
    private let folder: String

    /// The largest file, in bytes: more than SQLite would hold in a row.
    private static let largestFile = Limits.externalBytes.most

    package init(storePath: String) { folder = ExternalValues.folder(ofStore: storePath) }

    /// Why a value cannot be read.
    package struct Failure: Error {
        package let reason: SeedIssue.Reason
        /// What the system says of a file that is there and cannot be read.
        package var fault: FileError?
    }

    /// Gives the bytes that a stored value means to `body`.
    package func withValue(
        of stored: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        switch stored.first {
        case nil, 1: body(UnsafeRawBufferPointer(rebasing: stored.dropFirst()))
        case 2:
            let name = String(decoding: stored.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            // The name comes from a file: it must be a UUID and nothing that leads elsewhere.
            guard stored.count == 38, UUID(uuidString: name) != nil else {
                throw Failure(reason: .database(.badExternalData))
            }
            let path = folder + "/" + name
            // A link would bring what is not the store's, and a pipe might never end.
            let bytes: [UInt8]?
            do throws(FileError) {
                let status = try FileStatus(path: path, followsLinks: false)
                let isReadable = status.map { $0.isRegularFile && $0.size <= Self.largestFile } ?? false
                bytes = isReadable ? try FileBytes.first(Int(status?.size ?? 0), of: path) : nil
            } catch {
                throw Failure(
                    reason: .file(.fileSystem("\(error.path): \(error.reason)")), fault: error)
            }
            guard let bytes else { throw Failure(reason: .database(.missingExternalData(path))) }
            bytes.withUnsafeBytes(body)
        default: throw Failure(reason: .database(.badExternalData))
        }
    }
}
