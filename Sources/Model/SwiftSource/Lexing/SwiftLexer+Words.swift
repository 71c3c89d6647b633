extension SwiftLexer {
    mutating func lexQuotedWord() {
        let start = position
        var end = position + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "`"),
            !CharacterClass.isNewline(bytes[end])
        {
            end += 1
        }
        guard end < bytes.count, bytes[end] == UInt8(ascii: "`") else {
            position += 1
            return append(.punctuation, from: start)
        }
        position = end + 1
        append(.quotedWord, from: start)
    }

    mutating func lexWord() {
        let start = position
        while !isAtEnd {
            let next = byte()
            if CharacterClass.isLetter(next) || CharacterClass.isDigit(next) || next == UInt8(ascii: "$") {
                position += 1
            } else if next >= 0x80 {
                let before = position
                if CharacterClass.isOperator(decodeScalar()) {
                    position = before
                    break
                }
            } else {
                break
            }
        }
        // The character cannot be part of a name.
        if position == start { position += 1 }
        append(.word, from: start)
    }

    /// Reads the character at the position, and advances past it.
    mutating func decodeScalar() -> Unicode.Scalar {
        let first = byte()
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
        var value = UInt32(first) & (length == 4 ? 0x07 : length == 3 ? 0x0F : 0x1F)
        for offset in 1..<max(length, 2) where offset < length {
            value = value << 6 | UInt32(byte(offset) & 0x3F)
        }
        position = min(position + length, bytes.count)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    mutating func lexNumber() {
        let start = position
        // Each part of `tuple.0.1` is a number.
        let isPart = tokens.last.map { $0.byte == UInt8(ascii: ".") && $0.kind == .punctuation }
        let isHex = byte() == 0x30 && byte(1) | 0x20 == UInt8(ascii: "x")
        while !isAtEnd {
            let next = byte()
            if CharacterClass.isDigit(next) || CharacterClass.isLetter(next) {
                position += 1
                let isExponent = next | 0x20 == UInt8(ascii: isHex ? "p" : "e")
                if isExponent, byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+"),
                    CharacterClass.isDigit(byte(1))
                {
                    position += 1
                }
            } else if next == UInt8(ascii: "."), isPart != true,
                CharacterClass.isDigit(byte(1))
                    || isHex && CharacterClass.isLetter(byte(1)) && hasHexExponent
            {
                position += 1
            } else {
                break
            }
        }
        append(.number, from: start)
    }

    /// Whether a `.` in a hexadecimal number is its decimal point, which requires an exponent.
    private var hasHexExponent: Bool {
        var offset = 1
        while CharacterClass.isDigit(byte(offset)) || CharacterClass.isLetter(byte(offset)) {
            if byte(offset) | 0x20 == UInt8(ascii: "p") { return true }
            guard CharacterClass.isDigit(byte(offset)) || (byte(offset) | 0x20) &- 0x61 < 6 else {
                return false
            }
            offset += 1
        }
        return false
    }

    /// Reads a token that begins with `#`: a raw string, a regular expression, a condition or a macro.
    mutating func lexHash() throws(SyntaxProblem) {
        var hashes = 0
        while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
        if byte(hashes) == UInt8(ascii: "\"") { return try lexString(hashes: hashes) }
        if byte(hashes) == UInt8(ascii: "/"), try lexExtendedRegex(hashes: hashes) { return }
        let start = position
        for word in ["#if", "#elseif", "#else", "#endif"] {
            let end = position + word.utf8.count
            guard bytes[position...].starts(with: word.utf8),
                end >= bytes.count
                    || !CharacterClass.isLetter(bytes[end])
                        && !CharacterClass.isDigit(bytes[end])
            else { continue }
            position = end
            return append(.directive, from: start)
        }
        position += 1
        append(.punctuation, from: start)
    }
}
