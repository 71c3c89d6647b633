import CExpat
import Files

/// The handlers that Expat calls.
extension XMLReader {
    /// Calls the body with the reader that is Expat's user data.
    @inline(__always)
    private static func forward(_ pointer: UnsafeMutableRawPointer?, _ body: (XMLReader) -> Void) {
        guard let pointer else { return }
        Unmanaged<XMLReader>.fromOpaque(pointer)._withUnsafeGuaranteedRef(body)
    }

    func setHandlers() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let name, let attributes else { return }
                XMLReader.forward(user) { $0.began(name, attributes) }
            },
            { user, _ in
                XMLReader.forward(user) { if $0.refused == nil { $0.found.add(.endElement, at: $0.offset) } }
            })
        XML_SetCharacterDataHandler(parser) { user, text, count in
            XMLReader.forward(user) {
                if !$0.found.endsInText { $0.found.add(.text, at: $0.dataStart ?? $0.offset) }
                $0.found.extend(UnsafeRawBufferPointer(start: text, count: Int(count)))
            }
        }
        XML_SetCdataSectionHandler(
            parser, { user in XMLReader.forward(user) { $0.dataStart = $0.offset } },
            { user in XMLReader.forward(user) { $0.dataStart = nil } })
        XML_SetStartDoctypeDeclHandler(parser) { user, _, system, _, declares in
            XMLReader.forward(user) {
                $0.namesDeclarations = system != nil || declares != 0
            }
        }
        XML_SetEntityDeclHandler(parser) { user, _, _, _, _, _, _, _, _ in
            XMLReader.forward(user) { $0.refuse(.declares, at: $0.offset) }
        }
        // Default values, and the spaces of types other than CDATA, would change values of tags.
        XML_SetAttlistDeclHandler(parser) { user, _, _, type, value, _ in
            let isPlain = type.map { String(cString: $0) == "CDATA" } == true && value == nil
            if !isPlain { XMLReader.forward(user) { $0.refuse(.declares, at: $0.offset) } }
        }
        XML_SetSkippedEntityHandler(parser) { user, _, _ in
            XMLReader.forward(user) {
                $0.refuse($0.unknownReference(at: $0.offset - $0.origin), at: $0.offset)
            }
        }
    }

    private func began(
        _ name: UnsafePointer<XML_Char>, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>
    ) {
        if namesDeclarations, attributes[0] != nil { checkReferences(ofTagAt: offset - origin) }
        // Expat calls some handlers even after it was stopped.
        guard refused == nil else { return }
        let place = offset
        found.add(.startElement, at: place, name)
        var index = 0
        while let key = attributes[index], let value = attributes[index + 1] {
            found.add(.attribute, at: place, key, value)
            index += 2
        }
    }

    private func refuse(_ problem: XMLError.Problem, at offset: Int) {
        refused = refused ?? (problem, offset)
        XML_StopParser(parser, XML_Bool(0))
    }

    private func unknownReference(at place: Int) -> XMLError.Problem {
        .of(
            XML_ERROR_UNDEFINED_ENTITY, at: UnsafeRawBufferPointer(rebasing: input.available[place...]),
            in: nil)
    }

    /// Reports unknown references in the attributes of a tag.
    ///
    /// If a document type names external declarations, Expat omits unknown references from attributes without an
    /// error.
    private func checkReferences(ofTagAt start: Int) {
        let bytes = input.available
        let end = start + Int(XML_GetCurrentByteCount(parser))
        for place in start..<end where bytes[place] == UInt8(ascii: "&") {
            let word = XMLError.Problem.reference(UnsafeRawBufferPointer(rebasing: bytes[place...]))
            if word.hasPrefix("#") || ["amp", "lt", "gt", "quot", "apos"].contains(word) { continue }
            return refuse(unknownReference(at: place), at: place + origin)
        }
    }
}

/// The parts of a document that are read without Expat.
extension XMLReader {
    /// Returns the bytes to give to Expat in one step, which end after the next ``boundary`` element.
    func upToBoundary(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let boundary, let first = bytes.baseAddress else { return bytes }
        return boundary.withUnsafeBytes { boundary in
            guard let wanted = boundary.baseAddress else { return bytes }
            var place = 0
            while place < bytes.count, let found = memchr(first + place, 0x3C, bytes.count - place) {
                place = UnsafeRawPointer(found) - first + 1
                guard place + 1 + boundary.count < bytes.count else { break }
                let isEndTag = bytes[place] == UInt8(ascii: "/")
                if isEndTag { place += 1 }
                // A `>` in an attribute only makes a step longer.
                guard memcmp(first + place, wanted, boundary.count) == 0 else { continue }
                guard let close = memchr(first + place, 0x3E, bytes.count - place) else { break }
                let end = UnsafeRawPointer(close) - first + 1
                if isEndTag || bytes[end - 2] == UInt8(ascii: "/") {
                    return UnsafeRawBufferPointer(rebasing: bytes[..<end])
                }
            }
            return bytes
        }
    }

    /// Takes a piece of a known form from the content of the open element, without Expat.
    ///
    /// The piece must consist of whole elements, and Expat must not need to see them.
    ///
    /// - Parameter take: takes the piece from the beginning of the bytes, and returns its length or nil if it does
    ///   not match.
    /// - Returns: whether a piece was taken.
    package func takePlain(_ take: (UnsafeRawBufferPointer) throws -> Int?) throws -> Bool {
        guard index == found.count, taken == given, dataStart == nil, !open.isEmpty, end == nil,
            refused == nil
        else { return false }
        if origin < taken { drop() }
        guard try !input.available.isEmpty || input.extend(to: Self.step),
            let count = try take(input.available)
        else { return false }
        input.skip(count)
        kept += count
        (origin, given, taken) = (origin + count, given + count, taken + count)
        return true
    }
}
