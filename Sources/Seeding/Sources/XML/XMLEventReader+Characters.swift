/// Text, attribute values and CDATA, with references and line ends resolved.
extension XMLEventReader {
    /// Text up to the next tag, with references and line ends resolved.
    func characters() throws {
        text.removeAll(keepingCapacity: true)
        while let byte = try scanner.peek(), byte != UInt8(ascii: "<") {
            try appendPlain { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 < 0x20 }
            try special(attribute: false)
        }
    }

    func attributeValue() throws {
        text.removeAll(keepingCapacity: true)
        guard let quote = try scanner.peek(),
            quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else { throw malformed("an attribute value without quotes") }
        scanner.skip()
        while let byte = try scanner.peek() {
            if byte == quote { return scanner.skip() }
            guard byte != UInt8(ascii: "<") else {
                throw malformedHere("`<` inside an attribute")
            }
            try appendPlain {
                $0 == quote || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 < 0x20
            }
            try special(attribute: true)
        }
        throw malformed("an attribute is never closed")
    }

    func characterData() throws {
        text.removeAll(keepingCapacity: true)
        while let byte = try scanner.peek() {
            try appendPlain { $0 == UInt8(ascii: "]") || $0 < 0x20 }
            if byte == UInt8(ascii: "]") {
                text.append(byte)
                scanner.skip()
            } else if try scanner.peek() != UInt8(ascii: "&") {
                // Where the bytes at hand end, what follows may be plain.
                try special(attribute: false)
            }
            if try scanner.peek() == UInt8(ascii: ">"), text.suffix(2).elementsEqual("]]".utf8) {
                text.removeLast(2)
                return scanner.skip()
            }
        }
        throw malformed("the CDATA is never closed")
    }

    /// Appends the bytes at hand up to one that needs care.
    private func appendPlain(_ needsCare: (UInt8) -> Bool) throws {
        let bytes = scanner.available
        let count = bytes.firstIndex(where: needsCare) ?? bytes.count
        guard text.count + count <= Self.longestText else {
            throw SeedIssue(
                .document(.recordTooLong(limit: Self.longestText)), at: position.location(in: scanner.path))
        }
        text.append(contentsOf: bytes[..<count])
        scanner.skip(count)
    }

    /// A reference, a line end, or a character that XML does not allow.
    private func special(attribute: Bool) throws {
        guard let byte = try scanner.peek() else { return }
        switch byte {
        case UInt8(ascii: "&"): try reference()
        case 0x0D:
            // A line end is one line feed, whatever system wrote it; in an attribute a space.
            scanner.skip()
            if try scanner.peek() == 0x0A { scanner.skip() }
            text.append(attribute ? 0x20 : 0x0A)
        case 0x0A, 0x09:
            scanner.skip()
            text.append(attribute ? 0x20 : byte)
        case 0..<0x20:
            throw malformedHere("a control character")
        default: break
        }
    }

    private func reference() throws {
        let start = scanner.position
        scanner.skip()
        var word: [UInt8] = []
        while let byte = try scanner.peek(), byte != UInt8(ascii: ";"), word.count < 16,
            byte == UInt8(ascii: "#") || Self.isNameByte(byte)
        {
            word.append(byte)
            scanner.skip()
        }
        let name = String(decoding: word, as: UTF8.self)
        guard try scanner.peek() == UInt8(ascii: ";"), let scalar = Self.character(name) else {
            throw SeedIssue(
                .document(.malformedXML("`&\(name)` is no reference to a known character")),
                at: start.location(in: scanner.path))
        }
        scanner.skip()
        text.append(contentsOf: String(scalar).utf8)
    }

    private static func character(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        guard digits.allSatisfy(\.isASCII), !digits.contains(where: { "+-".contains($0) }) else {
            return nil
        }
        let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let number, let scalar = Unicode.Scalar(number) else { return nil }
        // XML 1.0, production 2: what is a character at all.
        let isAllowed =
            number >= 0x20 ? number != 0xFFFE && number != 0xFFFF : [9, 10, 13].contains(number)
        return isAllowed ? scalar : nil
    }
}
