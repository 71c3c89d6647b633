import Files
import SQLite

/// The kinds of sources.
package enum SourceKinds {
    /// Every kind, in the order in which messages name them.
    ///
    /// Which one a file is of is asked from the end: what no other recognises is CSV.
    package static let all: [any SourceKind.Type] = [
        CSVKind.self, XLSXKind.self, ODSKind.self, SQLiteKind.self, XMLKind.self, JSONKind.self,
        NDJSONKind.self,
        PropertyListKind.self, StoreKind.self, CommandKind.self, GeneratedKind.self,
    ]

    /// The kind of a file.
    ///
    /// - Throws: ``SeedIssue`` for a file that no reader reads, `DatabaseError`.
    package static func kind(of file: CandidateFile) throws -> any SourceKind.Type {
        let kind = try all.last { try $0.recognizes(file) } ?? CSVKind.self
        if kind.isStream, !kind.tellsWhatFilesAre, let found = try ForeignFormat.of(path: file.path) {
            throw found.issue(at: file.path)
        }
        return try markedKind(of: file, named: kind) ?? kind
    }

    /// The kind of a text whose first signs tell, where its name says nothing or another thing: `route.gpx`, a library
    /// of iTunes called `.xml`.
    private static func markedKind(
        of file: CandidateFile, named kind: any SourceKind.Type
    ) throws -> (any SourceKind.Type)? {
        guard kind == CSVKind.self || kind == XMLKind.self, !file.isDatabase else { return nil }
        let head = try TextFile.decompressed(file.path).peek(4096).drop { ForeignText.isSpace($0) }
        let text = String(decoding: head, as: UTF8.self)
        let signs = text.prefix(200).filter { !$0.isWhitespace }
        if text.hasPrefix("<") {
            if text.contains("<plist") { return PropertyListKind.self }
            return text.hasPrefix("<?xml") ? XMLKind.self : nil
        }
        // A header may begin with a bracket.
        guard kind == CSVKind.self, signs.hasPrefix("[{\"") || signs.hasPrefix("{\"") else { return nil }
        return JSONKind.self
    }

    /// The key of a source that would read a file, where it is another one; nil where nothing tells, or the file
    /// cannot be read.
    package static func otherKind(of path: String, than key: String) -> SeedIssue.Hint? {
        do throws(FileError) {
            guard try FileStatus(path: path)?.isRegularFile == true,
                let kind = kind(of: try FileBytes.first(4096, of: path)),
                !alike.contains(where: { $0.contains(key) && $0.contains(kind) })
            else { return nil }
            switch kind {
            case "object": return .otherKind("json")
            case "sql" where !Connection.isScript(path): return .otherKind("csv")
            default: return .otherKind(kind)
            }
        } catch {
            // What cannot be read has no advice: the message tells why.
            return nil
        }
    }

    /// Kinds of which one file may be: a store is a database, and an object in a line is JSON.
    private static let alike: [Set<String>] =
        [
            ["store", "sqlite"], ["sqlite", "sql"], ["xlsx", "ods"], ["ndjson", "object"],
            ["json", "object"],
        ]
        + ["csv", "json", "ndjson", "xml", "xlsx", "plist"].map { [$0] }

    /// What reads a file that begins so.
    private static func kind(of head: [UInt8]) -> String? {
        let marks = [("PK\u{3}\u{4}", "xlsx"), ("SQLite format 3\0", "sqlite"), ("bplist", "plist")]
        if let known = marks.first(where: { head.starts(with: $0.0.utf8) }) { return known.1 }
        guard head.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }),
            let first = head.first(where: { !ForeignText.isSpace($0) })
        else { return nil }
        let text = String(decoding: head, as: UTF8.self)
        switch first {
        case UInt8(ascii: "{"):
            let lines = text.split(whereSeparator: \.isNewline).map(\.description.trimmed).filter {
                !$0.isEmpty
            }
            guard lines[0].hasSuffix("}") else { return "json" }
            return lines.count == 1 ? "object" : lines[1].hasPrefix("{") ? "ndjson" : "json"
        case UInt8(ascii: "["): return "json"
        case UInt8(ascii: "<"): return text.contains("<plist") ? "plist" : "xml"
        default: return ForeignText.isLikely(text) ? "sql" : "csv"
        }
    }
}
