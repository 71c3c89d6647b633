/// The objects of a JSON array.
package struct JSONKind: JSONTextKind {
    package static let key = "json"
    static let isLineDelimited = false

    package var paths: [String]
    package var options: RecordOptions

    package init(paths: [String], options: RecordOptions) {
        self.paths = paths
        self.options = options
    }

    package static func open(_ path: String, _ options: RecordOptions) throws -> any RecordSource {
        try JSONSource(path: path, options: options)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool {
        file.isNamed("json", "geojson") && !NDJSONKind.recognizes(file)
    }
}

/// A kind of JSON text: one document, or one document per line.
protocol JSONTextKind: RecordKind {
    static var isLineDelimited: Bool { get }
}

extension JSONTextKind {
    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try JSONRejects(
            path: path, way: options.records, isLineDelimited: Self.isLineDelimited, reason: reason,
            source: source)
    }

    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        drafts(
            of: file,
            try RecordPaths.json(
                file.path, isLineDelimited: isLineDelimited, names: file.names))
    }
}
