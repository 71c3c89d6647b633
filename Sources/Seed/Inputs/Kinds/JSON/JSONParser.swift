import Files

/// A streaming JSON parser (RFC 8259). Its memory is that of the longest text.
///
/// It is strict: no comments, no trailing commas, no `NaN`. Numbers are kept as text, so that no digit is lost.
package final class JSONParser {
    /// A part of a document. The characters of names, texts and numbers are in ``text``.
    package enum Event: Equatable {
        case beginObject, endObject, beginArray, endArray
        case name, string, number, boolean(Bool), null
        /// The end of the document.
        case end
    }

    /// The characters of the last name, text or number.
    package var text: [UInt8] = []
    /// The position of the last part.
    private(set) var position = TextPosition()

    let scanner: TextScanner
    /// Whether each document ends with its line.
    private let isLineDelimited: Bool
    private var open: [Container] = []
    /// The position of the last comma between elements.
    private var commaPosition = TextPosition()
    private var expectation = Expectation.value

    private enum Container { case object, array }

    private enum Expectation {
        case value, element, firstElement, firstName, name, separator, end
    }

    /// The limit on nested containers.
    static let depthLimit = Limits.recordLevels.most
    /// The longest text in bytes.
    static let longestText = CSVSource.longestRow

    /// The part of the file that was read, from 0 to 1, or nil if its size is unknown.
    var fractionRead: Double? { scanner.fractionRead }

    package init(_ scanner: TextScanner, isLineDelimited: Bool = false) {
        self.scanner = scanner
        self.isLineDelimited = isLineDelimited
    }

    /// The number of open containers.
    var depth: Int { open.count }

    /// Advances to the next line with a document, and returns whether there is one.
    package func nextLine() throws -> Bool {
        open.removeAll(keepingCapacity: true)
        expectation = .value
        while let byte = try scanner.peek() {
            guard Self.isSpace(byte) else { return true }
            scanner.skip()
        }
        return false
    }

    /// Skips the rest of the current line.
    package func abandonLine() throws { _ = try scanner.skipLine() }

    /// Returns the next part.
    ///
    /// - Throws: ``SeedIssue`` if the text is not JSON. The parser cannot continue after it.
    package func next() throws -> Event {
        while true {
            let byte = try peek()
            position = scanner.position
            switch expectation {
            case .end:
                guard byte == nil else { throw malformed("text after the end") }
                return .end
            case .value:
                return try value(byte)
            case .element:
                if byte == UInt8(ascii: "]") { throw trailingComma("array") }
                return try value(byte)
            case .firstElement:
                if byte == UInt8(ascii: "]") { return close(.endArray) }
                return try value(byte)
            case .firstName:
                if byte == UInt8(ascii: "}") { return close(.endObject) }
                return try name(byte)
            case .name:
                if byte == UInt8(ascii: "}") { throw trailingComma("object") }
                return try name(byte)
            case .separator:
                if let event = try separator(byte) { return event }
            }
        }
    }

    /// Skips the rest of a value whose first part was returned.
    func skip(after event: Event) throws {
        guard event == .beginObject || event == .beginArray else { return }
        let outer = depth - 1
        while depth > outer { _ = try next() }
    }

    // MARK: Pieces

    /// Returns the next byte that is not white space.
    private func peek() throws -> UInt8? {
        while let byte = try scanner.peek() {
            guard Self.isSpace(byte) else { return byte }
            if isLineDelimited, byte == 0x0A { return nil }
            scanner.skip()
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private func value(_ byte: UInt8?) throws -> Event {
        guard let byte else { throw endsTooEarly() }
        switch byte {
        case UInt8(ascii: "{"): return try begin(.object, .beginObject, .firstName)
        case UInt8(ascii: "["): return try begin(.array, .beginArray, .firstElement)
        case UInt8(ascii: "\""):
            try string()
            return valueEnded(.string)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try number()
            return valueEnded(.number)
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
            return valueEnded(try word())
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","):
            throw malformed("a value is missing")
        default: throw malformed("this is no value")
        }
    }

    private func begin(
        _ container: Container, _ event: Event, _ next: Expectation
    ) throws -> Event {
        guard open.count < Self.depthLimit else {
            throw SeedIssue(
                .document(.tooDeep(limit: Self.depthLimit)), at: position.location(in: scanner.path))
        }
        scanner.skip()
        open.append(container)
        expectation = next
        return event
    }

    private func close(_ event: Event) -> Event {
        scanner.skip()
        open.removeLast()
        return valueEnded(event)
    }

    private func valueEnded(_ event: Event) -> Event {
        expectation = open.isEmpty ? .end : .separator
        return event
    }

    private func name(_ byte: UInt8?) throws -> Event {
        guard byte == UInt8(ascii: "\"") else {
            throw byte == nil ? endsTooEarly() : malformed("a name in quotes is missing")
        }
        try string()
        guard try peek() == UInt8(ascii: ":") else {
            position = scanner.position
            throw malformed("a colon is missing")
        }
        scanner.skip()
        expectation = .value
        return .name
    }

    /// Reads a comma, or the end of the container.
    private func separator(_ byte: UInt8?) throws -> Event? {
        let isObject = open.last == .object
        switch byte {
        case UInt8(ascii: ","):
            commaPosition = position
            scanner.skip()
            expectation = isObject ? .name : .element
            return nil
        case UInt8(ascii: "}") where isObject: return close(.endObject)
        case UInt8(ascii: "]") where !isObject: return close(.endArray)
        case nil: throw endsTooEarly()
        default:
            throw malformed("a comma or the end of the \(isObject ? "object" : "array") is missing")
        }
    }

    private func word() throws -> Event {
        text.removeAll(keepingCapacity: true)
        while let byte = try scanner.peek(), Self.isWordByte(byte), text.count < 16 {
            text.append(byte)
            scanner.skip()
        }
        if text.elementsEqual("true".utf8) { return .boolean(true) }
        if text.elementsEqual("false".utf8) { return .boolean(false) }
        if text.elementsEqual("null".utf8) { return .null }
        throw malformed("`\(String(decoding: text, as: UTF8.self))` is no value")
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
            || (0x61...0x7A).contains(byte)
    }

    // MARK: Errors

    private func endsTooEarly() -> SeedIssue {
        malformed(isLineDelimited ? "the line ends too early" : "the text ends too early")
    }

    private func trailingComma(_ container: String) -> SeedIssue {
        position = commaPosition
        return malformed("a comma after the last element of the \(container): remove it")
    }

    func malformed(_ words: String) -> SeedIssue {
        SeedIssue(.document(.malformedJSON(words)), at: position.location(in: scanner.path))
    }

    func malformedHere(_ words: String) -> SeedIssue {
        SeedIssue(.document(.malformedJSON(words)), at: scanner.position.location(in: scanner.path))
    }
}
