import Files

/// The output of a program, in the format of one of the text kinds.
///
/// The program runs if `--allow-commands` allows it, once per build, in the folder of the plan and without a shell.
/// If a single load reads CSV output, it comes straight through a pipe. Any other output is kept in a private file,
/// because it is read more than once.
package struct CommandKind: SourceKind {
    package static let key = "command"
    package static let optionKeys = ["format"] + contentKeys
    package static let isStream = false
    package static let opensOnlyItsOwnFormat = true

    /// The program and its arguments.
    package let words: [String]
    /// The location of the command in the plan.
    package let location: SeedIssue.Location
    /// The name of the output in messages.
    package let path: String
    private let folder: String
    private(set) var content: any SourceKind
    /// Whether several loads read the output.
    package var hasSeveralReaders = false

    /// The possible formats of the output.
    package enum Format: String, CaseIterable { case csv, json, ndjson, xml, mysql }

    private static let contentKinds: [any SourceKind.Type] = [
        CSVKind.self, JSONKind.self, NDJSONKind.self, XMLKind.self,
    ]

    private static var contentKeys: [String] {
        var seen: Set<String> = []
        return contentKinds.flatMap { $0.optionKeys }.filter { seen.insert($0).inserted }
    }

    package init?(_ plan: inout SourcePlan) {
        guard let words = plan.paths(Self.key) else { return nil }
        let expected = "a list of the program and its arguments: `[psql, shop, --csv, -c, \"SELECT …\"]`"
        // A single text is a program without arguments, because no shell splits it.
        let isLine = words.count == 1 && words[0].value.contains(" ") && plan.keys.isSingle(Self.key)
        guard !isLine, !words[0].value.isEmpty, !words.contains(where: { $0.value.utf8.contains(0) }) else {
            plan.report(SeedIssue(.plan(.wrongKind(expected: expected)), at: words[0].location))
            return nil
        }
        self.words = words.map(\.value)
        location = plan.keys.keyLocation(Self.key)
        path = "\(plan.name.value) (command)"
        folder = plan.resolved(Located(".", at: location))
        let format = plan.keys.choice("format", as: Format.self) ?? .csv
        guard let content = Self.content(format, path: path, &plan) else { return nil }
        self.content = content
        let own = format == .mysql ? ["header", "columns"] : type(of: content).optionKeys
        for key in Self.contentKeys where !own.contains(key) && plan.keys.has(key) {
            plan.conflict("format: \(format.rawValue)", key)
        }
    }

    private static func content(
        _ format: Format, path: String, _ plan: inout SourcePlan
    ) -> (any SourceKind)? {
        switch format {
        case .csv:
            return CSVKind.options(&plan).map { CSVKind(paths: [path], options: $0) }
        case .mysql:
            guard var options = CSVKind.options(&plan) else { return nil }
            options.isEscaped = true
            return CSVKind(paths: [path], options: options)
        case .json:
            return RecordOptions(&plan, JSONKind.self).map { JSONKind(path: path, options: $0) }
        case .ndjson:
            return RecordOptions(&plan, NDJSONKind.self).map { NDJSONKind(path: path, options: $0) }
        case .xml:
            guard let options = RecordOptions(&plan, XMLKind.self) else { return nil }
            guard !options.records.isEmpty else {
                plan.report(SeedIssue(.plan(.missingKey("records")), at: plan.keys.location))
                return nil
            }
            return XMLKind(path: path, options: options)
        }
    }

    package static func == (one: CommandKind, other: CommandKind) -> Bool {
        one.words == other.words && one.path == other.path && one.folder == other.folder
            && one.hasSeveralReaders == other.hasSeveralReaders && one.content.isEqual(to: other.content)
    }

    // MARK: Files

    /// Empty, because a program's output is new in every build.
    package var inputPaths: [String] { [] }
    package var isRepeatable: Bool { false }

    package func addInputs(to inputs: InputFiles) {}

    /// Returns the kind for a file with the program's output in its place.
    package func reading(_ path: String) -> any SourceKind { content.reading(path) }

    // MARK: Rows

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        guard let scripts else { throw SeedIssue(.command(.notAllowed(words)), at: location) }
        let run = scripts.shared(path) { CommandRun(words, in: folder, path: path) }
        if let csv = content as? CSVKind, !hasSeveralReaders {
            return CommandSource(try run.stream { try csv.open($0) }, run)
        }
        let file = content.reading(try run.keptOutput())
        return CommandSource(try file.open(sharing: nil), run)
    }

    /// Returns the output as a file for drafts, which read it more than once although the program runs only once.
    ///
    /// - Parameter shared: the object that keeps the file.
    /// - Throws: ``SeedIssue``.
    package func kept(in shared: ScriptDatabases) throws -> any SourceKind {
        let run = shared.shared(path) { CommandRun(words, in: folder, path: path) }
        return content.reading(try run.keptOutput())
    }

    package var recordOptions: RecordOptions? {
        get { content.recordOptions }
        set { content.recordOptions = newValue }
    }

    package var mayEndWithTotal: Bool { content.mayEndWithTotal }

    package var nullWords: [String] { content.nullWords }

    package func knowing(_ source: any RecordSource) -> CommandKind {
        var copy = self
        copy.content = content.knowing(source)
        return copy
    }

    package func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint? {
        content.hint(forMissing: column, columns: columns)
    }

    // MARK: Rejected rows

    package var rejectExtension: String { content.rejectExtension }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        try content.createRejects(at: path, for: source, reason: reason)
    }

    // MARK: Drafts

    /// Returns false, because no file is a command.
    package static func recognizes(_ file: CandidateFile) -> Bool { false }
    package static func drafts(of file: CandidateFile) -> [SourceDraft] { [] }
}

/// The rows of a program's output, with warnings from its standard error.
final class CommandSource: RecordSource {
    let base: any RecordSource
    private let run: CommandRun

    init(_ base: any RecordSource, _ run: CommandRun) {
        self.base = base
        self.run = run
    }

    var columns: [String] { base.columns }
    var referenceDates: Set<String> { base.referenceDates }
    var record: Record { base.record }
    var blankRows: Int { base.blankRows }
    var filteredRows: Int { base.filteredRows }
    var warnings: [SeedIssue] { base.warnings + run.warnings }
    var fractionRead: Double? { nil }
    var parentNames: ParentNames? { base.parentNames }

    func next() throws -> Bool { try base.next() }

    func use(_ columns: Set<Int>) { base.use(columns) }

    func keepLists(in columns: Set<Int>) { base.keepLists(in: columns) }

    func location(ofColumn index: Int?) -> SeedIssue.Location { base.location(ofColumn: index) }
    func line(ofColumn index: Int?) -> SeedIssue.Location { base.line(ofColumn: index) }
}
