import Files

/// The files with the large values of a table: those in the folder `ZITEM.files` beside
/// `ZITEM.csv`, and no others.
package struct ExactValueFiles {
    /// The size in bytes beyond which a value gets a file. A spreadsheet's cell has at most 32,767 characters, and
    /// base64 needs four for three bytes.
    package static let largestCell = 24_000
    /// The size limit of a file: SQLite's own limit for a value.
    static let largestFile = Limits.externalBytes.most

    package let folder: String

    /// - Parameter path: the path of the table's CSV file.
    package init(besideTable path: String) {
        folder = (path.hasSuffix(".csv") ? String(path.dropLast(4)) : path) + ".files"
    }

    /// Returns the contents of a file.
    ///
    /// - Parameter name: a plain name without a folder, and not that of a link.
    package func bytes(named name: UnsafeRawBufferPointer) throws(ConversionFailure) -> [UInt8] {
        let name = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
            throw ConversionFailure(.model(.unsupported("'\(name)' is not a file name in \(folder)")))
        }
        let path = FilePath(folder).appending(name).text
        let size: Int
        let bytes: [UInt8]
        do throws(FileError) {
            let status = try FileStatus(path: path, followsLinks: false)
            size = status?.isRegularFile == true ? Int(status?.size ?? 0) : -1
            bytes = (0...Self.largestFile).contains(size) ? try FileBytes.first(size + 1, of: path) : []
        } catch {
            throw ConversionFailure(.file(.fileSystem("\(path): \(error.reason)")))
        }
        guard size >= 0 else {
            throw ConversionFailure(.model(.unsupported("there is no file \(path)")))
        }
        guard size <= Self.largestFile else {
            throw ConversionFailure(.table(.rowTooLong(limit: Self.largestFile)))
        }
        return bytes
    }
}
