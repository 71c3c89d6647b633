import Files
import Foundation
import SQLite

/// The files with the large values of a table: those in the folder `ZITEM.files` beside
/// `ZITEM.csv`, and no others.
struct ExactValueFiles {
    /// Values of more bytes get a file: a spreadsheet's cell holds no more than 32,767 characters,
    /// of which base64 needs four for three bytes.
    static let largestCell = 24_000
    /// The largest file that is read, SQLite's own limit for a value.
    static let largestFile = 1_000_000_000

    let folder: String

    /// - Parameter path: the path of the table's CSV file.
    init(besideTable path: String) {
        folder = (path.hasSuffix(".csv") ? String(path.dropLast(4)) : path) + ".files"
    }

    /// The content of a file.
    ///
    /// - Parameter name: a plain name: no folder, and no link.
    func bytes(named name: UnsafeRawBufferPointer) throws(ConversionFailure) -> [UInt8] {
        let name = String(decoding: name, as: UTF8.self)
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/"), !name.contains("\0") else {
            throw ConversionFailure(.unsupported("'\(name)' is no name of a file in \(folder)"))
        }
        let path = folder + "/" + name
        guard let status = FileStatus(path: path, followsLinks: false), status.isRegularFile else {
            throw ConversionFailure(.unsupported("there is no file \(path)"))
        }
        guard status.size <= Self.largestFile else {
            throw ConversionFailure(.rowTooLong(limit: Self.largestFile))
        }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConversionFailure(.unsupported("the file \(path) cannot be read"))
        }
        return [UInt8](data)
    }

    /// Writes a value and gives the file's name.
    ///
    /// - Throws: ``SeedIssue``.
    func write(
        _ bytes: UnsafeRawBufferPointer, column: String, row: Int, extension suffix: String
    ) throws -> String {
        let plain = String(column.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        let name = "\(row)-\(plain).\(suffix)"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw SeedIssue(.fileSystem("cannot be created"), at: .init(path: folder))
        }
        let file = try ExportFile(path: folder + "/" + name)
        try file.write(bytes)
        try file.close()
        return name
    }
}
