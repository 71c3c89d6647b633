/// JSON objects, one per line.
package struct NDJSONKind: RecordKind {
    package static let key = "ndjson"
    package let rejectExtension = "ndjson"

    package var path: String
    package var options: RecordOptions

    package init(path: String, options: RecordOptions) {
        self.path = path
        self.options = options
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try NDJSONSource(path: path, options: options)
    }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try JSONRejects(
            path: path, way: options.records, isLineDelimited: true, reason: reason,
            source: source)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool {
        file.isNamed("ndjson", "jsonl") || file.isNamed("json") && file.hasRecordLines
    }

    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        drafts(of: file, try RecordPaths.json(file.path, isLineDelimited: true))
    }
}
