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
        return kind
    }
}
