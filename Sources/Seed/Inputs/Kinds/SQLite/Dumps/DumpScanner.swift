import ObjectModel

/// A scanner of SQL text with the rules of MySQL and PostgreSQL.
struct DumpScanner {
    /// A part of a statement.
    enum Token: Equatable {
        /// An unquoted word: a keyword, a name, a type.
        case word(String)
        /// A quoted name.
        case name(String)
        /// A text with its escapes resolved.
        case text([UInt8])
        case number(String)
        /// Bytes written as digits: `0x41`, `x'41'`, `b'1000001'`.
        case bytes([UInt8])
        case symbol(Unicode.Scalar)
        case end

        /// The end of a statement, whichever delimiter `DELIMITER` has set.
        static let semicolon = Token.symbol(";")
    }

    /// Text that cannot be read, and its offset.
    struct Unread: Error {
        let words: String
        let offset: Int
    }

    let bytes: [UInt8]
    let isMySQL: Bool
    /// The offset of the next token.
    var offset = 0
    private var delimiter: [UInt8] = [0x3B]
    /// Whether a backslash in a plain text begins an escape.
    var hasEscapes: Bool
    /// The check for completeness of the text.
    var end = DumpEnd()

    init(_ bytes: [UInt8], isMySQL: Bool) {
        self.bytes = bytes
        self.isMySQL = isMySQL
        hasEscapes = isMySQL
    }

    /// Returns to the beginning.
    mutating func rewind() {
        offset = 0
        delimiter = [0x3B]
    }

    /// Returns the line of an offset, starting at 1.
    func line(of offset: Int) -> Int { 1 + bytes[..<min(offset, bytes.count)].count { $0 == 0x0A } }

    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    private func isDelimiter(at index: Int) -> Bool {
        bytes[index] == delimiter[0] && bytes[index...].starts(with: delimiter)
    }

    // MARK: Tokens

    /// Returns the next token.
    ///
    /// - Throws: ``Unread`` if a text is not closed.
    mutating func next() throws -> Token {
        skipBlanks()
        guard offset < bytes.count else { return .end }
        if isDelimiter(at: offset) {
            offset += delimiter.count
            return .semicolon
        }
        let this = bytes[offset]
        switch this {
        case UInt8(ascii: "'"): return .text(try quoted(by: this, escapes: hasEscapes))
        case UInt8(ascii: "`"): return .name(text(try quoted(by: this, escapes: false)))
        case UInt8(ascii: "\""):
            // A name, or a text in MySQL. The caller decides.
            return .name(text(try quoted(by: this, escapes: hasEscapes)))
        case UInt8(ascii: "$") where !isMySQL:
            if let text = try dollarText() { return .text(text) }
        case UInt8(ascii: ".") where isDigit(byte(offset + 1)): return .number(number())
        case _ where isDigit(this):
            return try digits() ?? .number(number())
        case _ where isWord(this): return try word()
        default: break
        }
        offset += 1
        // A semicolon while another delimiter is set.
        return this == 0x3B ? .word(";") : .symbol(Unicode.Scalar(this))
    }

    /// Returns the next token without advancing past it.
    mutating func peek() throws -> Token {
        let start = offset
        defer { offset = start }
        return try next()
    }

    /// Advances past the next token if it is the given one, and returns whether it is.
    mutating func take(_ token: Token) throws -> Bool {
        let start = offset
        if try next() == token { return true }
        offset = start
        return false
    }

    /// Advances past the next tokens if they are the given words, and returns whether they are.
    mutating func take(words: String...) throws -> Bool {
        let start = offset
        for wanted in words {
            guard case .word(let word) = try next(), word.uppercased() == wanted else {
                offset = start
                return false
            }
        }
        return true
    }

    /// Advances past the next line end.
    mutating func skipLine() { _ = line() }

    /// Returns the bytes up to the next line end, and advances past it.
    mutating func line() -> ArraySlice<UInt8> {
        let start = offset
        offset = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        defer { offset = min(offset + 1, bytes.count) }
        let isCRLF = offset > start && bytes[offset - 1] == 0x0D
        return bytes[start..<(isCRLF ? offset - 1 : offset)]
    }

    /// Sets the delimiter of statements to the rest of the line: `DELIMITER ;;`.
    mutating func takeDelimiter() {
        let rest = line().filter { !ForeignText.isSpace($0) }
        if !rest.isEmpty { delimiter = rest }
    }

    // MARK: Blanks

    /// Advances to the next token. The comments that versions of MySQL execute, `/*!40101 … */`, are settings,
    /// views and triggers.
    mutating func skipBlanks() {
        while offset < bytes.count {
            let (this, next) = (bytes[offset], byte(offset + 1))
            if ForeignText.isSpace(this) {
                offset += 1
            } else if this == UInt8(ascii: "-"), next == this {
                let start = offset
                end.note(comment: line(), at: start)
            } else if this == UInt8(ascii: "#"), isMySQL {
                skipLine()
            } else if this == UInt8(ascii: "/"), next == UInt8(ascii: "*") {
                offset += 2
                while offset < bytes.count,
                    !(bytes[offset] == UInt8(ascii: "*") && byte(offset + 1) == UInt8(ascii: "/"))
                {
                    offset += 1
                }
                offset = min(offset + 2, bytes.count)
            } else {
                return
            }
        }
    }

    // MARK: Words and numbers

    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "_") || (0x41...0x5A).contains(byte & 0xDF)
    }

    func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

    private mutating func word() throws -> Token {
        let start = offset
        while offset < bytes.count,
            isWord(bytes[offset]) || isDigit(bytes[offset]) || bytes[offset] == UInt8(ascii: "$")
        {
            offset += 1
        }
        let word = text(bytes[start..<offset])
        let quote = UInt8(ascii: "'")
        // The character set of a text, `_binary '…'`.
        if isMySQL, word.hasPrefix("_") {
            let end = offset
            skipBlanks()
            if byte(offset) == quote, case .text(let value) = try next() { return .text(value) }
            offset = end
        }
        guard byte(offset) == quote else { return .word(word) }
        switch word.uppercased() {
        case "N": return .text(try quoted(by: quote, escapes: hasEscapes))
        case "E" where !isMySQL: return .text(try quoted(by: quote, escapes: true))
        case "X": return .bytes(try hexadecimal(quoted(by: quote, escapes: false)))
        case "B":
            let digits = try quoted(by: quote, escapes: false)
            // Bit strings of PostgreSQL are kept as written.
            return isMySQL ? .bytes(try binary(digits)) : .text(digits)
        default: return .word(word)
        }
    }

    private mutating func number() -> String {
        let start = offset
        while isDigit(byte(offset)) || byte(offset) == UInt8(ascii: ".") { offset += 1 }
        if byte(offset) | 0x20 == UInt8(ascii: "e") {
            let sign = [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte(offset + 1)) ? 2 : 1
            if isDigit(byte(offset + sign)) {
                offset += sign
                while isDigit(byte(offset)) { offset += 1 }
            }
        }
        return text(bytes[start..<offset])
    }

    /// Reads MySQL's `0x41` and `0b1000001`.
    private mutating func digits() throws -> Token? {
        guard isMySQL, bytes[offset] == 0x30,
            [UInt8(ascii: "x"), UInt8(ascii: "b")].contains(byte(offset + 1))
        else { return nil }
        let isHexadecimal = byte(offset + 1) == UInt8(ascii: "x")
        offset += 2
        let start = offset
        while offset < bytes.count, Character(Unicode.Scalar(bytes[offset])).isHexDigit { offset += 1 }
        return .bytes(try isHexadecimal ? hexadecimal(bytes[start..<offset]) : binary(bytes[start..<offset]))
    }

    /// Returns the bytes of hexadecimal digits.
    ///
    /// - Throws: ``Unread`` if there are other characters.
    func hexadecimal(_ digits: some Collection<UInt8>) throws -> [UInt8] {
        let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.count else {
            throw Unread(words: "bytes that are not hexadecimal digits", offset: offset)
        }
        let even = (values.count % 2 == 0 ? [] : [0]) + values
        return stride(from: 0, to: even.count, by: 2).map { UInt8(even[$0] << 4 | even[$0 + 1]) }
    }

    private func binary(_ digits: some Collection<UInt8>) throws -> [UInt8] {
        guard digits.allSatisfy({ $0 == 0x30 || $0 == 0x31 }) else {
            throw Unread(words: "bits that are neither 0 nor 1", offset: offset)
        }
        let padding = (8 - digits.count % 8) % 8
        let all = [UInt8](repeating: 0x30, count: padding) + digits
        return stride(from: 0, to: all.count, by: 8).map { start in
            all[start..<start + 8].reduce(0) { $0 << 1 | $1 & 1 }
        }
    }
}
