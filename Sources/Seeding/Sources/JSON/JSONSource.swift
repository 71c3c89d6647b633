/// The objects of a JSON array as rows.
///
/// The file is read as a stream: once for its rows, and before that once for the columns unless
/// the plan names them. A column is a key, or the keys that lead to a nested value with points
/// between them. An array of scalars is a list cell. Arrays of anything else are no columns.
public final class JSONSource: RecordSource {
    public var columns: [String] { assembler.columns }
    public var record: Record { assembler.record }
    public var fractionRead: Double? { parser.fractionRead }

    private let parser: JSONParser
    private let assembler: RecordAssembler
    private let reader: JSONRecordReader
    private let path: String
    private let keys: [String]
    private var isInRecords = false
    private var isFinished = false
    /// The place of the next key of `keys` to be met, while the array was not.
    private var level = 0

    /// Opens a JSON file.
    ///
    /// - Throws: ``SeedIssue``.
    public convenience init(path: String, options: RecordOptions = RecordOptions()) throws {
        let columns = try options.columns ?? Self.columns(path: path, options: options)
        try self.init(path: path, options: options, columns: columns)
    }

    private init(path: String, options: RecordOptions, columns: [String]?) throws {
        self.path = path
        keys = options.records
        parser = JSONParser(TextScanner(try TextFile(path: path)))
        assembler = RecordAssembler(path: path, columns: columns, separator: options.separator)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        try findRecords()
    }

    private static func columns(path: String, options: RecordOptions) throws -> [String] {
        let source = try JSONSource(path: path, options: options, columns: nil)
        return try source.assembler.collectColumns(from: source, at: path) { source.isFinished }
    }

    public func next() throws -> Bool {
        guard !isFinished, isInRecords else { return false }
        do {
            let event = try parser.next()
            if event == .endArray {
                isInRecords = false
                try readRest()
                isFinished = true
                return false
            }
            try reader.read(event)
        } catch {
            isFinished = true
            throw error
        }
        try assembler.end()
        return true
    }

    public func location(ofColumn index: Int?) -> SeedIssue.Location {
        assembler.location(ofColumn: index)
    }

    // MARK: The way to the records

    private func findRecords() throws {
        let event = try parser.next()
        guard !keys.isEmpty else {
            guard event == .beginArray else { throw notFound(.recordsAreNoArray) }
            isInRecords = true
            return
        }
        guard event == .beginObject else { throw notFound(.noSuchRecords(keys.joined(separator: "."))) }
        guard try descend() else { throw notFound(.noSuchRecords(keys.joined(separator: "."))) }
        isInRecords = true
    }

    /// Follows the keys to the array; false where the document ends before.
    private func descend() throws -> Bool {
        while true {
            switch try parser.next() {
            case .endObject:
                level -= 1
                if level < 0 { return false }
            case .name:
                guard parser.text.elementsEqual(keys[level].utf8) else {
                    try parser.skip(after: try parser.next())
                    continue
                }
                let event = try parser.next()
                if level + 1 == keys.count {
                    guard event == .beginArray else { throw notFound(.recordsAreNoArray) }
                    return true
                }
                if event == .beginObject {
                    level += 1
                } else {
                    try parser.skip(after: event)
                }
            default: return false
            }
        }
    }

    /// Reads what follows the array: it must be well-formed, and no second array of that name.
    private func readRest() throws {
        if !keys.isEmpty, try descend() { throw notFound(.repeatedRecords(keys.joined(separator: "."))) }
        _ = try parser.next()
    }

    private func notFound(_ reason: SeedIssue.Reason) -> SeedIssue {
        SeedIssue(reason, at: parser.place.location(in: path))
    }
}
