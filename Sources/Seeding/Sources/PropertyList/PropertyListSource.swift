import ObjectModel

/// The dictionaries of an array in a property list as rows.
///
/// A property list is read as a whole, up to the sizes that ``PropertyList`` allows. Columns are
/// keys, or keys with points between them that lead to nested values, in binary order as far as
/// one record goes: dictionaries have no order of their own.
public final class PropertyListSource: RecordSource {
    public let columns: [String]
    public let referenceDates: Set<String>
    public let record = Record()

    private let path: String
    private let rows: [PropertyList]
    private let keys: [[String]]
    private let separator: String
    private var row = -1

    /// The largest file, in bytes.
    public static let largestFile = 64 << 20

    /// Reads a property list, binary or XML.
    ///
    /// - Throws: ``SeedIssue``.
    public init(path: String, options: RecordOptions = RecordOptions()) throws {
        self.path = path
        separator = options.separator
        rows = try Self.rows(of: try Self.read(path), at: options.records, path: path)
        var found = PropertyListColumns(rows)
        if let wanted = options.columns { found.keep(wanted) }
        guard found.keys.count <= ColumnIndex.limit else {
            throw SeedIssue(.tooManyColumns(ColumnIndex.limit), at: .init(path: path))
        }
        guard options.columns != nil || !found.keys.isEmpty else {
            throw SeedIssue(.noRecords, at: .init(path: path))
        }
        keys = found.keys
        columns = found.names
        referenceDates = found.dates
    }

    /// Goes to the next row, see ``RecordSource/next()``.
    public func next() throws -> Bool {
        row = min(row + 1, rows.count)
        guard row < rows.count else { return false }
        record.removeAll()
        guard rows[row].isRecord else {
            throw SeedIssue(.recordIsNoObject, at: location(ofColumn: nil))
        }
        for (column, keys) in keys.enumerated() {
            try append(rows[row].value(at: keys), column: column)
        }
        return true
    }

    /// The record's number, counted from 1, stands for its line.
    public func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: path, line: row + 1, column: index.map { $0 + 1 })
    }

    // MARK: Reading

    private static func read(_ path: String) throws -> PropertyList {
        let input = try TextFile.decompressed(path)
        let reader = ByteReader(input)
        while try reader.fill() {
            guard reader.unread.count <= largestFile else {
                throw SeedIssue(.sourceTooLarge(limit: largestFile), at: .init(path: path))
            }
        }
        do {
            return try PropertyList(bytes: Array(reader.unread))
        } catch let error as ModelError {
            throw SeedIssue(
                .malformedPropertyList(error.problem),
                at: .init(path: path, line: error.line, column: error.column))
        }
    }

    private static func rows(
        of root: PropertyList, at keys: [String], path: String
    ) throws -> [PropertyList] {
        guard let value = root.value(at: keys) else {
            throw SeedIssue(.noSuchRecords(keys.joined(separator: ".")), at: .init(path: path))
        }
        guard case .array(let rows) = value else {
            throw SeedIssue(.recordsAreNoArray, at: .init(path: path))
        }
        return rows
    }

    private func append(_ value: PropertyList?, column: Int) throws {
        switch value {
        case nil, .null: record.appendNull()
        case .string(let text): try append(text, column: column)
        case .integer(let number): record.append(number)
        case .real(let number), .date(let number): record.append(number)
        case .bool(let flag): try append(flag ? "true" : "false", column: column)
        case .data(let bytes): bytes.withUnsafeBytes { record.append(blob: $0) }
        case .array(let elements): try append(elements, column: column)
        case .dictionary, .uid:
            throw SeedIssue(
                .notAList, at: location(ofColumn: column), sourceColumn: columns[column])
        }
    }

    private func append(_ text: String, column: Int) throws {
        try text.withUTF8Bytes { bytes in
            guard !bytes.contains(0) else {
                throw SeedIssue(
                    .nulCharacter, at: location(ofColumn: column), sourceColumn: columns[column])
            }
            record.append(text: bytes)
        }
    }

    private func append(_ elements: [PropertyList], column: Int) throws {
        guard !elements.isEmpty else { return record.appendNull() }
        let texts = try elements.map { element in
            guard let text = element.listText else {
                throw SeedIssue(
                    .notAList, at: location(ofColumn: column), sourceColumn: columns[column])
            }
            guard !text.contains(separator) else {
                throw SeedIssue(
                    .separatorInElement(separator), at: location(ofColumn: column),
                    sourceColumn: columns[column], value: text)
            }
            return text
        }
        try append(texts.joined(separator: separator), column: column)
    }
}
