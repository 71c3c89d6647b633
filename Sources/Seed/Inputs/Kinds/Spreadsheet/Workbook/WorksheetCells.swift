import Files

/// The properties of a `c` element other than its value (ECMA-376 part 1, 18.3.1.4).
struct WorksheetCell {
    /// The type of its value (18.18.11).
    enum Kind {
        case number, shared, boolean, error, text, date

        @inline(__always)
        init(_ word: UnsafeRawBufferPointer) {
            switch word.first {
            // `s` is a shared text, and `str` the text result of a formula.
            case UInt8(ascii: "s"): self = word.count == 1 ? .shared : .text
            case UInt8(ascii: "b"): self = .boolean
            case UInt8(ascii: "e"): self = .error
            case UInt8(ascii: "i"): self = .text
            case UInt8(ascii: "d"): self = .date
            default: self = .number
            }
        }
    }

    var kind = Kind.number
    var style = 0
    var hasFormula = false
}

/// Converts the values of a worksheet's cells to fields.
final class WorksheetCells {
    private let texts: SharedStrings
    private let styles: StyleTable
    private let hasStruck: Bool
    private let dates: SheetDates
    private let place: SeedIssue.Location
    private var scratch: [UInt8] = []
    /// The size of the shared texts in all rows, in bytes.
    private var sheetSize = 0

    /// - Parameter place: the location of the sheet.
    init(texts: SharedStrings, styles: StyleTable, dates: SheetDates, place: SeedIssue.Location) {
        self.place = place
        self.texts = texts
        self.styles = styles
        hasStruck = !styles.struck.isEmpty
        self.dates = dates
    }

    /// Adds a cell to a row, if it is in the selected columns.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    @inline(__always)
    func put(
        _ cell: WorksheetCell, _ value: UnsafeRawBufferPointer, at column: Int, into row: SheetRow
    ) throws {
        if value.isEmpty {
            // An empty text is also a calculated result.
            guard cell.hasFormula, cell.kind != .text else { return row.skip(column) }
            if row.moves(to: column) { row.append(.uncalculatedFormula, text: value) }
            return
        }
        guard row.moves(to: column) else { return }
        if hasStruck, styles.struck.contains(cell.style) { row.noteStruck() }
        if cell.hasFormula {
            row.noteFormula(isZero: value.elementsEqual(CollectionOfOne(UInt8(ascii: "0"))))
            if row.refusesFormulas { return row.append(.staleFormula, text: value) }
        }
        switch cell.kind {
        case .number: putNumber(value, style: cell.style, into: row)
        case .shared:
            guard let index = NumberParser.digits(value), let index = Int(exactly: index),
                try texts.withText(
                    index,
                    {
                        try note($0.count, in: row)
                        row.append(text: $0)
                    })
            else { return row.append(.badCell("shared text"), text: value) }
        case .text: putText(value, into: row)
        case .boolean, .error, .date: putOther(cell, value, into: row)
        }
    }

    /// Counts a shared text, because a cell of a few bytes may refer to a text of any length.
    private func note(_ size: Int, in row: SheetRow) throws {
        row.sharedSize += size
        sheetSize += size
        let isRowTooLong = row.sharedSize > Limits.recordBytes.most
        guard isRowTooLong || sheetSize > Limits.sharedTextUses.most else { return }
        var place = place
        place.line = row.number
        throw SeedIssue(
            isRowTooLong
                ? .document(.recordTooLong(limit: Limits.recordBytes.most))
                : .spreadsheet(.tooMuchText(Limits.sharedTextUses)), at: place)
    }

    @inline(__always)
    private func putNumber(_ value: UnsafeRawBufferPointer, style: Int, into row: SheetRow) {
        if let shape = styles.shape(style) { row.note(shape) }
        if let count = styles.digits(style), value.count < count,
            !value.isEmpty, value.allSatisfy({ NumberParser.digit($0) != nil })
        {
            return put(value, withDigits: count, into: row)
        }
        guard let style = styles.style(style) else {
            if let number = NumberParser.digits(value) { return row.append(number) }
            return putOddNumber(value, into: row)
        }
        guard let serial = NumberParser.double(value) else {
            return row.append(.badCell("number"), text: value)
        }
        scratch.removeAll(keepingCapacity: true)
        guard dates.append(serial, style, to: &scratch) else {
            return row.append(.noSuchDay(serial), text: value)
        }
        scratch.withUnsafeBytes { row.append(text: $0) }
    }

    /// Appends a whole number with leading zeros as it is displayed, such as a customer number `0007` for `7`.
    private func put(_ digits: UnsafeRawBufferPointer, withDigits count: Int, into row: SheetRow) {
        scratch.removeAll(keepingCapacity: true)
        scratch += repeatElement(UInt8(ascii: "0"), count: max(0, count - digits.count))
        scratch += digits
        scratch.withUnsafeBytes { row.append(text: $0) }
    }

    /// Appends a number that the fast path does not read. Whole numbers stay whole in any notation.
    private func putOddNumber(_ value: UnsafeRawBufferPointer, into row: SheetRow) {
        if case .value(let whole) = NumberParser.integer(value) { return row.append(whole) }
        guard let number = NumberParser.double(value), number.isFinite else {
            return row.append(.badCell("number"), text: value)
        }
        if abs(number) <= 0x1p53, number == number.rounded() { return row.append(Int64(number)) }
        row.append(number)
    }

    private func putText(_ value: UnsafeRawBufferPointer, into row: SheetRow) {
        guard value.contains(UInt8(ascii: "_")) else { return row.append(text: value) }
        scratch = Array(value)
        EscapedText.unescape(&scratch)
        scratch.withUnsafeBytes { row.append(text: $0) }
    }

    private func putOther(_ cell: WorksheetCell, _ value: UnsafeRawBufferPointer, into row: SheetRow) {
        let word = String(decoding: value, as: UTF8.self)
        switch cell.kind {
        case .error: row.append(.errorCell(word), text: value)
        case .boolean:
            switch word {
            case "1", "true": "true".withUTF8Bytes { row.append(text: $0) }
            case "0", "false": "false".withUTF8Bytes { row.append(text: $0) }
            default: row.append(.badCell("truth value"), text: value)
            }
        default:
            // ISO 8601. Midnight is omitted if the cell shows dates only.
            let isDay = styles.style(cell.style) == .date
            let day = word.prefix { $0 != "T" }
            let isMidnight = word.dropFirst(day.count + 1).allSatisfy { "0:.Z".contains($0) }
            String(isDay && isMidnight ? day : word[...]).withUTF8Bytes { row.append(text: $0) }
        }
    }
}
