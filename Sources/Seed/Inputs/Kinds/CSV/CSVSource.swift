import CLibCSV
import Files

/// The rows of a CSV file, parsed by libcsv.
///
/// Parsing is strict (RFC 4180). Errors are a quote inside an unquoted field, text after a closing quote, a row
/// whose number of fields differs from the header, invalid characters and NUL characters. Line ends may be LF, CRLF
/// or CR. A byte order mark is skipped. Blank lines are not rows, nor are rows of empty cells, which spreadsheets
/// write for blank lines. Spaces belong to the value.
///
/// libcsv gets one line at a time, so that the line and the raw bytes of every row are known. The position of a
/// cell is computed only if an issue needs it. Usual lines are split without libcsv (``PlainLine``).
package final class CSVSource: RecordSource {
    package private(set) var columns: [String] = []
    package let record = Record()
    /// The number of skipped rows of empty cells after the header.
    package private(set) var blankRows = 0

    let path: String
    let options: CSVOptions
    let file: TextFile
    private let reader: ByteReader
    let parser: CSVParser
    private let comment: [UInt8]
    private let lineEnd: UInt8
    /// The line at which the next row begins, starting at 1.
    private var nextLine = 1
    /// The first line of the current row.
    var rowLine = 1
    /// The number of unread bytes in the current row. They are consumed when the next row is requested.
    private var rowLength = 0
    private var isFinished = false
    /// Whether the rest of a row that is too long must be skipped before the next one.
    private var isWithinLongRow = false
    /// Whether the current row was already read, to count its fields.
    private var isRowWaiting = false
    /// Whether rows of empty cells are skipped. They always are before the header.
    private var passesBlankRows = true

    /// The longest row in bytes. An unclosed quote must not take in a huge file.
    package static let longestRow = Limits.recordBytes.most

    /// Opens a CSV file and reads its header row.
    ///
    /// - Parameter path: the file, or `-` for standard input.
    /// - Throws: ``SeedIssue``.
    package convenience init(path: String, options: CSVOptions = CSVOptions()) throws {
        try self.init(path: path, options: options, bufferSize: ByteReader.usualSize)
    }

    /// Opens a CSV file with a header row and a delimiter.
    ///
    /// - Throws: ``SeedIssue``.
    package convenience init(path: String, delimiter: UInt8) throws {
        var options = CSVOptions()
        options.delimiter = .byte(delimiter)
        try self.init(path: path, options: options)
    }

    /// Opens a CSV file with another initial buffer size, or reads other bytes.
    init(
        path: String, options: CSVOptions = CSVOptions(), bufferSize: Int = ByteReader.usualSize,
        input: (any ByteInput)? = nil
    ) throws {
        self.path = path
        self.options = options
        let bytes = try TextFile.decompressed(input ?? FileInput(path: path), path: path)
        file = try TextFile(bytes, path: path, encoding: options.encoding, bufferSize: bufferSize)
        reader = file.reader
        comment = Array((options.comment ?? "").utf8)
        let lineEnd = try Self.lineEnd(of: reader)
        self.lineEnd = lineEnd
        var options = options
        if let separator = try Self.separatorLine(of: reader, lineEnd: lineEnd) {
            // A plan that skips this line already counts it.
            options.skippedLines = max(options.skippedLines, 1)
            options.delimiter = .byte(separator)
        }
        let skipped = try Self.skipLines(options.skippedLines, of: reader, lineEnd: lineEnd)
        nextLine += skipped
        parser = try CSVParser(
            path: path,
            delimiter: try Self.delimiter(
                options, of: reader, lineEnd: lineEnd, at: .init(path: path, line: 1 + skipped)),
            isLenient: options.isLenient)
        try readColumns(options)
    }

    private func readColumns(_ options: CSVOptions) throws {
        let firstLine = nextLine
        passesBlankRows = options.hasHeader || !options.keepsBlankRows
        defer {
            passesBlankRows = !options.keepsBlankRows
            if options.hasHeader { blankRows = 0 }
        }
        if options.hasHeader {
            guard try next() else {
                throw SeedIssue(.table(.missingHeader), at: .init(path: path, line: firstLine))
            }
            columns = (0..<record.count).map { index in
                guard case .text(let bytes) = record[index] else { return "" }
                return String(decoding: bytes, as: UTF8.self).trimmed
            }
        } else if let names = options.columns {
            columns = names
        } else {
            guard try next() else {
                throw SeedIssue(.document(.noRecords), at: .init(path: path, line: firstLine))
            }
            columns = (1...max(record.count, 1)).map(String.init)
            isRowWaiting = true
        }
    }

    /// Advances to the next row, see ``RecordSource/next()``.
    package func next() throws -> Bool {
        if isRowWaiting {
            isRowWaiting = false
            return true
        }
        reader.consume(rowLength)
        rowLength = 0
        record.removeAll()
        guard !isFinished else { return try passLongRow() && next() }
        rowLine = nextLine
        while true {
            guard let lineLength = try findLineEnd(from: rowLength) else {
                return try finish()
            }
            if rowLength == 0, isNoRow(length: lineLength) {
                reader.consume(lineLength)
                nextLine += 1
                rowLine = nextLine
                continue
            }
            if rowLength == 0, lineEnd == 0x0A, let line = plainLine(length: lineLength), take(line) {
                rowLength = lineLength
                nextLine += 1
                // A line that consists only of delimiters has only empty cells.
                let isEmpty = line.hasQuotes ? record.isEmpty : line.content.count + 1 == record.count
                if passesRow(isEmpty: isEmpty) { continue }
                if !line.isASCII { try checkTexts() }
                try checkCount()
                return true
            }
            try feed(from: rowLength, count: lineLength)
            rowLength += lineLength
            nextLine += 1
            if parser.finishedRows > 0 {
                if parser.finishedRows == 1, passesRow(isEmpty: record.byteCount == 0) {
                    _ = parser.takeFinishedRows()
                    continue
                }
                return try checked()
            }
            guard rowLength <= Self.longestRow else { throw tooLong() }
        }
    }

    package var fractionRead: Double? { reader.fractionRead }

    /// Returns the line and column of a cell, which are computed only now.
    package func location(ofColumn index: Int?) -> SeedIssue.Location {
        let position = scanner.position(ofField: index ?? 0, in: currentRow)
        return .init(path: path, line: rowLine + position.line, column: position.column)
    }

    /// Returns the line of a cell without its column. In a row with several lines, it is the line where the cell
    /// begins.
    package func line(ofColumn index: Int?) -> SeedIssue.Location {
        nextLine - rowLine > 1 ? location(ofColumn: index) : .init(path: path, line: rowLine)
    }

    private var scanner: CSVRowScanner { CSVRowScanner(delimiter: parser.delimiter, lineEnd: lineEnd) }

    /// The raw bytes of the current row, including its line end.
    private var currentRow: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: reader.unread[..<min(rowLength, reader.unread.count)])
    }

    // MARK: Lines

    /// Returns the length of the line at an offset of the unread bytes, including its end.
    ///
    /// At the end of the file this is the remaining length, or nil if nothing remains.
    private func findLineEnd(from offset: Int) throws -> Int? {
        var searched = offset
        while true {
            let bytes = reader.unread
            if let index = bytes.firstOffset(of: lineEnd, from: searched) {
                // The end was found in the whole buffer, which may be longer than the limit.
                guard index < Self.longestRow else { throw tooLong() }
                return index + 1 - offset
            }
            searched = bytes.count
            guard searched <= Self.longestRow else { throw tooLong() }
            if try !fill() {
                return searched > offset ? searched - offset : nil
            }
        }
    }

    private func fill() throws -> Bool {
        do {
            return try reader.fill()
        } catch {
            isFinished = true
            throw error
        }
    }

    /// Returns the unread line if it is plain and has a line end. Errors in a last line without an end are left to
    /// libcsv.
    @inline(__always)
    private func plainLine(length: Int) -> PlainLine? {
        let line = UnsafeRawBufferPointer(rebasing: reader.unread[..<length])
        guard line.last == 0x0A else { return nil }
        return PlainLine(line)
    }

    /// Splits a line in place. Returns false if that needs libcsv.
    @inline(__always)
    private func take(_ line: PlainLine) -> Bool {
        guard line.hasQuotes else {
            record.view(line.content, delimiter: parser.delimiter)
            return true
        }
        return !options.isLenient && record.viewQuoted(line.content, delimiter: parser.delimiter)
    }

    /// Returns whether a line is blank or a comment.
    @inline(__always)
    private func isNoRow(length: Int) -> Bool {
        let line = reader.unread[..<length]
        if comment.isEmpty, let first = line.first, first != 0x0A, first != 0x0D { return false }
        if !comment.isEmpty, line.starts(with: comment) { return true }
        return line.allSatisfy { $0 == 0x0A || $0 == 0x0D }
    }

    // MARK: Rows

    private func feed(from offset: Int, count: Int) throws {
        let bytes = UnsafeRawBufferPointer(rebasing: reader.unread[offset..<(offset + count)])
        let parsed = parser.parse(bytes, into: record)
        guard parsed < count else { return }
        if let status = parser.memoryFailure {
            throw SeedIssue(.file(.fileSystem(status)), at: .init(path: path, line: nextLine))
        }
        let found = scanner.position(
            of: offset + parsed,
            in: UnsafeRawBufferPointer(rebasing: reader.unread[..<(offset + count)]))
        rowLength += count
        nextLine += 1
        parser.restart()
        throw SeedIssue(
            .table(.malformedQuoting),
            at: .init(path: path, line: rowLine + found.line, column: found.column))
    }

    /// Ends the file, and returns whether there is a last row without a line end.
    private func finish() throws -> Bool {
        isFinished = true
        guard parser.finish(into: record) else {
            throw SeedIssue(.table(.unterminatedQuote), at: location(ofColumn: record.count))
        }
        guard parser.finishedRows > 0 else { return false }
        if parser.finishedRows == 1, passesRow(isEmpty: record.byteCount == 0) { return false }
        return try checked()
    }

    /// Skips a row that counts as a blank line, and returns whether it was skipped.
    ///
    /// - Parameter isEmpty: whether all cells of the row are empty.
    @inline(__always)
    private func passesRow(isEmpty: Bool) -> Bool {
        guard isEmpty || record.count < columns.count || options.trims else { return false }
        return passesOddRow(isEmpty: isEmpty)
    }

    @inline(never)
    private func passesOddRow(isEmpty: Bool) -> Bool {
        guard passesBlankRows, isEmpty || record.isBlank else { return false }
        reader.consume(rowLength)
        rowLength = 0
        rowLine = nextLine
        record.removeAll()
        blankRows += 1
        return true
    }

    /// Skips a row that is too long, without keeping it.
    ///
    /// - Returns: whether there is such a row and more data after it.
    /// - Throws: ``SeedIssue`` if its quote is never closed, so that it extends to the end of the file.
    private func passLongRow() throws -> Bool {
        guard isWithinLongRow else { return false }
        isWithinLongRow = false
        var isQuoted = false
        repeat {
            let bytes = reader.unread
            var start = 0
            while start < bytes.count {
                let end = bytes.firstOffset(of: lineEnd, from: start)
                let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
                var place = 0
                while let quote = line.firstOffset(of: UInt8(ascii: "\""), from: place) {
                    isQuoted.toggle()
                    place = quote + 1
                }
                guard let end else { break }
                nextLine += 1
                start = end + 1
                guard isQuoted else {
                    reader.consume(start)
                    isFinished = false
                    return true
                }
            }
            reader.consume(bytes.count)
        } while try fill()
        guard !isQuoted else {
            throw SeedIssue(.table(.unterminatedQuote), at: .init(path: path, line: rowLine))
        }
        return false
    }

    private func tooLong() -> SeedIssue {
        isFinished = true
        isWithinLongRow = true
        parser.restart()
        record.removeAll()
        // The row is skipped from its beginning, because only its quotes determine its end.
        rowLength = 0
        nextLine = rowLine
        return SeedIssue(
            .table(.rowTooLong(limit: Self.longestRow)), at: .init(path: path, line: rowLine))
    }
}
