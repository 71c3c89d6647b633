extension SwiftLexer {
    /// Reads a string of any kind as one token.
    ///
    /// - Parameter hashes: the number of `#` before its quotation mark.
    mutating func lexString(hashes: Int) throws(SyntaxProblem) {
        let (start, first, unclosed) = (position, here, problem(.openString))
        position += hashes
        let isLong =
            byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
            && !isShortRawString(hashes: hashes)
        position += isLong ? 3 : 1
        while !isAtEnd {
            let next = byte()
            if next == UInt8(ascii: "\"") {
                if endsString(hashes: hashes, isLong: isLong) {
                    position += (isLong ? 3 : 1) + hashes
                    return append(.string, from: start, at: first)
                }
                position += 1
            } else if next == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
                position += 1 + hashes
                if byte() == UInt8(ascii: "(") {
                    position += 1
                    try skipInterpolation()
                } else if CharacterClass.isNewline(byte()) {
                    guard isLong else { throw unclosed }
                    skipNewline()
                } else {
                    position += 1
                }
            } else if CharacterClass.isNewline(next) {
                guard isLong else { throw unclosed }
                skipNewline()
            } else {
                position += 1
            }
        }
        throw unclosed
    }

    private func hasHashes(_ count: Int, at offset: Int) -> Bool {
        for index in 0..<count where byte(offset + index) != UInt8(ascii: "#") { return false }
        return true
    }

    private func endsString(hashes: Int, isLong: Bool) -> Bool {
        guard isLong else { return hasHashes(hashes, at: 1) }
        return byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
            && hasHashes(hashes, at: 3)
    }

    /// Returns whether `#"""#` is a short string with a quotation mark, which ends on the same line.
    private func isShortRawString(hashes: Int) -> Bool {
        guard hashes > 0 else { return false }
        var offset = 1
        while position + offset < bytes.count, !CharacterClass.isNewline(byte(offset)) {
            if byte(offset) == UInt8(ascii: "\""), hasHashes(hashes, at: offset + 1) { return true }
            offset += 1
        }
        return false
    }
}
