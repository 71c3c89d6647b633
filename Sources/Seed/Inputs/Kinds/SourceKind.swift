import Files

/// A kind of input: everything about one file format, from the keys of a plan to the format of rejected rows.
///
/// Each kind has its own folder and a line in ``SourceKinds/all``. No other code refers to it.
package protocol SourceKind: Equatable, Sendable {
    /// The key of a plan for the path, such as `csv`.
    static var key: String { get }

    /// The additional keys.
    static var optionKeys: [String] { get }

    /// Whether the format is read from beginning to end, so that it can come through standard input.
    static var isStream: Bool { get }

    /// Whether any file could be read in this format, so that its real format must be checked first.
    static var takesAnyFile: Bool { get }

    /// Whether opening a file of another format already reports that format.
    static var opensOnlyItsOwnFormat: Bool { get }

    /// Reads the keys of a plan. Returns nil if they are invalid, which is reported.
    init?(_ plan: inout SourcePlan)

    /// Whether an empty input is normal for this kind.
    static var mayBeEmpty: Bool { get }

    // MARK: Files

    /// The file, or the first of several.
    var path: String { get }

    /// Whether its rows can change only if its files change.
    var isRepeatable: Bool { get }

    /// All files that are read, with patterns expanded.
    var inputPaths: [String] { get }

    /// Adds the files that are or may be read to those that no output may overwrite.
    func addInputs(to inputs: InputFiles) throws

    /// Returns the kind for another file, which may have the format of this kind's rejected rows.
    func reading(_ path: String) -> any SourceKind

    // MARK: Rows

    /// Opens the files.
    ///
    /// - Parameter scripts: the databases that SQL text has created for other inputs.
    /// - Throws: ``SeedIssue``.
    func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource

    /// The options for records with named values, or nil for other kinds.
    var recordOptions: RecordOptions? { get set }

    /// Whether users write totals below the rows of such files.
    var mayEndWithTotal: Bool { get }

    /// The words for missing values, if the plan does not specify any.
    var nullWords: [String] { get }

    /// Returns the kind with facts from an opened input, so that they need not be determined again by another pass
    /// over the file.
    func knowing(_ source: any RecordSource) -> Self

    /// Returns the kind with some words for missing values.
    func taking(nullWords: [String]) -> any SourceKind

    /// Returns the kind without a header, so that the first row counts as data.
    func withoutHeader() -> any SourceKind

    /// Returns the kind that accepts rows with too few cells, or nil if rows cannot be too short.
    func paddingShortRows() -> (any SourceKind)?

    /// Returns the kind that drops empty cells beyond the header, or nil if there cannot be such cells.
    func droppingEmptyCells() -> (any SourceKind)?

    /// Returns the kind that reads quotes leniently, or nil if the format has no rules for quotes.
    func readingAnyQuotes() -> (any SourceKind)?

    /// Returns the kind that reads texts that are not UTF-8, in the encoding that fits them best, or nil if there is
    /// none.
    ///
    /// - Throws: ``SeedIssue`` if the file cannot be read.
    func readingInvalidTexts(sharing scripts: ScriptDatabases?) throws -> EncodedTexts?

    /// Returns a hint about the options if the plan names a missing column.
    ///
    /// - Parameter columns: the existing columns.
    func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint?

    // MARK: Rejected rows

    /// The file name extension for rejected rows.
    var rejectExtension: String { get }

    /// Creates a file for rejected rows that can replace the input's file.
    ///
    /// - Parameter reason: the name of the column for the reason.
    /// - Throws: `FileError`, `DatabaseError`.
    func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile

    // MARK: Drafts

    /// Returns whether the file's name and contents match this kind.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    static func recognizes(_ file: CandidateFile) throws -> Bool

    /// Returns drafts of the inputs in a file of this kind.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, `StoreError`.
    static func drafts(of file: CandidateFile) throws -> [SourceDraft]
}

extension SourceKind {
    package static var isStream: Bool { true }
    package static var takesAnyFile: Bool { false }
    package static var opensOnlyItsOwnFormat: Bool { false }
    package static var mayBeEmpty: Bool { false }

    package var inputPaths: [String] { [path] }
    package var rejectExtension: String { Self.key }
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

    package func readingInvalidTexts(sharing scripts: ScriptDatabases?) throws -> EncodedTexts? { nil }

    package func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint? { nil }

    /// Returns whether another input has the same kind and the same options.
    func isEqual(to other: any SourceKind) -> Bool { other as? Self == self }
}

/// A kind of input that reads its texts in a guessed encoding.
package struct EncodedTexts {
    package let kind: any SourceKind
    package let encoding: TextEncoding
    /// The remark that a user should check, or nil if the encoding is certain.
    package let doubt: String?
}
