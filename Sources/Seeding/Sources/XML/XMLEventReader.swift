import Files

/// Reads XML 1.0 piece by piece, with the memory of the longest text in it.
///
/// Foundation's `XMLParser` takes the whole file into memory on Linux and stops the process for
/// some damaged ones; hence this reader. It knows elements, attributes, text, CDATA, comments and
/// processing instructions. A document type is passed over and nothing it names is ever loaded; one
/// that declares something itself is refused, so that no text can unfold and no default be missed.
/// Names keep their prefixes. See <https://www.w3.org/TR/xml/>.
package final class XMLEventReader {
    /// A piece of a document.
    package enum Event: Equatable {
        /// The element's name is in ``name``; its attributes follow.
        case startElement
        /// Name and value are in ``name`` and ``text``.
        case attribute
        /// Characters of the innermost open element, in ``text``; one text may come in pieces.
        case text
        /// The innermost open element ends.
        case endElement
        /// Nothing follows.
        case end
    }

    /// The name of the last element or attribute.
    package private(set) var name: [UInt8] = []
    /// The characters of the last text or attribute.
    package var text: [UInt8] = []
    /// Where the last piece begins.
    private(set) var position = TextPosition()

    let scanner: TextScanner
    /// The names of all open elements, one behind the other.
    private var openNames: [UInt8] = []
    /// Where the name of each open element begins.
    private var open: [Int] = []
    private var state = State.prolog
    /// The names of the current tag's attributes, one behind the other, and where each one ends.
    private var attributeNames: [UInt8] = []
    private var attributeEnds: [Int] = []
    /// Those names where they are many: to look through them for each would take longer than reading them.
    private var manyNames: Set<[UInt8]> = []

    private enum State { case prolog, tag, emptyElement, content, epilog }

    /// Elements inside one another.
    static let depthLimit = Limits.recordLevels.most
    /// Attributes of one element.
    static let attributeLimit = Limits.elementAttributes.most
    /// The longest text, in bytes.
    static let longestText = CSVSource.longestRow

    /// How much of the file was read, from 0 to 1; nil where its size is unknown.
    var fractionRead: Double? { scanner.fractionRead }

    package init(_ scanner: TextScanner) {
        self.scanner = scanner
    }

    /// Whether the next piece is content of an element.
    var isInContent: Bool { state == .content }

    /// How many elements are open.
    var depth: Int { open.count }

    /// The next piece.
    ///
    /// - Throws: ``SeedIssue`` where the text is no XML; it cannot be read on.
    package func next() throws -> Event {
        while true {
            switch state {
            case .tag:
                if let event = try tagPart() { return event }
            case .emptyElement:
                return elementEnded()
            case .prolog, .content, .epilog:
                if let event = try content() { return event }
            }
        }
    }

    // MARK: Content

    /// The next piece of content; nil where there is none but reading goes on.
    private func content() throws -> Event? {
        position = scanner.position
        guard let byte = try scanner.peek() else {
            guard state == .epilog else {
                throw malformed(open.isEmpty ? "there is no element" : "the text ends too early")
            }
            return .end
        }
        guard byte == UInt8(ascii: "<") else {
            guard state == .content else {
                try outerSpace()
                return nil
            }
            try characters()
            return .text
        }
        scanner.skip()
        switch try scanner.peek() {
        case UInt8(ascii: "!"): return try declaration()
        case UInt8(ascii: "?"):
            scanner.skip()
            try readName()
            try skip(past: "?>")
            return nil
        case UInt8(ascii: "/"): return try endTag()
        default: return try startTag()
        }
    }

    private func outerSpace() throws {
        while let byte = try scanner.peek(), byte != UInt8(ascii: "<") {
            guard Self.isSpace(byte) else {
                position = scanner.position
                throw malformed("text outside of the elements")
            }
            scanner.skip()
        }
    }

    /// A comment, CDATA or the document type; `<` was read and `!` seen.
    private func declaration() throws -> Event? {
        scanner.skip()
        switch try scanner.peek() {
        case UInt8(ascii: "-"):
            try expect("--")
            try skip(past: "-->")
            return nil
        case UInt8(ascii: "["):
            try expect("[CDATA[")
            guard state == .content else { throw malformed("text outside of the elements") }
            try characterData()
            return .text
        default:
            try expect("DOCTYPE")
            guard state == .prolog else { throw malformed("a document type behind its place") }
            try skipDocumentType()
            return nil
        }
    }

    // MARK: Tags

    private func startTag() throws -> Event {
        guard state != .epilog else { throw malformed("a second root element") }
        guard open.count < Self.depthLimit else {
            throw SeedIssue(
                .document(.tooDeep(limit: Self.depthLimit)), at: position.location(in: scanner.path))
        }
        try readName()
        open.append(openNames.count)
        openNames += name
        attributeNames.removeAll(keepingCapacity: true)
        attributeEnds.removeAll(keepingCapacity: true)
        if !manyNames.isEmpty { manyNames.removeAll() }
        state = .tag
        return .startElement
    }

    /// An attribute, or nil where the tag ends.
    private func tagPart() throws -> Event? {
        let hadSpace = try skipSpace()
        position = scanner.position
        switch try scanner.peek() {
        case UInt8(ascii: ">"):
            scanner.skip()
            state = .content
            return nil
        case UInt8(ascii: "/"):
            scanner.skip()
            try expect(">")
            state = .emptyElement
            return nil
        case nil: throw malformed("a tag is never closed")
        default: break
        }
        guard hadSpace else { throw malformed("a space between attributes is missing") }
        try readName()
        try skipSpace()
        guard try scanner.peek() == UInt8(ascii: "=") else {
            throw malformed("an attribute without value")
        }
        scanner.skip()
        try skipSpace()
        guard attributeEnds.count < Self.attributeLimit else {
            throw SeedIssue(
                .document(.tooManyColumns(Self.attributeLimit)), at: position.location(in: scanner.path))
        }
        guard isNewAttribute() else { throw malformed("an attribute twice") }
        attributeNames += name
        attributeEnds.append(attributeNames.count)
        try attributeValue()
        return .attribute
    }

    /// Whether the tag has no attribute of the current name yet.
    private func isNewAttribute() -> Bool {
        if attributeEnds.count >= 16 {
            if manyNames.isEmpty {
                for (end, next) in zip([0] + attributeEnds, attributeEnds) {
                    manyNames.insert(Array(attributeNames[end..<next]))
                }
            }
            return manyNames.insert(name).inserted
        }
        var start = 0
        for end in attributeEnds {
            if attributeNames[start..<end].elementsEqual(name) { return false }
            start = end
        }
        return true
    }

    private func endTag() throws -> Event {
        scanner.skip()
        try readName()
        try skipSpace()
        try expect(">")
        guard let start = open.last, openNames[start...].elementsEqual(name) else {
            let expected = open.last.map { String(decoding: openNames[$0...], as: UTF8.self) }
            let words = expected.map { "`</\($0)>` was expected" } ?? "no element is open"
            throw malformed(words)
        }
        return elementEnded()
    }

    private func elementEnded() -> Event {
        if let start = open.popLast() {
            name.removeAll(keepingCapacity: true)
            name += openNames[start...]
            openNames.removeSubrange(start...)
        }
        state = open.isEmpty ? .epilog : .content
        return .endElement
    }

    private func readName() throws {
        name.removeAll(keepingCapacity: true)
        while let byte = try scanner.peek(), Self.isNameByte(byte) {
            guard name.count < 1024 else { throw malformed("a name is too long") }
            name.append(byte)
            scanner.skip()
        }
        guard let first = name.first, !Self.isDigit(first), first != UInt8(ascii: "-"),
            first != UInt8(ascii: ".")
        else { throw malformed("a name is missing") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    func malformed(_ words: String) -> SeedIssue {
        SeedIssue(.document(.malformedXML(words)), at: position.location(in: scanner.path))
    }

    func malformedHere(_ words: String) -> SeedIssue {
        SeedIssue(.document(.malformedXML(words)), at: scanner.position.location(in: scanner.path))
    }
}
