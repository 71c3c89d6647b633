import Files

/// Puts the values of one record, which come in the order of the source, into the columns of a row.
///
/// What is wrong with the content of a record is kept until it ends (``end()``), so that the parser
/// stays in step and the next record can be read.
final class RecordAssembler {
    let record = Record()
    private let path: String
    private let separator: [UInt8]
    /// Whether names that are no column yet become one.
    private let collects: Bool
    private var index: ColumnIndex
    /// Where each cell begins; nil for cells without value.
    private var positions: [TextPosition?] = []
    /// The text of each cell that is a list, while it grows.
    private var lists: [[UInt8]] = []
    private var isList: [Bool] = []
    /// How many bytes the lists have in all.
    private var listSize = 0
    private var recordPosition = TextPosition()
    private var issue: SeedIssue?
    /// The columns whose values matter; nil for all.
    var usedColumns: Set<Int>?
    /// The columns whose cell may be the JSON of a list.
    var listColumns: Set<Int> = []
    /// How many elements the longest list of a column has, while columns are collected.
    private(set) var listCounts: [String: Int] = [:]
    /// The greatest position in a list that a column's name has, as `coordinates.1`; nil where none has.
    let lastPosition: Int?
    /// That there are more columns than any sensible source has.
    private(set) var overflow: SeedIssue?
    /// Of an object around records: whether these have begun.
    var isBehindRecords = false
    /// The columns that were met behind the records, while columns are collected.
    private(set) var lateColumns: Set<Int> = []

    /// Prepares to assemble records.
    ///
    /// - Parameter columns: the columns; nil to collect them.
    init(path: String, columns: [String]?, separator: String) {
        self.path = path
        self.separator = Array(separator.utf8)
        collects = columns == nil
        index = ColumnIndex(columns ?? [])
        lastPosition = columns?.compactMap { name in
            name.utf8.split(separator: UInt8(ascii: ".")).dropFirst().compactMap(Self.position).max()
        }.max()
    }

    /// The position that a part of a column's name stands for; nil where it is a key.
    static func position(_ part: some Collection<UInt8>) -> Int? {
        guard part.count < 8, part.allSatisfy({ (0x30...0x39).contains($0) }), !part.isEmpty else {
            return nil
        }
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The columns, as far as they are known.
    var columns: [String] { index.names }

    /// A record begins.
    func begin(at position: TextPosition) {
        issue = nil
        isBehindRecords = false
        listSize = 0
        recordPosition = position
        index.restart()
        record.reset(count: index.names.count)
        for column in positions.indices {
            positions[column] = nil
            isList[column] = false
            lists[column].removeAll(keepingCapacity: true)
        }
        makeRoom()
    }

    /// A column's value; the same column must have no other one.
    func set(_ name: UnsafeRawBufferPointer, to text: UnsafeRawBufferPointer, at position: TextPosition) {
        guard let column = column(name, at: position), !collects else { return }
        guard positions[column] == nil else { return note(.document(.repeatedValue), column, at: position) }
        guard hasRoom(for: text.count, at: position) else { return }
        positions[column] = position
        record.set(text: text, at: column)
    }

    /// A column's value is there, but it is nothing.
    func setNull(_ name: UnsafeRawBufferPointer, at position: TextPosition) {
        guard let column = column(name, at: position), !collects else { return }
        guard positions[column] == nil else { return note(.document(.repeatedValue), column, at: position) }
        positions[column] = position
    }

    /// One more element of a column's list.
    func append(
        _ name: UnsafeRawBufferPointer, _ text: UnsafeRawBufferPointer, at position: TextPosition
    ) {
        guard let column = column(name, at: position), !collects else { return }
        guard !contains(text, separator) else {
            return note(
                .document(.separatorInElement(String(decoding: separator, as: UTF8.self))), column,
                at: position)
        }
        guard isList[column] || positions[column] == nil else {
            return note(.document(.repeatedValue), column, at: position)
        }
        guard hasRoom(for: separator.count + text.count, at: position) else { return }
        if isList[column] { lists[column] += separator } else { positions[column] = position }
        isList[column] = true
        lists[column] += text
        listSize += separator.count + text.count
    }

    /// Whether the cell of a column may be the JSON of a list.
    func keepsList(_ name: UnsafeRawBufferPointer) -> Bool {
        !listColumns.isEmpty && (index.find(name).map(listColumns.contains) ?? false)
    }

    /// A list has ended that has elements. One of objects or lists is no column, but may become one.
    func endList(_ name: UnsafeRawBufferPointer, count: Int) {
        guard collects else { return }
        let name = index.find(name).map { index.names[$0] } ?? String(decoding: name, as: UTF8.self)
        guard listCounts[name] != nil || listCounts.count < ColumnIndex.limit else { return }
        listCounts[name] = max(listCounts[name] ?? 0, count)
    }

    /// A value that cannot stand in a cell; no matter where no column is meant.
    func refuse(
        _ reason: SeedIssue.Reason, for name: UnsafeRawBufferPointer, at position: TextPosition
    ) {
        guard !collects, let column = index.find(name) else { return }
        note(reason, column, at: position)
    }

    /// An object, or an element with others, in the place of a value; no matter where no column is meant.
    func refuseParts(of name: UnsafeRawBufferPointer, at position: TextPosition) {
        guard !collects, let column = index.find(name) else { return }
        let parts = [index.names[column] + ".", index.names[column] + "/"]
        let first = index.names.first { name in parts.contains { name.hasPrefix($0) } }
        note(.document(.isObject(first: first)), column, at: position)
    }

    /// Forgets an unfinished record.
    func clear(at position: TextPosition) { begin(at: position) }

    /// Reads all records of a source for their columns.
    ///
    /// Records with errors are passed over here, because reading the rows reports them; unless
    /// reading cannot go on, or no record tells a column.
    ///
    /// - Parameter isFinished: whether the source can give no more records.
    /// - Throws: ``SeedIssue``.
    func collectColumns(
        from source: any RecordSource, at path: String, isFinished: () -> Bool
    ) throws -> [String] {
        var first: SeedIssue?
        while true {
            do {
                guard try source.next() else { break }
            } catch let issue as SeedIssue {
                guard issue.fault == .data, !isFinished() else { throw issue }
                if first == nil { first = issue }
            }
            if let overflow { throw overflow }
        }
        guard !columns.isEmpty else {
            throw first ?? SeedIssue(.document(.noRecords), at: .init(path: path))
        }
        return columns
    }

    /// The record ends.
    ///
    /// - Throws: the first ``SeedIssue`` of its content.
    func end() throws(SeedIssue) {
        if let issue { throw issue }
        for column in isList.indices where isList[column] {
            lists[column].withUnsafeBytes { record.set(text: $0, at: column) }
        }
    }

    /// Notes what is wrong with the record's content, the first of several.
    func note(_ reason: SeedIssue.Reason, at position: TextPosition) {
        if issue == nil { issue = SeedIssue(reason, at: position.location(in: path)) }
    }

    /// Where a cell begins; where it has no value, the record.
    func location(ofColumn column: Int?) -> SeedIssue.Location {
        guard let column, positions.indices.contains(column), let position = positions[column] else {
            return recordPosition.location(in: path)
        }
        return position.location(in: path)
    }

    // MARK: What is around a record

    /// The first of what is wrong with the content so far.
    var firstIssue: SeedIssue? { issue }

    /// Whether a value for a column was met, be it nothing.
    func hasValue(_ column: Int) -> Bool { positions[column] != nil }

    /// Takes over what is wrong with an object around the record.
    func adopt(_ found: SeedIssue) {
        if issue == nil { issue = found }
    }

    /// Gives a column the value that another one has, with its position.
    func copy(_ column: Int, of other: RecordAssembler, to own: Int) {
        let position = other.positions[column] ?? other.recordPosition
        positions[own] = position
        if other.isList[column] {
            other.lists[column].withUnsafeBytes { fill(own, with: $0) }
        } else if case .text(let text) = other.record[column] {
            fill(own, with: text)
        }
    }

    /// Gives a column a text that is not in the record.
    func fill(_ column: Int, with text: UnsafeRawBufferPointer) {
        guard hasRoom(for: text.count, at: recordPosition) else { return }
        record.set(text: text, at: column)
    }

    // MARK: Columns

    private func column(_ name: UnsafeRawBufferPointer, at position: TextPosition) -> Int? {
        guard collects else { return index.find(name) }
        guard let column = index.add(name) else {
            overflow = SeedIssue(
                .document(.tooManyColumns(ColumnIndex.limit)), at: position.location(in: path))
            return nil
        }
        makeRoom()
        if isBehindRecords { lateColumns.insert(column) }
        return column
    }

    private func makeRoom() {
        let missing = index.names.count - positions.count
        guard missing > 0 else { return }
        positions += Array(repeating: nil, count: missing)
        isList += Array(repeating: false, count: missing)
        lists += Array(repeating: [], count: missing)
    }

    private func note(_ reason: SeedIssue.Reason, _ column: Int, at position: TextPosition) {
        guard issue == nil, usedColumns?.contains(column) ?? true else { return }
        issue = SeedIssue(
            reason, at: position.location(in: path), sourceColumn: index.names[column])
    }

    private func hasRoom(for count: Int, at position: TextPosition) -> Bool {
        guard record.byteCount + listSize + count > CSVSource.longestRow else { return true }
        note(.document(.recordTooLong(limit: CSVSource.longestRow)), at: recordPosition)
        return false
    }

    private func contains(_ text: UnsafeRawBufferPointer, _ part: [UInt8]) -> Bool {
        guard let first = part.first, text.count >= part.count else { return false }
        return text.indices.contains { start in
            text[start] == first && text[start...].starts(with: part)
        }
    }
}
