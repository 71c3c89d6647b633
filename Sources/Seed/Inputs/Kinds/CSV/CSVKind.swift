/// CSV files. Paths may be patterns.
package struct CSVKind: FileListKind {
    package static let key = "csv"
    package static let optionKeys = [
        "delimiter", "header", "columns", "skipLines", "comment", "encoding", "blankRows",
        "shortRows", "longRows", "quoting", "transpose",
    ]
    package static let takesAnyFile = true
    package var rejectExtension: String { options.isEscaped ? "tsv" : "csv" }

    package var paths: [String]
    package var options: CSVOptions = CSVOptions()

    package func reading(_ path: String) -> any SourceKind { CSVKind(paths: [path], options: options) }

    package func open(sharing scripts: ScriptDatabases?) throws -> any RecordSource {
        if options.isEscaped { return try EscapedSource(path: path, options: options) }
        let files = try SourcePaths.expanded(paths)
        return files.count == 1
            ? try CSVSource(path: files[0], options: options)
            : try open(files)
    }

    /// Opens the rows of other bytes.
    func open(_ input: any ByteInput) throws -> any RecordSource {
        options.isEscaped
            ? try EscapedSource(path: path, options: options, input: input)
            : try CSVSource(path: path, options: options, input: input)
    }

    /// `mysql --batch` writes NULL as a word.
    package var nullWords: [String] { options.isEscaped ? ["NULL"] : [] }

    package func withoutHeader() -> any SourceKind {
        var options = options
        options.hasHeader = false
        return CSVKind(paths: paths, options: options)
    }

    package func droppingEmptyCells() -> (any SourceKind)? {
        var options = options
        options.longRows = .dropEmpty
        return CSVKind(paths: paths, options: options)
    }

    package func readingAnyQuotes() -> (any SourceKind)? {
        var options = options
        options.isLenient = true
        return CSVKind(paths: paths, options: options)
    }

    package var mayEndWithTotal: Bool { true }

    package func paddingShortRows() -> (any SourceKind)? {
        var options = options
        options.padsShortRows = true
        return CSVKind(paths: paths, options: options)
    }

    package func createRejects(
        at path: String, for source: any RecordSource, reason: String
    ) throws -> any RejectFile {
        options.isEscaped
            ? try EscapedRejects(path: path, source: source, options: options, reason: reason)
            : try DelimitedRejects(path: path, source: source, options: options, reason: reason)
    }

    /// Returns the probable delimiter of a file whose header lacks a column.
    package func hint(forMissing column: String, columns: [String]) -> SeedIssue.Hint? {
        guard options.hasHeader, case .byte(let delimiter) = options.delimiter else { return nil }
        let header = columns.joined(separator: String(Unicode.Scalar(delimiter)))
        for candidate in DelimiterDetector.candidates where candidate != delimiter {
            let parts = header.split { $0.utf8.elementsEqual(CollectionOfOne(candidate)) }
                .map { $0.filter { $0 != "\"" }.description.trimmed }
            guard parts.count > 1, parts.contains(column) || columns.count == 1 else { continue }
            return .delimiter(String(Unicode.Scalar(candidate)), columns: columns)
        }
        return nil
    }
}
