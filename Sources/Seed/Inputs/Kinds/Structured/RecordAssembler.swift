import Files

/// Assembles a row from the values of a record, which arrive in the order of the file.
///
/// An error in the content of a record is kept until the record ends (``end()``), so that the parser stays in step
/// and can read the next record.
final class RecordAssembler {
    let record = Record()
    private let path: String
    private let separator: [UInt8]
    /// Whether unknown names become columns.
    private let collects: Bool
    private var index: ColumnIndex
    /// The position of each cell, or nil for cells without a value.
    private var positions: [TextPosition?] = []
    /// The text of each list cell while elements are appended.
    private var lists: [[UInt8]] = []
    private var isList: [Bool] = []
    /// The total size of the lists in bytes.
    private var listSize = 0
    private var recordPosition = TextPosition()
    private var issue: SeedIssue?
    /// The columns that are used, or nil for all.
    var usedColumns: Set<Int>?
    /// The columns whose cells may be the JSON of a list.
    var listColumns: Set<Int> = []
    /// The length of the longest list in each column, while columns are collected.
    private(set) var listCounts: [String: Int] = [:]
    /// The greatest list position in the names of columns, such as 1 for `coordinates.1`, or nil if there is none.
    let lastPosition: Int?
    /// The error that there are more columns than the limit.
    private(set) var overflow: SeedIssue?
    /// Whether the records have begun, for an enclosing object.
    var isAfterRecords = false
    /// The columns that followed the records, while columns are collected.
    private(set) var lateColumns: Set<Int> = []

    /// Creates an assembler.
    ///
    /// - Parameter columns: the columns, or nil to collect them.
    init(path: String, columns: [String]?, separator: String) {
        self.path = path
        self.separator = Array(separator.utf8)
        collects = columns == nil
        index = ColumnIndex(columns ?? [])
        lastPosition = columns?.compactMap { name in
            name.utf8.split(separator: UInt8(ascii: ".")).dropFirst().compactMap(Self.position).max()
        }.max()
    }

    /// Returns the list position in a part of a column's name, or nil if the part is a key.
    static func position(_ part: some Collection<UInt8>) -> Int? {
        guard part.count < 8, part.allSatisfy({ (0x30...0x39).contains($0) }), !part.isEmpty else {
            return nil
        }
        return part.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// The known columns.
    var columns: [String] { index.names }

    /// Begins a record.
    func begin(at position: TextPosition) {
        issue = nil
        isAfterRecords = false
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

    /// Sets the value of a column, which must not have another value.
    func set(_ name: UnsafeRawBufferPointer, to text: UnsafeRawBufferPointer, at position: TextPosition) {
        guard let column = column(name, at: position), !collects else { return }
        guard positions[column] == nil else { return note(.document(.repeatedValue), column, at: position) }
        guard hasRoom(for: text.count, at: position) else { return }
        positions[column] = position
        record.set(text: text, at: column)
    }

    /// Sets a column to no value.
    func setNull(_ name: UnsafeRawBufferPointer, at position: TextPosition) {
        guard let column = column(name, at: position), !collects else { return }
        guard positions[column] == nil else { return note(.document(.repeatedValue), column, at: position) }
        positions[column] = position
    }

    /// Appends an element to the list of a column.
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

    /// Returns whether the cell of a column may be the JSON of a list.
    func keepsList(_ name: UnsafeRawBufferPointer) -> Bool {
        !listColumns.isEmpty && (index.find(name).map(listColumns.contains) ?? false)
    }

    /// Ends a list with elements. A list of objects or lists is not a column, but may become one.
    func endList(_ name: UnsafeRawBufferPointer, count: Int) {
        guard collects else { return }
        let name = index.find(name).map { index.names[$0] } ?? String(decoding: name, as: UTF8.self)
        guard listCounts[name] != nil || listCounts.count < ColumnIndex.limit else { return }
        listCounts[name] = max(listCounts[name] ?? 0, count)
    }

    /// Refuses a value that cannot be a cell. Has no effect unless a column has this name.
    func refuse(
        _ reason: SeedIssue.Reason, for name: UnsafeRawBufferPointer, at position: TextPosition
    ) {
        guard !collects, let column = index.find(name) else { return }
        note(reason, column, at: position)
    }

    /// Refuses an object, or an element with child elements, in place of a value. Has no effect unless a column has
    /// this name.
    func refuseParts(of name: UnsafeRawBufferPointer, at position: TextPosition) {
        guard !collects, let column = index.find(name) else { return }
        let parts = [index.names[column] + ".", index.names[column] + "/"]
        let first = index.names.first { name in parts.contains { name.hasPrefix($0) } }
        note(.document(.isObject(first: first)), column, at: position)
    }

    /// Discards an unfinished record.
    func clear(at position: TextPosition) { begin(at: position) }

    /// Reads all records of an input to collect their columns.
    ///
    /// Records with errors are skipped, because reading the rows reports them. An error is thrown only if reading
    /// cannot continue, or if no record has a column.
    ///
    /// - Parameter isFinished: whether the input has no further records.
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

    /// Ends the record.
    ///
    /// - Throws: the first ``SeedIssue`` of its content.
    func end() throws(SeedIssue) {
        if let issue { throw issue }
        for column in isList.indices where isList[column] {
            lists[column].withUnsafeBytes { record.set(text: $0, at: column) }
        }
    }

    /// Keeps an error in the record's content, unless there is an earlier one.
    func note(_ reason: SeedIssue.Reason, at position: TextPosition) {
        if issue == nil { issue = SeedIssue(reason, at: position.location(in: path)) }
    }

    /// Returns the location of a cell, or of the record if the cell has no value.
    func location(ofColumn column: Int?) -> SeedIssue.Location {
        guard let column, positions.indices.contains(column), let position = positions[column] else {
            return recordPosition.location(in: path)
        }
        return position.location(in: path)
    }

    // MARK: Enclosing objects

    /// The first error in the content so far.
    var firstIssue: SeedIssue? { issue }

    /// Returns whether a column has a value, which may be null.
    func hasValue(_ column: Int) -> Bool { positions[column] != nil }

    /// Takes over an error in an object that encloses the record.
    func adopt(_ found: SeedIssue) {
        if issue == nil { issue = found }
    }

    /// Copies a value from a column of another assembler, with its position.
    func copy(_ column: Int, of other: RecordAssembler, to own: Int) {
        let position = other.positions[column] ?? other.recordPosition
        positions[own] = position
        if other.isList[column] {
            other.lists[column].withUnsafeBytes { fill(own, with: $0) }
        } else if case .text(let text) = other.record[column] {
            fill(own, with: text)
        }
    }

    /// Sets a column to a text that is not in the record.
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
        if isAfterRecords { lateColumns.insert(column) }
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
