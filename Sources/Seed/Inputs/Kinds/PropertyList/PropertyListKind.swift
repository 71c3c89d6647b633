/// The dictionaries of an array in a property list.
package struct PropertyListKind: RecordKind {
    package static let key = "plist"

    package var paths: [String]
    package var options: RecordOptions

    package init(paths: [String], options: RecordOptions) {
        self.paths = paths
        self.options = options
    }

    package static func open(_ path: String, _ options: RecordOptions) throws -> any RecordSource {
        try PropertyListSource(path: path, options: options)
    }

    /// Keeps the names of enclosing columns only, because a property list is read as a whole and its columns do not
    /// need a separate pass.
    package func knowing(_ source: any RecordSource) -> PropertyListKind {
        var copy = self
        copy.options.parents = source.parentNames
        return copy
    }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try PropertyListRejects(path: path, way: options.records, reason: reason, source: source)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool { file.isNamed("plist") }

    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        drafts(of: file, RecordPaths.propertyList(try PropertyListSource.read(file.path)))
    }
}
