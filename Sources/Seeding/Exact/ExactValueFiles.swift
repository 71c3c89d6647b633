import Files
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
        let path = FilePath(folder).appending(name).text
        guard let status = FileStatus(path: path, followsLinks: false), status.isRegularFile else {
            throw ConversionFailure(.unsupported("there is no file \(path)"))
        }
        guard status.size <= Self.largestFile else {
            throw ConversionFailure(.rowTooLong(limit: Self.largestFile))
        }
        guard let bytes = try? FileBytes.first(Int(status.size) + 1, of: path) else {
            throw ConversionFailure(.unsupported("the file \(path) cannot be read"))
        }
        return bytes
    }

    /// Writes such files into an export.
    final class Writer {
        private let output: StagedOutput
        private let folder: String
        private var names = FileNames()
        private var plainNames: [String: String] = [:]

        /// - Parameters:
        ///   - table: the name of the table's file in the export.
        ///   - output: the export.
        init(besideTable table: String, in output: StagedOutput) {
            self.output = output
            folder = ExactValueFiles(besideTable: table).folder
        }

        /// Writes a value and gives the file's name.
        ///
        /// - Throws: `FileError`.
        func write(
            _ bytes: UnsafeRawBufferPointer, column: String, row: Int, extension suffix: String
        ) throws -> String {
            let name = "\(row)-\(plain(column)).\(suffix)"
            try output.makeFolder(folder)
            let path = FilePath(folder).appending(name).text
            let file = try FileWriter(creating: output.file(named: path))
            try file.write(bytes)
            try file.finish()
            return name
        }

        /// A column's name without what has a meaning in paths; no two columns have the same.
        private func plain(_ column: String) -> String {
            if let name = plainNames[column] { return name }
            let letters = column.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            let name = names.name(for: String(letters))
            plainNames[column] = name
            return name
        }
    }
}
