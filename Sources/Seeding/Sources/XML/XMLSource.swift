/// The elements of one path in an XML file as rows.
///
/// Columns are the record's attributes (`name`), the text of its child elements (`name`,
/// `size/unit`), their attributes (`size/@unit`) and its own text (`.`).
public final class XMLSource: StructuredSource {
    public var fractionRead: Double? { xml.fractionRead }

    private let xml: XMLEventReader
    let assembler: RecordAssembler
    private let path: String
    private let elements: [[UInt8]]
    private let lists: Set<[UInt8]>
    /// How many of the open elements, from the root, are those of the path.
    private var matched = 0
    var isFinished = false
    /// Whether the way to the records was met.
    private var isPathMet = false
    /// The innermost open element of the record.
    private var element = ElementPath()
    /// The text of each open element of the record, so far.
    private var texts: [[UInt8]] = []

    /// Opens an XML file.
    ///
    /// - Throws: ``SeedIssue``.
    public convenience init(path: String, options: RecordOptions) throws {
        try self.init(
            path: path, options: options,
            assembler: Self.assembler(path: path, options: options))
    }

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        self.path = path
        elements = options.records.map { Array($0.utf8) }
        lists = Set(options.lists.map { Array($0.utf8) })
        let file = try TextFile(path: path) { try XMLEncoding.declared($0, path: path) }
        xml = XMLEventReader(TextScanner(file))
        self.assembler = assembler
    }

    func readRecord() throws -> Bool {
        guard try findRecord() else { return false }
        try readElement()
        return true
    }

    // MARK: The way to a record

    private func findRecord() throws -> Bool {
        while true {
            switch try xml.next() {
            case .startElement:
                guard xml.depth == matched + 1, elements[matched].elementsEqual(xml.name) else {
                    continue
                }
                if xml.depth == elements.count {
                    isPathMet = true
                    return true
                }
                matched += 1
                isPathMet = isPathMet || matched == elements.count - 1
            case .endElement: matched = min(matched, xml.depth)
            case .attribute, .text: continue
            case .end:
                guard isPathMet else {
                    let name = elements.map { String(decoding: $0, as: UTF8.self) }
                    throw SeedIssue(
                        .noSuchRecords(name.joined(separator: "/")), at: .init(path: path))
                }
                return false
            }
        }
    }

    // MARK: The record

    private func readElement() throws {
        assembler.begin(at: xml.place)
        let outer = xml.depth - 1
        element.restart(at: xml.place)
        beginText(0)
        while xml.depth > outer {
            switch try xml.next() {
            case .startElement:
                element.open(xml.name, at: xml.place)
                beginText(element.depth)
            case .attribute:
                // Declarations of namespaces say how to read names; they are no data.
                guard !isNamespace(xml.name) else { continue }
                element.withAttribute(xml.name) { name in
                    xml.text.withUnsafeBytes { set(name, to: $0, at: xml.place) }
                }
            case .text:
                try append(xml.text, to: element.depth)
            case .endElement:
                endText()
                element.close()
            case .end: return
            }
        }
    }

    private func isNamespace(_ name: [UInt8]) -> Bool {
        name.elementsEqual("xmlns".utf8) || name.starts(with: "xmlns:".utf8)
    }

    private func beginText(_ depth: Int) {
        if depth < texts.count {
            texts[depth].removeAll(keepingCapacity: true)
        } else {
            texts.append([])
        }
    }

    private func append(_ text: [UInt8], to depth: Int) throws {
        guard texts[depth].count + text.count <= XMLEventReader.longestText else {
            throw SeedIssue(
                .recordTooLong(limit: XMLEventReader.longestText),
                at: xml.place.location(in: path))
        }
        texts[depth] += text
    }

    /// An element's own text becomes a value, unless it only spaces out other elements.
    private func endText() {
        let text = texts[element.depth]
        let isSpace = text.allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if element.depth == 0 {
            guard !isSpace else { return }
        } else if element.hasContent, isSpace {
            return
        }
        element.withName { name in
            text.withUnsafeBytes { set(name, to: $0, at: element.place) }
        }
    }

    private func set(
        _ name: UnsafeRawBufferPointer, to text: UnsafeRawBufferPointer, at place: TextPlace
    ) {
        if !lists.isEmpty, lists.contains(Array(name)) {
            assembler.append(name, text, at: place)
        } else {
            assembler.set(name, to: text, at: place)
        }
    }
}
