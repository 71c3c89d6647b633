import Files
import XML

/// Reads XML elements as records.
final class XMLRecordReader {
    private let xml: XMLReader
    private let assembler: RecordAssembler
    private let path: String
    private let lists: Set<[UInt8]>
    /// Whether the element's own attributes are columns with their `@` as well: `@name`.
    private let marksAttributes: Bool
    /// The innermost open element of the record.
    private var element = ElementPath()
    /// The text of each open element of the record, so far.
    private var texts: [ElementText] = []

    /// What stands in an element.
    private struct ElementText {
        /// Its own text.
        var own: [UInt8] = []
        /// The same with the texts of the elements within: what a reader of `x <b>y</b> z` sees.
        var whole: [UInt8] = []
        /// In how many pieces there is text that is more than space.
        var runs = 0
        var isBehindElement = true
        /// Whether an element within is one of those that stand in running text.
        var hasInline = false
        var hasElements = false

        mutating func clear() {
            own.removeAll(keepingCapacity: true)
            whole.removeAll(keepingCapacity: true)
            (runs, isBehindElement, hasInline, hasElements) = (0, true, false, false)
        }

        /// Whether elements stand in its text, and not beside it as the unit of a number does.
        var isMixed: Bool { runs > 1 || runs == 1 && hasInline }
    }

    private static let inline: Set<String> = [
        "a", "abbr", "b", "br", "cite", "code", "em", "i", "mark", "q", "s", "small", "span", "strong", "sub",
        "sup", "u", "emph", "hi",
    ]

    /// - Parameters:
    ///   - lists: the columns whose element may repeat.
    ///   - marksAttributes: whether own attributes are columns with `@` before their names as well.
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

    /// Reads the element that has begun as a record, to its end.
    ///
    /// - Throws: ``SeedIssue`` where the text is no XML; what is wrong with its content is kept by
    ///   the assembler.
    func readRecord() throws {
        assembler.begin(at: xml.position)
        element.restart(at: xml.position)
        beginText(0)
        try readContent()
    }

    /// Reads the element that has begun as a child of one that somebody else goes through.
    ///
    /// - Throws: ``SeedIssue`` where the text is no XML.
    func readChild() throws {
        element.restart(at: xml.position)
        element.open(xml.name, at: xml.position)
        beginText(0)
        beginText(1)
        try readContent()
    }

    /// Takes the attribute that was met of an element that somebody else goes through.
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
        // Declarations of namespaces say how to read names; they are no data.
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
        texts[depth - 1].isBehindElement = true
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
        if texts[depth].isBehindElement, !Self.isSpace(text) {
            texts[depth].runs += 1
            texts[depth].isBehindElement = false
        }
    }

    /// An element's own text becomes a value, unless it only spaces out other elements.
    private func endText() {
        let depth = element.depth
        if depth > 0 {
            texts[depth - 1].whole += texts[depth].whole
            texts[depth - 1].isBehindElement = true
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

    /// A text without the line ends and indentations that a program puts around it.
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
