import Files

/// A kind of sources: all that is known of files of one form, from the keys of a plan to the form
/// of rejected rows.
///
/// Each has a folder of its own and a line in ``SourceKinds/all``; nothing else names it.
package protocol SourceKind: Equatable, Sendable {
    /// The key of a plan that names the file, such as `csv`.
    static var key: String { get }

    /// The keys that may stand beside it.
    static var optionKeys: [String] { get }

    /// Whether it is read front to back and may come through standard input.
    static var isStream: Bool { get }

    /// Whether any file could be read as one, so that what a file is must be looked at first.
    static var takesAnyFile: Bool { get }

    /// Whether opening a file that is none of this kind tells what it is.
    static var tellsWhatFilesAre: Bool { get }

    /// Reads what a plan says; nil where that is wrong, which is reported.
    init?(_ plan: inout SourcePlan)

    /// Whether it is nothing to wonder at where it has no rows.
    static var mayBeEmpty: Bool { get }

    // MARK: Files

    /// The file, or the first one of several.
    var path: String { get }

    /// Whether it can be told that it gives the same rows as before: files are the same or not.
    var isRepeatable: Bool { get }

    /// Every file that is read, patterns replaced by what they match.
    var inputPaths: [String] { get }

    /// Adds what is read, or may be, to what nothing may be written over.
    func addInputs(to inputs: InputFiles) throws

    /// The same from another file, which may be of the kind of this one's rejected rows.
    func reading(_ path: String) -> any SourceKind

    // MARK: Rows

    /// Opens the files.
    ///
    /// - Parameter scripts: the databases that SQL text has made for other sources.
    /// - Throws: ``SeedIssue``.
    func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource

    /// The options of a kind whose records name their values; nil otherwise.
    var recordOptions: RecordOptions? { get set }

    /// Whether people write a total below the rows.
    var mayEndWithTotal: Bool { get }

    /// The words that mean "no value" where the plan says none.
    var nullWords: [String] { get }

    /// The kind as an opening has shown it: what is known now need not be found out again, which
    /// would take another pass over the file.
    func knowing(_ source: any RecordSource) -> Self

    /// The same where some words mean "no value".
    func taking(nullWords: [String]) -> any SourceKind

    /// The same whose first row is one like the others.
    func withoutHeader() -> any SourceKind

    /// The same where rows may have fewer cells than the header; nil where no row can.
    func paddingShortRows() -> (any SourceKind)?

    /// The same, with empty cells beyond the header left out; nil where no row has such.
    func droppingEmptyCells() -> (any SourceKind)?

    /// The same, with quotes that break the rules read as other programs read them; nil where there are no such rules.
    func readingAnyQuotes() -> (any SourceKind)?

    /// What seems to be wrong with the options where the plan names a column that is not there.
    ///
    /// - Parameter columns: those that are there.
    func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint?

    // MARK: Rejected rows

    /// The extension of the name of a file with rejected rows.
    var rejectExtension: String { get }

    /// Creates a file for rejected rows, which can take the place of the source's.
    ///
    /// - Parameter reason: the name of the column that says what is wrong.
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile

    // MARK: Drafts

    /// Whether a file that somebody names is of this kind, by what it is called and holds.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    static func recognizes(_ file: CandidateFile) throws -> Bool

    /// The sources that a file of this kind holds.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, `StoreError`.
    static func drafts(of file: CandidateFile) throws -> [SourceDraft]
}

extension SourceKind {
    package static var isStream: Bool { true }
    package static var takesAnyFile: Bool { false }
    package static var tellsWhatFilesAre: Bool { false }
    package static var mayBeEmpty: Bool { false }

    package var inputPaths: [String] { [path] }
    package var isRepeatable: Bool { true }

    package func addInputs(to inputs: InputFiles) throws { try addFiles(to: inputs) }

    /// Adds the files that are read.
    func addFiles(to inputs: InputFiles) throws {
        for path in inputPaths {
            if path == StandardInput.path {
                inputs.addStandardInput()
            } else {
                try inputs.add(path)
            }
        }
    }

    package var recordOptions: RecordOptions? {
        get { nil }
        set {}
    }

    package var mayEndWithTotal: Bool { false }

    package var nullWords: [String] { [] }

    package func knowing(_ source: any RecordSource) -> Self { self }

    package func taking(nullWords: [String]) -> any SourceKind { self }

    package func withoutHeader() -> any SourceKind { self }

    package func paddingShortRows() -> (any SourceKind)? { nil }

    package func droppingEmptyCells() -> (any SourceKind)? { nil }

    package func readingAnyQuotes() -> (any SourceKind)? { nil }

    package func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint? { nil }

    /// Whether another one is of the same kind and says the same.
    func isEqual(to other: any SourceKind) -> Bool { other as? Self == self }
}
