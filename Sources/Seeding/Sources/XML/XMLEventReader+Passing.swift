/// What is passed over: space, words that must be there, comments, instructions, document types.
extension XMLEventReader {
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Goes over white space; gives whether there was any.
    @discardableResult
    func skipSpace() throws -> Bool {
        var hadSpace = false
        while let byte = try scanner.peek(), Self.isSpace(byte) {
            scanner.skip()
            hadSpace = true
        }
        return hadSpace
    }

    /// Goes over a word that must come next.
    func expect(_ word: String) throws {
        for wanted in word.utf8 {
            guard try scanner.peek() == wanted else {
                throw malformedHere("`\(word)` was expected")
            }
            scanner.skip()
        }
    }

    /// Goes over everything up to a word that ends in `>` and repeats its first byte before that,
    /// such as `-->`.
    func skip(past word: String) throws {
        let wanted = Array(word.utf8)
        var matched = 0
        while let byte = try scanner.peek() {
            scanner.skip()
            if byte == wanted[matched] {
                matched += 1
                if matched == wanted.count { return }
            } else if byte != wanted[0] {
                matched = 0
            } else if matched < wanted.count - 1 {
                matched = 1
            }
        }
        throw malformed("`\(word)` was expected")
    }

    /// Goes over a document type up to its `>`; one that declares something is refused.
    func skipDocumentType() throws {
        var quote: UInt8?
        while let byte = try scanner.peek() {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                throw SeedIssue(.document(.declaringXML), at: position.location(in: scanner.path))
            } else if byte == UInt8(ascii: ">") {
                return scanner.skip()
            }
            scanner.skip()
        }
        throw malformed("the document type ends too early")
    }
}
