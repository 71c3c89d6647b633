import Files
import XML

/// Reads XML elements as records.
final class XMLRecordReader {
    private let xml: XMLReader
    private let assembler: RecordAssembler
    private let path: String
    private let lists: Set<[UInt8]>
    /// Whether the element's own attributes are also columns with an `@`, such as `@name`.
    private let marksAttributes: Bool
    /// The innermost open element of the record.
    private var element = ElementPath()
    /// The text so far of each open element of the record.
    private var texts: [ElementText] = []

    /// The text of an element.
    private struct ElementText {
        /// The text directly in the element.
        var own: [UInt8] = []
        /// The text including that of child elements, as a reader sees `x <b>y</b> z`.
        var whole: [UInt8] = []
        /// The number of text runs that are not only white space.
        var runs = 0
        var isAfterElement = true
        /// Whether a child element is one that occurs in running text.
        var hasInline = false
        var hasElements = false

        mutating func clear() {
            own.removeAll(keepingCapacity: true)
            whole.removeAll(keepingCapacity: true)
            (runs, isAfterElement, hasInline, hasElements) = (0, true, false, false)
        }

        /// Whether child elements are within its text, not next to it like the unit of a number.
        var isMixed: Bool { runs > 1 || runs == 1 && hasInline }
    }

    private static let inline: Set<String> = [
        "a", "abbr", "b", "br", "cite", "code", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub",
        "sup", "u", "emph", "hi",
    ]

    /// - Parameters:
    ///   - lists: the columns whose element may repeat.
    ///   - marksAttributes: whether own attributes are also columns with an `@` before their names.
    init(
        xml: XMLReader, assembler: RecordAssembler, path: String, lists: [String],
        marksAttributes: Bool
    ) {
        self.xml = xml
        self.assembler = assembler
        self.path = path
        self.lists = Set(lists.map { Array($0.utf8) })
        self.marksAttributes = marksAttributes
    }

    /// Reads the open element as a record, to its end.
    ///
    /// - Throws: ``SeedIssue`` if the text is not XML. The assembler keeps errors in its content.
    func readRecord() throws {
        assembler.begin(at: xml.position)
        element.restart(at: xml.position)
        beginText(0)
        try readContent()
    }

    /// Reads the open element as a child of an element that the caller reads.
    ///
    /// - Throws: ``SeedIssue`` if the text is not XML.
    func readChild() throws {
        element.restart(at: xml.position)
        element.open(xml.name, at: xml.position)
        beginText(0)
        beginText(1)
        try readContent()
    }

    /// Takes the current attribute of an element that the caller reads.
    func takeAttribute() {
        element.restart(at: xml.position)
        attribute()
    }

    private func readContent() throws {
        let outer = xml.depth - 1
        while xml.depth > outer {
            switch try xml.next() {
            case .startElement:
                element.open(xml.name, at: xml.position)
                beginText(element.depth)
            case .attribute: attribute()
            case .text: try append(xml.text, to: element.depth)
            case .endElement:
                endText()
                element.close()
            case .end: return
            }
        }
    }

    private func attribute() {
        // Namespace declarations affect the meaning of names and are not data.
        guard !isNamespace(xml.name) else { return }
        if marksAttributes, element.depth == 0 {
            ([UInt8(ascii: "@")] + xml.name).withUnsafeBytes { name in
                xml.text.withUnsafeBytes { assembler.set(name, to: $0, at: xml.position) }
            }
        }
        element.withAttribute(xml.name) { name in
            xml.text.withUnsafeBytes { set(name, to: $0, at: xml.position) }
        }
    }

    private func isNamespace(_ name: [UInt8]) -> Bool {
        name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }

    private func beginText(_ depth: Int) {
        if depth < texts.count { texts[depth].clear() } else { texts.append(ElementText()) }
        guard depth > 0 else { return }
        texts[depth - 1].isAfterElement = true
        texts[depth - 1].hasElements = true
        guard xml.name.count <= 6, Self.inline.contains(String(decoding: xml.name, as: UTF8.self)) else {
            return
        }
        texts[depth - 1].hasInline = true
    }

    private static func isSpace(_ text: some Sequence<UInt8>) -> Bool {
        text.allSatisfy { XMLReader.isSpace($0) }
    }

    private func append(_ text: [UInt8], to depth: Int) throws {
        guard texts[depth].whole.count + text.count <= XMLReader.longestText else {
            throw xml.error(.tooLong(limit: XMLReader.longestText))
        }
        texts[depth].own += text
        texts[depth].whole += text
        if texts[depth].isAfterElement, !Self.isSpace(text) {
            texts[depth].runs += 1
            texts[depth].isAfterElement = false
        }
    }

    /// Sets the text of the innermost element as a value, unless it is only white space between child elements.
    private func endText() {
        let depth = element.depth
        if depth > 0 {
            texts[depth - 1].whole += texts[depth].whole
            texts[depth - 1].isAfterElement = true
        }
        let isSpace = Self.isSpace(texts[depth].own)
        if depth == 0 {
            guard !isSpace else { return }
        } else if element.hasContent, isSpace {
            guard texts[depth].hasElements else { return }
            return element.withName { assembler.refuseParts(of: $0, at: element.position) }
        }
        let text = Self.unindented(texts[depth].isMixed ? texts[depth].whole : texts[depth].own)
        element.withName { name in
            text.withUnsafeBytes { set(name, to: $0, at: element.position) }
        }
    }

    /// Returns a text without surrounding line breaks and indentation.
    private static func unindented(_ text: [UInt8]) -> ArraySlice<UInt8> {
        var slice = text[...]
        let head = slice.prefix { XMLReader.isSpace($0) }
        if head.count < slice.count, head.contains(0x0A) { slice = slice.dropFirst(head.count) }
        let tail = slice.reversed().prefix { XMLReader.isSpace($0) }
        if tail.count < slice.count, tail.contains(0x0A) { slice = slice.dropLast(tail.count) }
        return slice
    }

    private func set(
        _ name: UnsafeRawBufferPointer, to text: UnsafeRawBufferPointer, at position: TextPosition
    ) {
        if !lists.isEmpty, lists.contains(Array(name)) {
            assembler.append(name, text, at: position)
        } else {
            assembler.set(name, to: text, at: position)
        }
    }
}
