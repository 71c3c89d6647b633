/// JSON objects, one per line.
package struct NDJSONKind: JSONTextKind {
    package static let key = "ndjson"
    static let isLineDelimited = true

    package var path: String
    package var options: RecordOptions

    package init(path: String, options: RecordOptions) {
        self.path = path
        self.options = options
    }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        try NDJSONSource(path: path, options: options)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool {
        file.isNamed("ndjson", "jsonl") || file.isNamed("json") && file.hasRecordLines
    }
}
