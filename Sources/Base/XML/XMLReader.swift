import CExpat
import Files

/// A streaming reader of XML 1.0, based on Expat. Its memory is that of the longest tag or text.
///
/// External entities are never loaded. A document type that declares entities or values of attributes is refused, so
/// that no entity can expand and no default value is missed. Names keep their prefixes. See <https://www.w3.org/TR/xml/>.
package final class XMLReader {
    /// A piece of a document.
    package enum Event: Equatable {
        /// A start tag. Its name is in ``name``, and its attributes follow.
        case startElement
        /// An attribute, in ``name`` and ``text``.
        case attribute
        /// The characters up to the next tag, in ``text``. They belong to the innermost open element.
        case text
        /// The end of the innermost open element.
        case endElement
        /// The end of the document.
        case end
    }

    /// The name of the last start tag or of its last attribute.
    package private(set) var name: [UInt8] = []
    /// The characters of the last text or attribute value.
    package private(set) var text: [UInt8] = []
    /// The name of the elements after which each step of Expat ends, such as `row`, so that ``takePlain(_:)`` can follow.
    package var boundary: [UInt8]?

    let input: any XMLInput
    let parser: XML_Parser?
    private let levels: Int
    private let failure: (XMLError) -> any Error

    /// The names of all open elements in one buffer, and the offset of each name.
    private var openNames: [UInt8] = []
    var open: [Int] = []
    private var attributeCount = 0

    /// The pieces that Expat found, the index of the next one, and the end of the complete ones.
    let found = FoundPieces()
    var index = 0
    private var readable = 0
    private var current = FoundPieces.Piece(event: .end, name: 0, text: 0, end: 0, offset: 0)
    /// The position of a text whose beginning was already discarded.
    private var textStart: TextPosition?
    private var isTextStart = false
    /// The last attribute that was located in the current tag, with the offsets of its start and end.
    private var located = (count: 0, start: 0, end: 0)

    /// Offsets in the document: of the first byte in memory, of the end of Expat's input, and of the end of the
    /// bytes that Expat has processed.
    var origin = 0
    var given = 0
    var taken = 0
    /// The number of bytes that were never given to Expat.
    var kept = 0
    /// The error that ended the reading, and its offset.
    var end: (code: XML_Error, offset: Int)?
    var refused: (problem: XMLError.Problem, offset: Int)?
    /// The offset of the open CDATA section.
    var dataStart: Int?
    private var dataPosition: TextPosition?
    /// Whether the document type has declarations or names external ones. Expat then accepts unknown references.
    var namesDeclarations = false

    /// The longest tag or text, in bytes.
    package static let longestText = Limits.recordBytes.most
    /// The number of bytes that Expat gets in one step.
    static let step = 16 * 1024

    /// - Parameters:
    ///   - levels: the limit on nested elements.
    ///   - failure: converts an error in the document into the error to throw.
    package init(
        _ input: any XMLInput, levels: Int = Limits.recordLevels.most,
        failure: @escaping (XMLError) -> any Error
    ) {
        self.input = input
        self.levels = levels
        self.failure = failure
        parser = XML_ParserCreate("UTF-8")
        setHandlers()
    }

    deinit { XML_ParserFree(parser) }

    /// The part of the document that was read, from 0 to 1, or nil if its size is unknown.
    package var fractionRead: Double? { input.fractionRead }

    /// The number of open elements.
    package var depth: Int { open.count }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Returns the next piece.
    ///
    /// - Throws: the error that `failure` returns, if the document is not valid XML. The reader cannot continue
    ///   after it.
    package func next() throws -> Event {
        while index == readable { try feed() }
        current = found[index]
        isTextStart = index == 0 && textStart != nil
        index += 1
        switch current.event {
        case .startElement:
            guard open.count < levels else { throw error(.tooDeep(limit: levels)) }
            take(&name, current.name..<current.text)
            open.append(openNames.count)
            openNames += name
            attributeCount = 0
            located = (0, 0, 0)
        case .attribute:
            attributeCount += 1
            let limit = Limits.elementAttributes.most
            guard attributeCount <= limit else { throw error(.tooManyAttributes(limit: limit)) }
            take(&name, current.name..<current.text)
            take(&text, current.text..<current.end)
        case .text: take(&text, current.text..<current.end)
        case .endElement: openNames.removeSubrange((open.popLast() ?? 0)...)
        case .end: index -= 1
        }
        return current.event
    }

    @inline(__always)
    private func take(_ bytes: inout [UInt8], _ range: Range<Int>) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: found.bytes[range]))
    }

    // MARK: Places

    /// The position of the last piece.
    package var position: TextPosition {
        if isTextStart, let textStart { return textStart }
        return input.position(of: (current.event == .attribute ? attributeOffset() : current.offset) - origin)
    }

    /// Returns an error at the position of the last piece.
    package func error(_ problem: XMLError.Problem) -> any Error {
        failure(XMLError(problem: problem, position: position))
    }

    /// Returns the offset of the current attribute.
    ///
    /// Expat reports only the offset of the tag. The scan is safe because Expat has already accepted the tag as
    /// well-formed.
    private func attributeOffset() -> Int {
        let tag = current.offset - origin
        let bytes = input.available
        var (count, start, end) = located
        if count == 0 {
            end = tag
            while !Self.isSpace(bytes[end]) { end += 1 }
        }
        while count < attributeCount {
            while Self.isSpace(bytes[end]) { end += 1 }
            start = end
            while bytes[end] != UInt8(ascii: "\""), bytes[end] != UInt8(ascii: "'") { end += 1 }
            let quote = bytes[end]
            end += 1
            while bytes[end] != quote { end += 1 }
            end += 1
            count += 1
        }
        located = (count, start, end)
        return start + origin
    }

    private var innermost: String? {
        open.last.map { String(decoding: openNames[$0...], as: UTF8.self) }
    }

    // MARK: Feeding Expat

    /// Gives Expat more of the document after all pieces were taken.
    private func feed() throws {
        if end != nil || refused != nil { throw ended() }
        drop()
        let pending = given - origin
        guard found.bytes.count <= Self.longestText, pending <= Self.longestText else {
            throw failure(
                XMLError(
                    problem: .tooLong(limit: Self.longestText),
                    position: textStart ?? input.position(of: taken - origin)))
        }
        if given == 0 { try skipSpace() }
        let hasMore =
            try input.available.count > pending || input.extend(to: pending + max(Self.step, pending))
        let bytes = upToBoundary(
            UnsafeRawBufferPointer(rebasing: input.available[pending...].prefix(max(Self.step, pending))))
        given += bytes.count
        let status = XML_Parse(
            parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
            hasMore ? 0 : 1)
        // Expat reports no index if it has not processed any byte.
        taken = max(offset, taken)
        readable = found.count
        if found.endsInText { readable -= 1 }
        if status != XML_STATUS_OK {
            end = (XML_GetErrorCode(parser), taken)
        } else if !hasMore {
            found.add(.end, at: given)
            readable = found.count
        }
    }

    /// Expat's offset in the document.
    @inline(__always)
    var offset: Int { Int(XML_GetCurrentByteIndex(parser)) + kept }

    /// Discards the pieces and bytes that were taken, except a text that may continue.
    func drop() {
        if readable < found.count {
            if readable > 0 || textStart == nil {
                textStart = input.position(of: found[readable].offset - origin)
            }
        } else {
            textStart = nil
        }
        found.removeFirst(readable)
        (index, readable) = (0, 0)
        if let dataStart, dataStart >= origin { dataPosition = input.position(of: dataStart - origin) }
        input.skip(taken - origin)
        origin = taken
    }

    /// Skips white space before the declaration, which some programs write.
    private func skipSpace() throws {
        while try !input.available.isEmpty || input.extend(to: Self.step) {
            let count = input.available.prefix(while: Self.isSpace).count
            input.skip(count)
            kept += count
            if !input.available.isEmpty { break }
        }
        (origin, given, taken) = (kept, kept, kept)
    }

    /// Returns the error that ended the reading.
    private func ended() -> any Error {
        if let refused {
            return failure(
                XMLError(problem: refused.problem, position: input.position(of: refused.offset - origin)))
        }
        let code = end?.code ?? XML_ERROR_NONE
        // A failed allocation in Expat is not an error in the document.
        if parser == nil || code == XML_ERROR_NO_MEMORY {
            return FileError(path: "the XML", action: .read, reason: System.words(ENOMEM))
        }
        var place = (end?.offset ?? origin) - origin
        var known: TextPosition?
        // Expat reports the start of the name for a mismatched tag, and the end of the document for an open CDATA
        // section.
        if code == XML_ERROR_TAG_MISMATCH { place -= 2 }
        if code == XML_ERROR_UNCLOSED_CDATA_SECTION, let dataStart {
            (place, known) = (dataStart - origin, dataStart < origin ? dataPosition : nil)
        }
        let problem = problem(code, at: &place)
        return failure(XMLError(problem: problem, position: known ?? input.position(of: place)))
    }

    private func problem(_ code: XML_Error, at place: inout Int) -> XMLError.Problem {
        let bytes = input.available
        var code = code
        if code == XML_ERROR_INVALID_TOKEN, dataStart == nil,
            let start = bytes.prefix(max(place, 0)).suffix(16).lastIndex(of: UInt8(ascii: "&")),
            XMLError.Problem.reference(UnsafeRawBufferPointer(rebasing: bytes[start...])).utf8.count
                == place - start - 1
        {
            // A bare `&`: Expat reports the first character that does not fit a reference.
            (code, place) = (XML_ERROR_UNDEFINED_ENTITY, start)
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(max(place, 0)))
        return .of(code, at: rest, in: innermost)
    }
}
