import Files
import SQLite

/// The kinds of inputs.
package enum SourceKinds {
    /// All kinds, in the order of messages.
    ///
    /// A file's kind is determined from the end of the list. CSV is the fallback.
    package static let all: [any SourceKind.Type] = [
        CSVKind.self, XLSXKind.self, ODSKind.self, SQLiteKind.self, XMLKind.self, JSONKind.self,
        NDJSONKind.self,
        PropertyListKind.self, StoreKind.self, CommandKind.self, GeneratedKind.self,
    ]

    /// Returns the kind of a file.
    ///
    /// - Throws: ``SeedIssue`` for an unsupported file, `DatabaseError`.
    package static func kind(of file: CandidateFile) throws -> any SourceKind.Type {
        let kind = try all.last { try $0.recognizes(file) } ?? CSVKind.self
        if kind.isStream, !kind.opensOnlyItsOwnFormat, let found = try ForeignFormat.of(path: file.path) {
            throw found.issue(at: file.path)
        }
        return try markedKind(of: file, named: kind) ?? kind
    }

    /// Returns whether a file is a Core Data store.
    ///
    /// - Throws: ``SeedIssue`` for a file that cannot be read, `DatabaseError`.
    package static func isStore(_ path: String) throws -> Bool {
        try StoreKind.recognizes(CandidateFile(path: path))
    }

    /// Returns the kind of a text by its first characters, if its name is unspecific or misleading, such as
    /// `route.gpx` or an iTunes library named `.xml`.
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

    /// Returns the key of the kind that would read a file, if it is a different one. Returns nil if the kind is
    /// unclear, or the file cannot be read.
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
            // There is no hint for an unreadable file, because the message has the reason.
            return nil
        }
    }

    /// Kinds that may share a file: a store is a database, and an object in a line is JSON.
    private static let alike: [Set<String>] =
        [
            ["store", "sqlite"], ["sqlite", "sql"], ["xlsx", "ods"], ["ndjson", "object"],
            ["json", "object"],
        ]
        + ["csv", "json", "ndjson", "xml", "xlsx", "plist"].map { [$0] }

    /// Returns the kind of a file with this beginning.
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
