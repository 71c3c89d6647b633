import CExpat
import Files

/// Reads XML 1.0 piece by piece, by Expat, with the memory of the longest tag or text in it.
///
/// Nothing that a document type names is ever loaded; one that declares something itself is refused, so that no
/// text can unfold and no default be missed. Names keep their prefixes. See <https://www.w3.org/TR/xml/>.
package final class XMLReader {
    /// A piece of a document.
    package enum Event: Equatable {
        /// The element's name is in ``name``; its attributes follow.
        case startElement
        /// Name and value are in ``name`` and ``text``.
        case attribute
        /// Characters of the innermost open element, in ``text``: all up to the next tag.
        case text
        /// The innermost open element ends.
        case endElement
        /// Nothing follows.
        case end
    }

    /// The name of the last element that began, or of its last attribute.
    package private(set) var name: [UInt8] = []
    /// The characters of the last text or attribute.
    package private(set) var text: [UInt8] = []
    /// Behind what Expat is given no more at a time, so that ``takePlain(_:)`` can follow: `</row>`.
    package var boundary: StaticString?

    let input: any XMLInput
    let parser: XML_Parser?
    private let levels: Int
    private let failure: (XMLError) -> any Error

    /// The names of all open elements, one behind the other, and where each one begins.
    private var openNames: [UInt8] = []
    var open: [Int] = []
    private var attributeCount = 0

    /// What Expat has found, the next piece of it, and behind the last one that is known as a whole.
    let found = FoundPieces()
    var index = 0
    private var readable = 0
    private var current = FoundPieces.Piece(event: .end, name: 0, text: 0, end: 0, offset: 0)
    /// Where the text stands whose beginning is no more at hand.
    private var textStart: TextPosition?
    private var isTextStart = false
    /// The attribute of the tag whose place was found last, and what is behind it.
    private var located = (count: 0, start: 0, end: 0)

    /// Offsets in the document: of the first byte at hand, behind what Expat was given, behind what it has taken.
    var origin = 0
    var given = 0
    var taken = 0
    /// How many bytes were never given to it.
    var kept = 0
    /// What ended the reading, and where.
    var end: (code: XML_Error, offset: Int)?
    var refused: (problem: XMLError.Problem, offset: Int)?
    /// Where the CDATA begins that is open.
    var dataStart: Int?
    private var dataPosition: TextPosition?
    /// Whether a document type names declarations elsewhere, for which Expat takes unknown references.
    var namesDeclarations = false

    /// The longest tag or text, in bytes.
    package static let longestText = Limits.recordBytes.most
    /// How much Expat is given at a time.
    static let step = 16 * 1024

    /// - Parameters:
    ///   - levels: how many elements may lie in one another.
    ///   - failure: makes an error of what is wrong with the document.
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

    /// How much of the document was read, from 0 to 1; nil where its size is unknown.
    package var fractionRead: Double? { input.fractionRead }

    /// How many elements are open.
    package var depth: Int { open.count }

    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// The next piece.
    ///
    /// - Throws: what `failure` makes of an ``XMLError``, where the text is no XML; it cannot be read on.
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

    /// Where the last piece begins.
    package var position: TextPosition {
        if isTextStart, let textStart { return textStart }
        return input.position(of: (current.event == .attribute ? attributeOffset() : current.offset) - origin)
    }

    /// An error at the last piece.
    package func error(_ problem: XMLError.Problem) -> any Error {
        failure(XMLError(problem: problem, position: position))
    }

    /// Expat tells where a tag begins; that it is well-formed is known here.
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

    /// Gives Expat more of the document, once all that it has found was taken.
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
        // Where it has looked at nothing, it says nothing.
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

    /// Where Expat is in the document.
    @inline(__always)
    var offset: Int { Int(XML_GetCurrentByteIndex(parser)) + kept }

    /// Lets go of what was taken: all but a text that may go on.
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

    /// Some programs write an empty line before the declaration.
    private func skipSpace() throws {
        while try !input.available.isEmpty || input.extend(to: Self.step) {
            let count = input.available.prefix(while: Self.isSpace).count
            input.skip(count)
            kept += count
            if !input.available.isEmpty { break }
        }
        (origin, given, taken) = (kept, kept, kept)
    }

    /// The error that ended the reading.
    private func ended() -> any Error {
        if let refused {
            return failure(
                XMLError(problem: refused.problem, position: input.position(of: refused.offset - origin)))
        }
        let code = end?.code ?? XML_ERROR_NONE
        // What Expat could not allocate is no fault of the document.
        if parser == nil || code == XML_ERROR_NO_MEMORY {
            return FileError(path: "the XML", action: .read, reason: System.words(ENOMEM))
        }
        var place = (end?.offset ?? origin) - origin
        var known: TextPosition?
        // Expat tells where the name begins, and where the document ends.
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
            // A `&` that nobody meant as one: Expat tells the first character that fits no reference.
            (code, place) = (XML_ERROR_UNDEFINED_ENTITY, start)
        }
        let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(max(place, 0)))
        return .of(code, at: rest, in: innermost)
    }
}
