extension SwiftLexer {
    /// Reads a string of any kind as one token.
    ///
    /// - Parameter hashes: how many `#` stand before its quotation mark.
    mutating func lexString(hashes: Int) throws(SyntaxProblem) {
        let (start, first, unclosed) = (place, here, problem(.openString))
        place += hashes
        let isLong =
            byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
            && !isShortRawString(hashes: hashes)
        place += isLong ? 3 : 1
        while !isAtEnd {
            let next = byte()
            if next == UInt8(ascii: "\"") {
                if endsString(hashes: hashes, isLong: isLong) {
                    place += (isLong ? 3 : 1) + hashes
                    return append(.string, from: start, at: first)
                }
                place += 1
            } else if next == UInt8(ascii: "\\"), hasHashes(hashes, at: 1) {
                place += 1 + hashes
                if byte() == UInt8(ascii: "(") {
                    place += 1
                    try skipInterpolation()
                } else if CharacterClass.isNewline(byte()) {
                    guard isLong else { throw unclosed }
                    skipNewline()
                } else {
                    place += 1
                }
            } else if CharacterClass.isNewline(next) {
                guard isLong else { throw unclosed }
                skipNewline()
            } else {
                place += 1
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

    /// Whether `#"""#` is a short string that holds a quotation mark: it ends on its line.
    private func isShortRawString(hashes: Int) -> Bool {
        guard hashes > 0 else { return false }
        var offset = 1
        while place + offset < bytes.count, !CharacterClass.isNewline(byte(offset)) {
            if byte(offset) == UInt8(ascii: "\""), hasHashes(hashes, at: offset + 1) { return true }
            offset += 1
        }
        return false
    }
}
