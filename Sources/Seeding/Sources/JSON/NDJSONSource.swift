/// The lines of a file as rows, each of them a JSON object (NDJSON, JSON Lines).
///
/// Columns are those of ``JSONSource``. A malformed line is an error of this line only. Blank lines
/// are no rows.
public final class NDJSONSource: RecordSource {
    public var columns: [String] { assembler.columns }
    public var record: Record { assembler.record }
    public var fractionRead: Double? { parser.fractionRead }

    private let parser: JSONParser
    private let assembler: RecordAssembler
    private let reader: JSONRecordReader
    private var isFinished = false

    /// Opens an NDJSON file.
    ///
    /// - Throws: ``SeedIssue``.
    public convenience init(path: String, options: RecordOptions = RecordOptions()) throws {
        let columns = try options.columns ?? Self.columns(path: path, options: options)
        try self.init(path: path, options: options, columns: columns)
    }

    private init(path: String, options: RecordOptions, columns: [String]?) throws {
        parser = JSONParser(TextScanner(try TextFile(path: path)), isLineDelimited: true)
        assembler = RecordAssembler(path: path, columns: columns, separator: options.separator)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
    }

    private static func columns(path: String, options: RecordOptions) throws -> [String] {
        let source = try NDJSONSource(path: path, options: options, columns: nil)
        return try source.assembler.collectColumns(from: source, at: path) { source.isFinished }
    }

    public func next() throws -> Bool {
        guard !isFinished else { return false }
        do {
            guard try parser.nextLine() else { return false }
            try reader.read(try parser.next())
            _ = try parser.next()
        } catch {
            assembler.clear(at: parser.place)
            do {
                try parser.abandonLine()
            } catch {
                isFinished = true
            }
            throw error
        }
        try assembler.end()
        return true
    }

    public func location(ofColumn index: Int?) -> SeedIssue.Location {
        assembler.location(ofColumn: index)
    }
}
