extension FormatParser {
    /// The next token; the end token at the end, however often it is read.
    var current: FormatToken {
        guard position < tokens.count else {
            let end = format.utf8.count
            return FormatToken(kind: .end, start: end, end: end)
        }
        return tokens[position]
    }

    /// The token after the current one.
    var following: FormatToken? {
        position + 1 < tokens.count ? tokens[position + 1] : nil
    }

    mutating func advance() { position += 1 }

    mutating func expect(_ sign: String) throws(PredicateFormatError) {
        guard current.isSign(sign) else {
            throw error(.expected(sign, found: text(of: current)))
        }
        advance()
    }

    /// Returns a token as written.
    func text(of token: FormatToken) -> String {
        let bytes = format.utf8.dropFirst(token.start).prefix(token.end - token.start)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text of the token that starts at a position.
    func text(from start: Int) -> String {
        tokens.first { $0.start == start }.map { text(of: $0) } ?? ""
    }

    /// Returns an error at the current token.
    func error(_ reason: PredicateFormatError.Reason) -> PredicateFormatError {
        error(reason, at: current.start)
    }

    func error(_ reason: PredicateFormatError.Reason, at offset: Int) -> PredicateFormatError {
        PredicateFormatError(reason, format: format, utf8Offset: offset)
    }
}
