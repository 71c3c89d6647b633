import Files
import Seeding

extension ExactValueFiles {
    /// Writes the files with large values into an export.
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

        /// Writes a value and returns the file's name.
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

        /// Returns a column's name without characters that have a meaning in paths. All columns have different names.
        private func plain(_ column: String) -> String {
            if let name = plainNames[column] { return name }
            let letters = column.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
            let name = names.name(for: String(letters))
            plainNames[column] = name
            return name
        }
    }
}
