import Files
import ObjectModel

/// The dictionaries of arrays in a property list as rows.
///
/// A property list is read as a whole, up to the sizes that ``PropertyList`` allows. A column is a key, or the path
/// of keys to a nested value, joined by dots. Within one record the columns are in binary order, because
/// dictionaries are unordered.
package final class PropertyListSource: RecordSource {
    package let columns: [String]
    package let referenceDates: Set<String>
    package let record = Record()

    private let path: String
    private let records: PropertyListRecords
    private let cells: [Cell]
    private let separator: String
    private var row = -1
    private var usedColumns: Set<Int>?
    /// The columns whose cells may be the JSON of a list.
    private var listColumns: Set<Int> = []
    /// The length of the longest list in each column.
    private let lists: [String: Int]

    /// The location of a column's values.
    private enum Cell {
        case own([String])
        case parent(height: Int, [String])
        case position(ParentColumn)
    }

    /// The largest file in bytes.
    package static let largestFile = Limits.propertyListBytes.most

    /// Reads a binary or XML property list.
    ///
    /// - Throws: ``SeedIssue``.
    package init(path: String, options: RecordOptions = RecordOptions()) throws {
        self.path = path
        separator = options.separator
        let records = try PropertyListRecords(
            in: try Self.read(path), at: options.records, path: path, takesRoot: options.takesRoot)
        let found = PropertyListColumns(records.rows.lazy.filter { $0.issue == nil }.map(\.value))
        let (index, ownDates) = (found.index, found.dates)
        lists = Self.lists(of: found)
        let own = options.columns ?? found.names
        var dates: Set<String> = []
        let cells = (own + options.parentColumns).enumerated().map { position, name -> Cell in
            guard position >= own.count || index[name] == nil, let column = ParentColumn(name),
                column.height <= options.records.count
            else {
                if ownDates.contains(name) { dates.insert(name) }
                return .own(index[name] ?? PropertyListColumns.keys(of: name))
            }
            guard case .value(let wanted) = column.content else { return .position(column) }
            let around = PropertyListColumns(records.parents(height: column.height))
            if around.dates.contains(wanted) { dates.insert(name) }
            return .parent(
                height: column.height,
                around.index[wanted] ?? PropertyListColumns.keys(of: wanted))
        }
        guard cells.count <= ColumnIndex.limit else {
            throw SeedIssue(.document(.tooManyColumns(ColumnIndex.limit)), at: .init(path: path))
        }
        guard options.columns != nil || !own.isEmpty else {
            throw SeedIssue(.document(.noRecords), at: .init(path: path))
        }
        self.records = records
        self.cells = cells
        columns = own + options.parentColumns
        referenceDates = dates
    }

    /// The columns of the dictionaries that enclose the records.
    package var parentNames: ParentNames? {
        var names = ParentNames(levelCount: records.path.count)
        names.lists = lists
        for height in stride(from: 1, through: records.path.count, by: 1) {
            let around = PropertyListColumns(records.parents(height: height))
            // The key on the path to the records is not a column.
            let key = records.path[records.path.count - height]
            names.columns += around.keys.filter { $0.first != key }.map {
                ParentColumn.name(of: $0.joined(separator: "."), height: height)
            }
            for (name, count) in Self.lists(of: around) where name != key && !name.hasPrefix(key + ".") {
                names.lists[ParentColumn.name(of: name, height: height)] = count
            }
        }
        return names
    }

    private static func lists(of columns: PropertyListColumns) -> [String: Int] {
        Dictionary(
            columns.lists.map { ($0.key.joined(separator: "."), $0.value) }, uniquingKeysWith: { max($0, $1) }
        )
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        row = min(row + 1, records.rows.count)
        guard row < records.rows.count else { return false }
        record.removeAll()
        let found = records.rows[row]
        if let issue = found.issue { throw SeedIssue(issue, at: location(ofColumn: nil)) }
        guard found.value.isRecord else {
            throw SeedIssue(.document(.recordIsNoObject), at: location(ofColumn: nil))
        }
        for (column, cell) in cells.enumerated() {
            do {
                try append(cell, of: found, column: column)
            } catch {
                guard usedColumns?.contains(column) ?? true else {
                    record.appendNull()
                    continue
                }
                throw error
            }
        }
        return true
    }

    /// Leaves the values of other columns unexamined.
    package func use(_ columns: Set<Int>) { usedColumns = columns }

    package func keepLists(in columns: Set<Int>) { listColumns = columns }

    /// Returns the record's number, starting at 1, in place of a line.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        .init(path: path, line: row + 1, column: index.map { $0 + 1 })
    }

    // MARK: Reading

    /// Reads a whole file.
    ///
    /// - Throws: ``SeedIssue``.
    package static func read(_ path: String) throws -> PropertyList {
        let input = try TextFile.decompressed(path)
        let reader = ByteReader(input)
        while try reader.fill() {
            guard reader.unread.count <= largestFile else {
                throw SeedIssue(.file(.sourceTooLarge(limit: largestFile)), at: .init(path: path))
            }
        }
        do {
            return try PropertyList(bytes: Array(reader.unread))
        } catch let error as ModelError {
            throw SeedIssue(
                .document(.malformedPropertyList(error.problem)),
                at: .init(path: path, line: error.line, column: error.column))
        }
    }

    private func append(
        _ cell: Cell, of found: PropertyListRecords.Node, column: Int
    ) throws {
        switch cell {
        case .own(let keys): try append(found.value.value(at: keys), column: column)
        case .parent(let height, let keys):
            try append(found.around(height)?.value.value(at: keys), column: column)
        case .position(let question):
            let position = question.height == 0 ? found : found.around(question.height)
            if question.content == .position {
                try append(String(position?.position ?? 1), column: column)
            } else if let key = position?.key {
                try append(key, column: column)
            } else {
                record.appendNull()
            }
        }
    }

    private func append(_ value: PropertyList?, column: Int) throws {
        switch value {
        case nil, .null: record.appendNull()
        case .string(let text): try append(text, column: column)
        case .integer(let number): record.append(number)
        case .unsigned(let number): record.append(Double(number))
        case .real(let number), .date(let number): record.append(number)
        case .bool(let flag): try append(flag ? "true" : "false", column: column)
        case .data(let bytes): bytes.withUnsafeBytes { record.append(blob: $0) }
        case .array(let elements): try append(elements, column: column)
        case .dictionary, .uid:
            throw SeedIssue(
                .document(.notAList), at: location(ofColumn: column), sourceColumn: columns[column])
        }
    }

    private func append(_ text: String, column: Int) throws {
        try text.withUTF8Bytes { bytes in
            guard !bytes.contains(0) else {
                throw SeedIssue(
                    .value(.nulCharacter), at: location(ofColumn: column), sourceColumn: columns[column])
            }
            record.append(text: bytes)
        }
    }

    private func append(_ elements: [PropertyList], column: Int) throws {
        guard let first = elements.first else { return record.appendNull() }
        var json = JSONTranscript()
        if listColumns.contains(column), first.isContainer, PropertyList.array(elements).addJSON(to: &json) {
            return try append(String(decoding: json.bytes, as: UTF8.self), column: column)
        }
        let texts = try elements.map { element in
            guard let text = element.listText else {
                throw SeedIssue(
                    .document(.notAList), at: location(ofColumn: column), sourceColumn: columns[column])
            }
            guard !text.contains(separator) else {
                throw SeedIssue(
                    .document(.separatorInElement(separator)), at: location(ofColumn: column),
                    sourceColumn: columns[column], value: text)
            }
            return text
        }
        try append(texts.joined(separator: separator), column: column)
    }
}
