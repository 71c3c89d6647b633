import Files

/// Parses the XML of models and property lists: elements, attributes, text, CDATA and references.
/// Comments, processing instructions and the document type are passed over; a document type may
/// declare no entities, so that no text can unfold.
///
/// Foundation's `XMLParser` on Linux stops the process when an attribute is no valid UTF-8; model
/// files come from outside, hence this parser. See <https://www.w3.org/TR/xml/>.
struct XMLTreeParser {
    private let bytes: [UInt8]
    private var position = 0
    private var open: [XMLTreeElement] = []
    private var root: XMLTreeElement?
    private var remaining = PropertyList.Limit.values
    /// Line and start of line up to `counted`, so that positions cost one walk in all.
    private var line = 1
    private var lineStart = 0
    private var counted = 0

    /// Elements inside one another.
    static let depthLimit = Limits.modelLevels.most

    /// Takes the text, UTF-8 with or without mark, or UTF-16 with one.
    ///
    /// - Throws: ``ModelError`` (`malformed`) when it is no valid Unicode.
    init(_ bytes: [UInt8]) throws {
        var bytes = bytes
        if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
            let high = bytes[0] == 0xFE ? 0 : 1
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0 + high]) << 8 | UInt16(bytes[$0 + 1 - high])
            }
            let text = String(decoding: units, as: UTF16.self)
            // What is not valid was replaced, and is not the same any more.
            guard text.utf16.elementsEqual(units) else {
                throw ModelError(.malformed("the XML is no valid UTF-16"))
            }
            bytes = Array(text.utf8)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
        guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
            throw ModelError(.malformed("the XML is no valid UTF-8"))
        }
        self.bytes = bytes
    }

    /// The root element.
    mutating func parse() throws -> XMLTreeElement {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                try text()
                continue
            }
            if take("<!--") {
                try skip(past: "-->")
            } else if starts("<![CDATA[") {
                try data()
            } else if starts("<!DOCTYPE") {
                try documentType()
            } else if take("<?") {
                _ = try name()
                try skip(past: "?>")
            } else if starts("</") {
                try endTag()
            } else {
                try startTag()
            }
        }
        guard let root, open.isEmpty else { throw error("ends too early") }
        return root
    }

    private mutating func startTag() throws {
        let (line, column) = lineAndColumn(of: position)
        position += 1
        let name = try self.name()
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if take(">") || starts("/>") { break }
            guard hadSpace else { throw error("has a damaged tag") }
            let key = try self.name()
            skipSpace()
            guard take("=") else { throw error("has an attribute without value") }
            skipSpace()
            guard attributes.updateValue(try attributeValue(), forKey: key) == nil else {
                throw error("has an attribute twice")
            }
        }
        remaining -= 1 + attributes.count
        guard remaining > 0 else {
            throw ModelError(
                .tooMany(what: "elements", limit: PropertyList.Limit.values), line: line,
                column: column)
        }
        let element = XMLTreeElement(
            name: name, attributes: attributes, line: line, column: column)
        try insert(element)
        if starts("/>") {
            position += 2
        } else {
            open.append(element)
        }
    }

    private mutating func insert(_ element: XMLTreeElement) throws {
        guard open.count < Self.depthLimit else {
            throw element.error(.tooMany(what: "nested elements", limit: Self.depthLimit))
        }
        if let parent = open.last {
            parent.append(element)
        } else if root == nil {
            root = element
        } else {
            throw element.error(.malformed("the XML has two root elements"))
        }
    }

    private mutating func endTag() throws {
        position += 2
        let name = try self.name()
        skipSpace()
        guard take(">"), open.last?.name == name else { throw error("has a damaged end tag") }
        open.removeLast()
    }

    private mutating func text() throws {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        guard let element = open.last else {
            guard bytes[start..<position].allSatisfy(Self.isSpace) else {
                throw error("has text outside of its elements")
            }
            return
        }
        element.append(try resolved(start..<position, .text))
    }

    private mutating func data() throws {
        position += "<![CDATA[".utf8.count
        let start = position
        try skip(past: "]]>")
        guard let element = open.last else { throw error("has text outside of its elements") }
        element.append(try resolved(start..<position - 3, .data))
    }

    private mutating func documentType() throws {
        position += "<!DOCTYPE".utf8.count
        var quote: UInt8?
        while position < bytes.count, quote != nil || bytes[position] != UInt8(ascii: ">") {
            switch bytes[position] {
            case let byte where byte == quote: quote = nil
            case _ where quote != nil: break
            case let byte where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): throw error("declares entities of its own")
            default: break
            }
            position += 1
        }
        guard take(">"), root == nil else { throw error("has a damaged document type") }
    }

    private mutating func name() throws -> String {
        let start = position
        while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
        guard position > start, Self.mayBeginName(bytes[start]) else { throw error("lacks a name") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func attributeValue() throws -> String {
        guard position < bytes.count else { throw error("ends too early") }
        let quote = bytes[position]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw error("has an attribute value without quotes")
        }
        let start = position + 1
        guard let end = bytes[start...].firstIndex(of: quote) else {
            throw error("ends inside an attribute")
        }
        let value = try resolved(start..<end, .attribute)
        position = end + 1
        return value
    }

    /// Where characters stand: what is special in them follows from that.
    private enum Part { case text, attribute, data }

    /// Characters with their references resolved, line ends and spaces as XML wants them.
    private func resolved(_ range: Range<Int>, _ part: Part) throws -> String {
        let plain = bytes[range]
        let special = plain.contains { byte in
            byte < 0x20 || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<")
        }
        guard special else { return String(decoding: plain, as: UTF8.self) }
        var result: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            switch bytes[index] {
            case UInt8(ascii: "<") where part == .attribute: throw error("has a < inside an attribute")
            case UInt8(ascii: "&") where part != .data:
                // No reference is longer than `&#x10FFFF;` with a few leading zeros.
                let limit = min(range.upperBound, index + 18)
                guard let end = bytes[index..<limit].firstIndex(of: UInt8(ascii: ";")),
                    let character = Self.character(bytes[index + 1..<end])
                else { throw error("has an unknown reference") }
                result += String(character).utf8
                index = end
            case 13:
                // A line end is one line feed, whatever system wrote it.
                if index + 1 >= range.upperBound || bytes[index + 1] != 10 {
                    result.append(part == .attribute ? 32 : 10)
                }
            case 9 where part == .attribute, 10 where part == .attribute: result.append(32)
            case let byte where byte < 0x20 && byte != 9 && byte != 10:
                throw error("has a control character")
            case let byte: result.append(byte)
            }
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func character(_ reference: ArraySlice<UInt8>) -> Unicode.Scalar? {
        switch String(decoding: reference, as: UTF8.self) {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case let text:
            guard text.hasPrefix("#"), !text.contains("+") else { return nil }
            let digits = text.dropFirst()
            let number =
                digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            guard let number, let scalar = Unicode.Scalar(number) else { return nil }
            // XML 1.0, production 2: what is a character at all.
            let isAllowed =
                number >= 0x20
                ? number != 0xFFFE && number != 0xFFFF : [9, 10, 13].contains(number)
            return isAllowed ? scalar : nil
        }
    }

    private func starts(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { bytes[position..<position + $0.count].elementsEqual($0) }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private mutating func skip(past text: StaticString) throws {
        while position < bytes.count {
            if take(text) { return }
            position += 1
        }
        throw error("ends too early")
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [32, 9, 10, 13].contains(byte) }

    private static func mayBeginName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): false
        default: true
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private mutating func lineAndColumn(of offset: Int) -> (line: Int, column: Int) {
        while counted < offset {
            if bytes[counted] == 10 {
                line += 1
                lineStart = counted + 1
            }
            counted += 1
        }
        return (line, offset - lineStart + 1)
    }

    private func error(_ problem: String) -> ModelError {
        var copy = self
        let (line, column) = copy.lineAndColumn(of: min(position, bytes.count))
        return ModelError(.malformed("the XML \(problem)"), line: line, column: column)
    }
}
