import Files

/// Rows in the format of `mysql --batch`: lines of cells separated by tabs. A backslash escapes tabs, line feeds,
/// NUL characters and backslashes.
///
/// There are no quotes, and a carriage return is an ordinary character. Every line is a row, even an empty one,
/// which has a single empty cell. `\N` is NULL. The program also writes NULL as the word `NULL`, which is left to
/// the input's words for missing values. The header is not escaped.
final class EscapedSource: RecordSource {
    private(set) var columns: [String] = []
    let record = Record()

    private let path: String
    private let file: TextFile
    private let reader: ByteReader
    /// The number of the current line, starting at 1, and its length in unread bytes. The bytes are consumed when
    /// the next line is requested.
    private var line = 0
    private var lineLength = 0
    /// Whether the rest of a line that is too long must be skipped before the next one.
    private var isWithinLongLine = false
    private var isRowWaiting = false
    /// The columns whose errors count, or nil for all.
    private var used: Set<Int>?
    /// The text of a cell with escapes.
    private var unescaped: [UInt8] = []

    /// Opens the output and reads its header.
    ///
    /// - Throws: ``SeedIssue``.
    init(path: String, options: CSVOptions, input: (any ByteInput)? = nil) throws {
        self.path = path
        let bytes = try TextFile.decompressed(input ?? FileInput(path: path), path: path)
        file = try TextFile(bytes, path: path, encoding: .utf8)
        reader = file.reader
        if options.hasHeader {
            guard let header = try nextLine() else {
                throw SeedIssue(.table(.missingHeader), at: .init(path: path, line: 1))
            }
            columns = String(decoding: header, as: UTF8.self).split(
                separator: "\t", omittingEmptySubsequences: false
            ).map(String.init)
        } else if let names = options.columns {
            columns = names
        } else {
            guard try next() else {
                throw SeedIssue(.document(.noRecords), at: .init(path: path, line: 1))
            }
            columns = (1...max(record.count, 1)).map(String.init)
            isRowWaiting = true
        }
    }

    func use(_ columns: Set<Int>) { used = columns }

    func next() throws -> Bool {
        if isRowWaiting {
            isRowWaiting = false
            return true
        }
        record.removeAll()
        guard let row = try nextLine() else { return false }
        var fault: (column: Int, offset: Int)?
        var start = 0
        while true {
            let end = row.firstOffset(of: Self.tab, from: start) ?? row.count
            if let offset = append(UnsafeRawBufferPointer(rebasing: row[start..<end])), fault == nil,
                isUsed(record.count - 1)
            {
                fault = (record.count - 1, start + offset)
            }
            guard end < row.count else { break }
            start = end + 1
        }
        if let fault {
            throw SeedIssue(
                .table(.malformedEscape), at: location(ofOffset: fault.offset),
                sourceColumn: name(of: fault.column))
        }
        try checkTexts(row)
        guard columns.isEmpty || record.count == columns.count else {
            throw SeedIssue(
                .table(.raggedRow(expected: columns.count, found: record.count)),
                at: .init(path: path, line: line))
        }
        return true
    }

    var fractionRead: Double? { reader.fractionRead }

    func location(ofColumn index: Int?) -> SeedIssue.Location {
        let row = currentLine
        var start = 0
        for _ in 0..<(index ?? 0) {
            start = row.firstOffset(of: Self.tab, from: start).map { $0 + 1 } ?? row.count
        }
        return location(ofOffset: start)
    }

    func line(ofColumn index: Int?) -> SeedIssue.Location { .init(path: path, line: line) }

    private func location(ofOffset offset: Int) -> SeedIssue.Location {
        let scanner = CSVRowScanner(delimiter: Self.tab, lineEnd: Self.lineFeed)
        return .init(
            path: path, line: line, column: scanner.position(of: offset, in: currentLine).column)
    }

    private func name(of index: Int) -> String? { index < columns.count ? columns[index] : nil }

    private func isUsed(_ index: Int) -> Bool { used?.contains(index) ?? true }

    // MARK: Lines

    private static let tab: UInt8 = 0x09
    private static let lineFeed: UInt8 = 0x0A

    private var currentLine: UnsafeRawBufferPointer {
        let line = UnsafeRawBufferPointer(rebasing: reader.unread[..<min(lineLength, reader.unread.count)])
        guard line.last == Self.lineFeed else { return line }
        return UnsafeRawBufferPointer(rebasing: line.dropLast())
    }

    /// Returns the next line without its end, or nil after the last line.
    private func nextLine() throws -> UnsafeRawBufferPointer? {
        reader.consume(lineLength)
        lineLength = 0
        var searched = 0
        while true {
            let bytes = reader.unread
            if let end = bytes.firstOffset(of: Self.lineFeed, from: searched) {
                if isWithinLongLine {
                    isWithinLongLine = false
                    reader.consume(end + 1)
                    searched = 0
                    continue
                }
                // The end was found in the whole buffer, which may be longer than the limit.
                guard end < CSVSource.longestRow else { throw tooLong() }
                line += 1
                lineLength = end + 1
                return currentLine
            }
            if isWithinLongLine {
                reader.consume(bytes.count)
                searched = 0
            } else {
                searched = bytes.count
                guard searched <= CSVSource.longestRow else { throw tooLong() }
            }
            guard try !reader.fill() else { continue }
            guard !reader.unread.isEmpty else { return nil }
            line += 1
            lineLength = reader.unread.count
            return currentLine
        }
    }

    private func tooLong() -> SeedIssue {
        line += 1
        isWithinLongLine = true
        return SeedIssue(
            .table(.rowTooLong(limit: CSVSource.longestRow)), at: .init(path: path, line: line))
    }

    // MARK: Cells

    /// Appends a cell to the record.
    ///
    /// - Returns: the offset of an invalid escape. The cell is then appended unchanged.
    private func append(_ cell: UnsafeRawBufferPointer) -> Int? {
        guard let first = cell.firstOffset(of: Self.backslash, from: 0) else {
            if cell.isEmpty { record.appendNull() } else { record.append(text: cell) }
            return nil
        }
        if cell.elementsEqual("\\N".utf8) {
            record.appendNull()
            return nil
        }
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(contentsOf: cell[..<first])
        var index = first
        while index < cell.count {
            guard cell[index] == Self.backslash else {
                unescaped.append(cell[index])
                index += 1
                continue
            }
            guard index + 1 < cell.count, let byte = Self.escapes[cell[index + 1]] else {
                record.append(text: cell)
                return index
            }
            unescaped.append(byte)
            index += 2
        }
        unescaped.withUnsafeBytes { record.append(text: $0) }
        return nil
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The escaped bytes by the character after the backslash.
    static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): lineFeed, UInt8(ascii: "t"): tab, UInt8(ascii: "0"): 0, backslash: backslash,
    ]

    private func checkTexts(_ row: UnsafeRawBufferPointer) throws {
        guard let offset = (0..<record.count).first(where: { isUsed($0) && Self.isBad(record[$0]) }) else {
            return
        }
        guard case .text(let bytes) = record[offset] else { return }
        let reason =
            UTF8Validation.firstInvalidOffset(in: bytes) == nil ? .value(.nulCharacter) : file.badBytes
        throw SeedIssue(reason, at: location(ofColumn: offset), sourceColumn: name(of: offset))
    }

    private static func isBad(_ field: Field) -> Bool {
        guard case .text(let bytes) = field else { return false }
        return UTF8Validation.firstInvalidOffset(in: bytes) != nil || bytes.firstOffset(of: 0, from: 0) != nil
    }
}
