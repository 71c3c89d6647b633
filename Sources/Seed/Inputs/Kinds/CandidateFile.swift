import SQLite
import StoreFormat

/// A file that a user names as an input without specifying its kind.
package struct CandidateFile {
    /// The path of the file.
    package let path: String
    /// The expected names in a header, which are those of a model's properties, in lower case without symbols.
    package var names: Set<String> = []
    /// The databases of SQL text; nil to create a separate one.
    package var scripts: ScriptDatabases?
    /// Whether it is SQL text that creates a database.
    let isScript: Bool
    /// Whether SQLite reads it.
    let isDatabase: Bool

    /// Examines a file, or standard input, which has no name and is no database.
    ///
    /// - Throws: ``SeedIssue`` if the file cannot be read.
    package init(path: String) throws {
        self.path = path
        guard path != StandardInput.path else {
            (isScript, isDatabase) = (false, false)
            return
        }
        try SourceFile.check(path)
        isScript = Connection.isScript(path)
        isDatabase = try isScript || StoreFile.isSQLite(path)
    }

    /// Returns whether the file has one of some extensions and is not a database.
    func isNamed(_ suffixes: String...) -> Bool {
        guard !isDatabase, let suffix = path.split(separator: ".").last else { return false }
        return suffixes.contains(suffix.lowercased())
    }

    /// Whether each line has a JSON object, regardless of the file's name.
    var hasRecordLines: Bool {
        // The reader of the file reports if the file cannot be read.
        guard let head = try? TextFile.decompressed(path).peek(1 << 16) else { return false }
        let lines = head.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).filter { line in
            line.contains { !ForeignText.isSpace($0) }
        }
        func ends(_ line: some BidirectionalCollection<UInt8>) -> Bool {
            line.first { !ForeignText.isSpace($0) } == UInt8(ascii: "{")
                && line.last { !ForeignText.isSpace($0) } == UInt8(ascii: "}")
        }
        return lines.count > 1 && ends(Array(lines[0]))
            && lines[1].first { !ForeignText.isSpace($0) } == UInt8(ascii: "{")
    }

    /// The file name up to the first dot; for standard input, `input`.
    var stem: String {
        guard path != StandardInput.path else { return "input" }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.prefix { $0 != "." }
        return stem.isEmpty ? name : String(stem)
    }
}
