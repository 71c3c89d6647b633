/// The lines of a file as rows, each of them a JSON object (NDJSON, JSON Lines).
///
/// Columns are those of ``JSONSource``. A malformed line is an error of this line only. Blank lines
/// are no rows.
public final class NDJSONSource: StructuredSource {
    public var fractionRead: Double? { parser.fractionRead }

    private let parser: JSONParser
    let assembler: RecordAssembler
    private let reader: JSONRecordReader
    var isFinished = false

    /// Opens an NDJSON file.
    ///
    /// - Throws: ``SeedIssue``.
    public convenience init(path: String, options: RecordOptions = RecordOptions()) throws {
        try self.init(
            path: path, options: options,
            assembler: Self.assembler(path: path, options: options))
    }

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        parser = JSONParser(TextScanner(try TextFile(path: path)), isLineDelimited: true)
        self.assembler = assembler
        reader = JSONRecordReader(parser: parser, assembler: assembler)
    }

    func readRecord() throws -> Bool {
        guard try parser.nextLine() else { return false }
        try reader.read(try parser.next())
        _ = try parser.next()
        return true
    }

    func recover() -> Bool {
        assembler.clear(at: parser.place)
        do {
            try parser.abandonLine()
            return true
        } catch {
            return false
        }
    }
}
