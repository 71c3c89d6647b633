/// JSON objects, one per line.
package struct NDJSONKind: JSONTextKind {
    package static let key = "ndjson"
    static let isLineDelimited = true

    package var paths: [String]
    package var options: RecordOptions

    package init(paths: [String], options: RecordOptions) {
        self.paths = paths
        self.options = options
    }

    package static func open(_ path: String, _ options: RecordOptions) throws -> any RecordSource {
        try NDJSONSource(path: path, options: options)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool {
        file.isNamed("ndjson", "jsonl") || file.isNamed("json") && file.hasRecordLines
    }
}
