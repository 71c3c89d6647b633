/// Splits a format into tokens.
struct FormatLexer {
    private let format: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ format: String) {
        self.format = format
        bytes = Array(format.utf8)
    }

    /// Returns all tokens, followed by an end token.
    ///
    /// - Throws: ``PredicateFormatError``.
    static func tokens(of format: String) throws(PredicateFormatError) -> [FormatToken] {
        var lexer = FormatLexer(format)
        var tokens: [FormatToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(PredicateFormatError) -> FormatToken {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        let start = position
        guard let byte = peek() else { return FormatToken(kind: .end, start: start, end: start) }
        let kind = try kind(startingWith: byte)
        return FormatToken(kind: kind, start: start, end: position)
    }

    private mutating func kind(
        startingWith byte: UInt8
    ) throws(PredicateFormatError) -> FormatToken.Kind {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return .string(try quotedText(quote: byte))
        case UInt8(ascii: "%"):
            return .placeholder(try placeholder())
        case UInt8(ascii: "$"):
            guard let name = name(from: position + 1) else { throw unexpected() }
            return .variable(name)
        case UInt8(ascii: "#"):
            guard let name = name(from: position + 1) else { throw unexpected() }
            return .word(name, isEscaped: true)
        case UInt8(ascii: "@"):
            guard let name = name(from: position + 1) else { throw unexpected() }
            return .word("@" + name, isEscaped: true)
        case _ where FormatWord.isDigit(byte), UInt8(ascii: ".") where nextIsDigit():
            return .number(try number())
        case _ where FormatWord.canStart(byte):
            guard let name = name(from: position) else { throw unexpected() }
            return .word(name, isEscaped: false)
        default:
            return .sign(try sign())
        }
    }

    private static let signs = [
        "<<", ">>", "**", "==", "=<", "=>", "!=", "<>", "<=", ">=", "&&", "||", ":=",
        "=", "<", ">", "!", "+", "-", "*", "/", "&", "|", "^", "~",
        "(", ")", "{", "}", "[", "]", ",", ".", ":",
    ]

    private mutating func sign() throws(PredicateFormatError) -> String {
        let rest = bytes[position...]
        let found = Self.signs.first { rest.starts(with: $0.utf8) }
        guard let found else { throw unexpected() }
        position += found.utf8.count
        return found
    }

    /// Reads a name that starts at a position, and advances past it.
    private mutating func name(from start: Int) -> String? {
        guard start < bytes.count, FormatWord.canStart(bytes[start]) else { return nil }
        var end = start + 1
        while end < bytes.count, FormatWord.canContinue(bytes[end]) { end += 1 }
        position = end
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    private mutating func number() throws(PredicateFormatError) -> String {
        let start = position
        // The loop reads all characters that may belong to a number, so that `12ab` is one error instead of two
        // tokens.
        while let byte = peek() {
            let text = bytes[start..<position]
            let isHexadecimal = text.count >= 2 && text.starts(with: "0x".utf8)
            let isExponentSign =
                (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")) && !isHexadecimal
                && [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(text.last ?? 0)
            guard
                FormatWord.canContinue(byte) || byte == UInt8(ascii: ".") || isExponentSign
            else { break }
            position += 1
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard FormatNumber.constant(text) != nil else {
            throw error(.invalidNumber(text), at: start)
        }
        return text
    }

    private mutating func placeholder() throws(PredicateFormatError) -> String {
        let start = position
        position += 1
        while let byte = peek(), "hlqLztj".utf8.contains(byte) { position += 1 }
        guard let byte = peek(), "@KdDiuUxXoOfFgGeEaAcCsS".utf8.contains(byte) else {
            let end = min(position + 1, bytes.count)
            throw error(
                .unknownPlaceholder(String(decoding: bytes[start..<end], as: UTF8.self)), at: start)
        }
        position += 1
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quotedText(quote: UInt8) throws(PredicateFormatError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = peek() {
            position += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                text += try escapedText().utf8
            } else {
                text.append(byte)
            }
        }
        throw error(.unterminatedString, at: start)
    }

    /// Reads the characters after a backslash.
    private mutating func escapedText() throws(PredicateFormatError) -> String {
        let start = position - 1
        guard let byte = peek() else { throw error(.unterminatedString, at: start) }
        position += 1
        switch byte {
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "a"): return "\u{7}"
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "x"): return try codePoint(digits: 2, from: start)
        case UInt8(ascii: "u"): return try codePoint(digits: 4, from: start)
        case UInt8(ascii: "U"): return try codePoint(digits: 8, from: start)
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "?"),
            UInt8(ascii: "*"):
            // LIKE has escapes of its own: `\*` must be passed to the pattern unchanged.
            let isPattern = byte == UInt8(ascii: "?") || byte == UInt8(ascii: "*")
            return (isPattern ? "\\" : "") + String(decoding: [byte], as: UTF8.self)
        default:
            let text = String(decoding: bytes[start..<position], as: UTF8.self)
            throw error(.invalidEscape(text), at: start)
        }
    }

    private mutating func codePoint(
        digits: Int, from start: Int
    ) throws(PredicateFormatError) -> String {
        let end = min(position + digits, bytes.count)
        let text = String(decoding: bytes[position..<end], as: UTF8.self)
        guard text.utf8.count == digits, text.utf8.first != UInt8(ascii: "+"),
            let value = UInt32(text, radix: 16), let scalar = Unicode.Scalar(value)
        else {
            throw error(
                .invalidEscape(String(decoding: bytes[start..<end], as: UTF8.self)), at: start)
        }
        position = end
        return String(Character(scalar))
    }

    private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

    private func nextIsDigit() -> Bool {
        position + 1 < bytes.count && FormatWord.isDigit(bytes[position + 1])
    }

    private func unexpected() -> PredicateFormatError {
        let rest = String(decoding: bytes[position...], as: UTF8.self)
        return error(.unexpectedCharacter(String(rest.prefix(1))), at: position)
    }

    private func error(_ reason: PredicateFormatError.Reason, at offset: Int) -> PredicateFormatError {
        PredicateFormatError(reason, format: format, utf8Offset: offset)
    }
}
