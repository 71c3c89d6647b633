import Files
import XML

/// The texts that cells of a workbook refer to by number, in memory up to a bound and then in private files.
final class SharedStrings {
    private let texts: SpillingBuffer
    /// The end of each text, in eight bytes.
    private let ends: SpillingBuffer
    private(set) var count = 0

    /// The number of bytes that are kept in memory, for the texts and for their ends.
    static let usualBound = 64 << 20
    /// The limit in bytes, which no real workbook reaches, so that the disk cannot be filled.
    static let limit = Limits.sharedTexts.most

    /// Creates an empty collection.
    init(path: String, bound: Int = usualBound) {
        texts = SpillingBuffer(bound: bound, path: path)
        ends = SpillingBuffer(bound: bound, path: path)
    }

    /// Whether some texts are in a file.
    var hasSpilled: Bool { texts.hasSpilled || ends.hasSpilled }

    /// Reads `sharedStrings.xml`. The text of an `si` is that of its `t`, or of its runs joined, without phonetic
    /// hints.
    ///
    /// - Throws: ``SeedIssue``.
    func read(_ xml: XMLReader, path: String) throws {
        xml.boundary = Array("si".utf8)
        var text: [UInt8] = []
        var reader = RichTextReader()
        while true {
            // The usual form, two tags around characters, is read in place.
            while try xml.takePlain(takePlain) {}
            let event = try xml.next()
            switch event {
            case .startElement where PackagePart.local(xml.name).elementsEqual("si".utf8):
                text.removeAll(keepingCapacity: true)
                try reader.read(xml, into: &text)
                EscapedText.unescape(&text)
                try add(text)
            case .end:
                try texts.finish()
                return try ends.finish()
            default: break
            }
            guard texts.count <= Self.limit else {
                throw SeedIssue(.spreadsheet(.tooMuchText(Limits.sharedTexts)), at: .init(path: path))
            }
        }
    }

    /// Reads a text of the usual form, `<si><t>Text</t></si>`, at the beginning of some bytes.
    @inline(__always)
    private func takePlain(_ bytes: UnsafeRawBufferPointer) throws -> Int? {
        var scanner = UsualXML(bytes)
        scanner.skipSpace()
        guard scanner.take("<si><t"), scanner.take(">") || scanner.take(" xml:space=\"preserve\">"),
            let text = scanner.text(), scanner.take("</t></si>"),
            // The text may have escapes.
            !text.contains(UInt8(ascii: "_"))
        else { return nil }
        try add(text)
        return scanner.index
    }

    private func add(_ text: some Collection<UInt8>) throws {
        try texts.append(text)
        count += 1
        try withUnsafeBytes(of: UInt64(texts.count).littleEndian) { try ends.append($0) }
    }

    /// Passes a text to `body`, and returns whether there is a text with the number.
    ///
    /// - Throws: ``SeedIssue`` for an I/O error.
    func withText(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Bool {
        guard index >= 0, index < count else { return false }
        let start = index == 0 ? 0 : try end(index - 1)
        try texts.withBytes(start..<(try end(index)), body)
        return true
    }

    private func end(_ index: Int) throws -> Int {
        try ends.withBytes(index * 8..<index * 8 + 8) {
            Int(UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)))
        }
    }
}
