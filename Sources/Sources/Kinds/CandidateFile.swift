import SQLite
import StoreFormat

/// A file that somebody names as a source without saying of which kind it is.
package struct CandidateFile {
    /// The file.
    package let path: String
    /// The names that a header may have, in small letters without signs: those of a model's properties.
    package var names: Set<String> = []
    /// Whether it is SQL text that makes a database.
    let isScript: Bool
    /// Whether SQLite reads it.
    let isDatabase: Bool

    /// Looks at a file.
    ///
    /// - Throws: ``SeedIssue`` where it cannot be read.
    package init(path: String) throws {
        try SourceFile.check(path)
        self.path = path
        isScript = Connection.isScript(path)
        isDatabase = try isScript || StoreFile.isSQLite(path)
    }

    /// Whether it is a text, or anything else that is no database, with one of these extensions.
    func isNamed(_ suffixes: String...) -> Bool {
        guard !isDatabase, let suffix = path.split(separator: ".").last else { return false }
        return suffixes.contains(suffix.lowercased())
    }

    /// Whether it has an object in JSON on each line, whatever it is called.
    var hasRecordLines: Bool {
        // A file that cannot be read is told by who reads it.
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

    /// Its name without its folder and what follows the first point.
    var stem: String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.prefix { $0 != "." }
        return stem.isEmpty ? name : String(stem)
    }
}
