/// The objects of a JSON array as rows.
///
/// A column is a key, or the keys that lead to a nested value with points between them. An array of
/// scalars is a list cell. Arrays of anything else are no columns.
public final class JSONSource: StructuredSource {
    public var fractionRead: Double? { parser.fractionRead }

    private let parser: JSONParser
    let assembler: RecordAssembler
    private let reader: JSONRecordReader
    private let path: String
    private let keys: [String]
    var isFinished = false
    /// The place of the next key of `keys` to be met, while the array was not.
    private var level = 0

    /// Opens a JSON file.
    ///
    /// - Throws: ``SeedIssue``.
    public convenience init(path: String, options: RecordOptions = RecordOptions()) throws {
        try self.init(
            path: path, options: options,
            assembler: Self.assembler(path: path, options: options))
    }

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        self.path = path
        keys = options.records
        parser = JSONParser(TextScanner(try TextFile(path: path)))
        self.assembler = assembler
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        try findRecords()
    }

    func readRecord() throws -> Bool {
        let event = try parser.next()
        guard event != .endArray else {
            try readRest()
            return false
        }
        try reader.read(event)
        return true
    }

    // MARK: The way to the records

    private func findRecords() throws {
        let event = try parser.next()
        guard !keys.isEmpty else {
            guard event == .beginArray else { throw notFound(.recordsAreNoArray) }
            return
        }
        guard event == .beginObject else {
            throw notFound(.noSuchRecords(keys.joined(separator: ".")))
        }
        guard try descend() else { throw notFound(.noSuchRecords(keys.joined(separator: "."))) }
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
        if !keys.isEmpty, try descend() {
            throw notFound(.repeatedRecords(keys.joined(separator: ".")))
        }
        _ = try parser.next()
    }

    private func notFound(_ reason: SeedIssue.Reason) -> SeedIssue {
        SeedIssue(reason, at: parser.place.location(in: path))
    }
}
