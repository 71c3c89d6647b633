/// The elements at a path in an XML file.
package struct XMLKind: RecordKind {
    package static let key = "xml"
    package static let optionKeys = ["records", "columns", "lists", "separator"]
    package static let pathSeparator: Character = "/"

    package var paths: [String]
    package var options: RecordOptions

    package init(paths: [String], options: RecordOptions) {
        self.paths = paths
        self.options = options
    }

    package init?(_ plan: inout SourcePlan) {
        guard let paths = plan.paths(Self.key), let options = RecordOptions(&plan, Self.self) else {
            return nil
        }
        guard !options.records.isEmpty else {
            plan.report(SeedIssue(.plan(.missingKey("records")), at: plan.keys.location))
            return nil
        }
        self.init(paths: paths.map { plan.resolved($0) }, options: options)
    }

    package static func open(_ path: String, _ options: RecordOptions) throws -> any RecordSource {
        try XMLSource(path: path, options: options)
    }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try XMLRejects(path: path, options: options, reason: reason, source: source)
    }

    package static func recognizes(_ file: CandidateFile) -> Bool { file.isNamed("xml") }

    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        drafts(of: file, try RecordPaths.xml(file.path), isNamedByFile: true)
    }
}
