import XML

/// The current cell of an OpenDocument spreadsheet (ODF 1.3 part 3, 9.1.4 and 19.385).
final class OpenDocumentCells {
    private var type: [UInt8] = []
    private var value: [UInt8] = []
    private var text: [UInt8] = []
    private var hasFormula = false
    private var isError = false
    private var hasString = false
    /// The number of spaces that are written as a count.
    private(set) var spaces = 0
    private var shapes: [String: NumberShape] = [:]

    /// Begins a cell.
    func begin() {
        type.removeAll(keepingCapacity: true)
        value.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
        hasFormula = false
        isError = false
        hasString = false
        spaces = 0
    }

    /// Takes an attribute with information about the cell's value.
    func take(_ name: ArraySlice<UInt8>, _ value: [UInt8]) {
        switch String(decoding: name, as: UTF8.self) {
        // The attribute of the office namespace comes first. The second one, of an extension, marks errors.
        case "value-type":
            if value.elementsEqual("error".utf8) { isError = true } else { type = value }
        case "value", "date-value", "time-value", "boolean-value": self.value = value
        case "string-value":
            hasString = !value.isEmpty
            if hasString { self.value = value }
        case "formula": hasFormula = true
        default: break
        }
    }

    /// The size of the cell in bytes, including the overhead in a store.
    var size: Int { text.count + value.count + 8 }

    /// Whether the cell has content.
    var hasContent: Bool { !type.isEmpty || hasFormula }

    // MARK: Text

    /// Reads the content of the cell: the text of its paragraphs, without comments and drawings.
    ///
    /// - Throws: ``SeedIssue``.
    func readText(_ elements: ElementReader) throws {
        var paragraphs = 0
        while true {
            switch try elements.event() {
            case .startElement where elements.isNamed("p"):
                if paragraphs > 0 { text.append(0x0A) }
                paragraphs += 1
                try readParagraph(elements)
            case .startElement: try elements.skipElement()
            case .endElement, .end: return
            case .attribute, .text: break
            }
        }
    }

    /// Reads a paragraph. Consecutive white space counts once (6.1.2), and further spaces have elements of their
    /// own.
    private func readParagraph(_ elements: ElementReader) throws {
        var depth = 1
        var followsSpace = true
        while depth > 0 {
            switch try elements.event() {
            case .startElement:
                if elements.isNamed("s") {
                    var count = 1
                    try elements.forEachAttribute { name, value in
                        guard name.elementsEqual("c".utf8) else { return }
                        count = value.withUnsafeBytes { NumberParser.digits($0) }.map { Int($0) } ?? 1
                    }
                    count = max(count, 0)
                    guard count <= XMLReader.longestText - text.count else {
                        throw elements.xml.error(.tooLong(limit: XMLReader.longestText))
                    }
                    text.append(contentsOf: repeatElement(0x20, count: count))
                    spaces += count
                    try elements.skipElement()
                } else if elements.isNamed("tab") || elements.isNamed("line-break") {
                    text.append(elements.isNamed("tab") ? 0x09 : 0x0A)
                    try elements.skipElement()
                } else if elements.isNamed("annotation") || elements.isNamed("ruby-text")
                    || elements.isNamed("note")
                {
                    try elements.skipElement()
                } else {
                    depth += 1
                }
            case .text:
                guard text.count + elements.xml.text.count <= XMLReader.longestText else {
                    throw elements.xml.error(.tooLong(limit: XMLReader.longestText))
                }
                for byte in elements.xml.text {
                    let isSpace = XMLReader.isSpace(byte)
                    if !isSpace { text.append(byte) } else if !followsSpace { text.append(0x20) }
                    followsSpace = isSpace
                }
            case .endElement: depth -= 1
            case .end: return
            case .attribute: break
            }
        }
    }

    // MARK: Values

    /// Adds the cell to a row, if it is in the selected columns.
    func put(at column: Int, into row: SheetRow) {
        guard !type.isEmpty else {
            if row.moves(to: column) { row.append(.uncalculatedFormula, text: .init(start: nil, count: 0)) }
            return
        }
        guard row.moves(to: column) else { return }
        if hasFormula { row.noteFormula(isZero: value.elementsEqual(CollectionOfOne(UInt8(ascii: "0")))) }
        if isError { return text.withUnsafeBytes { row.append(.errorCell(word), text: $0) } }
        switch String(decoding: type, as: UTF8.self) {
        case "float", "percentage", "currency": value.withUnsafeBytes { putNumber($0, into: row) }
        case "boolean", "date": value.withUnsafeBytes { row.append(text: $0) }
        case "time": putTime(into: row)
        default: (hasString ? value : text).withUnsafeBytes { row.append(text: $0) }
        }
    }

    private var word: String { String(decoding: text, as: UTF8.self) }

    private func putNumber(_ value: UnsafeRawBufferPointer, into row: SheetRow) {
        // A number that is shown as `0007` is a text to its readers.
        let zeros = text.prefix { $0 == UInt8(ascii: "0") }.count
        if text.count > 1, zeros > 0,
            text.dropFirst(zeros == text.count ? zeros - 1 : zeros).elementsEqual(value)
        {
            return text.withUnsafeBytes { row.append(text: $0) }
        }
        if case .value(let whole) = NumberParser.integer(value) {
            guard !text.elementsEqual(value), let shape = shape(of: whole) ?? shape(of: Double(whole)) else {
                return row.append(whole)
            }
            row.note(shape)
            let zeros = shape.digits - value.count
            guard zeros > 0 else { return row.append(whole) }
            let padded = [UInt8](repeating: UInt8(ascii: "0"), count: zeros) + value
            return padded.withUnsafeBytes { row.append(text: $0) }
        }
        guard let number = NumberParser.double(value), number.isFinite else {
            return row.append(.badCell("number"), text: value)
        }
        if !text.elementsEqual(value), let shape = shape(of: number) { row.note(shape) }
        if abs(number) <= 0x1p53, number == number.rounded() { return row.append(Int64(number)) }
        row.append(number)
    }

    /// Returns the format of a whole number. Numbers with the same format share an object.
    private func shape(of number: Int64) -> NumberShape? {
        known(NumberShape(shown: String(decoding: text.prefix(60), as: UTF8.self), of: number))
    }

    /// Returns the format of a number that is shown with other digits.
    private func shape(of number: Double) -> NumberShape? {
        guard text.count < 60 else { return nil }
        return known(NumberShape(shown: String(decoding: text, as: UTF8.self), of: number))
    }

    private func known(_ shape: NumberShape?) -> NumberShape? {
        guard let found = shape else { return nil }
        if let known = shapes[found.code] { return known }
        shapes[found.code] = found
        return found
    }

    /// Adds `PT36H00M00S` as `36:00:00`.
    private func putTime(into row: SheetRow) {
        let written = String(decoding: value, as: UTF8.self)
        guard let match = written.wholeMatch(of: #/(-?)PT(\d{1,7})H(\d{1,2})M(\d{1,2})(?:[.,](\d{1,9}))?S/#),
            let hours = Int(match.2), let minutes = Int(match.3), let seconds = Int(match.4)
        else { return value.withUnsafeBytes { row.append(.badCell("time"), text: $0) } }
        let fraction = match.5.flatMap { Double("0.\($0)") } ?? 0
        let milliseconds =
            (hours * 3600 + minutes * 60 + seconds) * 1000 + Int((fraction * 1000).rounded())
        var text: [UInt8] = match.1.isEmpty ? [] : [UInt8(ascii: "-")]
        SheetDates.appendClock(milliseconds, to: &text)
        text.withUnsafeBytes { row.append(text: $0) }
    }
}
