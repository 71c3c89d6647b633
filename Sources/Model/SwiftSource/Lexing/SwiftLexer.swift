/// Splits Swift source into tokens and pairs its brackets. Comments are dropped, and each string is one token.
///
/// Text that cannot be split causes a ``SyntaxProblem``. No input traps.
struct SwiftLexer {
    /// Limits that real files do not reach.
    enum Limit {
        static let bytes = 8 << 20
        static let depth = 100
    }

    let bytes: [UInt8]
    private(set) var tokens: [SwiftToken] = []
    var position = 0
    private var line: Int32 = 1
    private var lineStart = 0
    private var startsLine = true
    private var isSpaced = true
    /// The token indexes of the open brackets.
    private var open: [Int] = []
    /// The nesting depth of interpolations.
    private var depth = 0

    /// Returns the tokens of a file. The last one marks its end.
    ///
    /// - Throws: ``SyntaxProblem``.
    static func tokens(of bytes: [UInt8]) throws(SyntaxProblem) -> [SwiftToken] {
        guard bytes.count <= Limit.bytes else {
            throw SyntaxProblem(
                .tooLong(limit: Limit.bytes), at: SourceLocation(line: 1, column: 1))
        }
        var lexer = SwiftLexer(bytes: bytes)
        try lexer.run()
        return lexer.tokens
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the byte at an offset from the position, or 0 after the end.
    func byte(_ offset: Int = 0) -> UInt8 {
        let index = position + offset
        return index < bytes.count ? bytes[index] : 0
    }

    var isAtEnd: Bool { position >= bytes.count }

    func problem(_ kind: SyntaxProblem.Kind) -> SyntaxProblem {
        SyntaxProblem(
            kind, at: SourceLocation(line: Int(line), column: position - lineStart + 1))
    }

    func problem(_ kind: SyntaxProblem.Kind, at token: SwiftToken) -> SyntaxProblem {
        SyntaxProblem(kind, at: token.location)
    }

    // MARK: Running

    private mutating func run() throws(SyntaxProblem) {
        tokens.reserveCapacity(bytes.count / 6)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            position = 3
            lineStart = 3
        }
        if byte() == UInt8(ascii: "#"), byte(1) == UInt8(ascii: "!") { skipLine() }
        while try skipTrivia() { try lexToken(base: 0) }
        if let last = open.last {
            let token = tokens[last]
            throw problem(.openBracket(Character(Unicode.Scalar(token.byte))), at: token)
        }
        append(.end, from: position)
    }

    mutating func append(_ kind: SwiftToken.Kind, from start: Int, at first: SourceLocation? = nil) {
        tokens.append(
            SwiftToken(
                kind: kind, startsLine: startsLine, isSpaced: isSpaced || startsLine,
                byte: start < bytes.count ? bytes[start] : 0, start: Int32(start),
                end: Int32(position), line: first.map { Int32($0.line) } ?? line,
                column: first.map { Int32($0.column) } ?? Int32(start - lineStart + 1)))
        startsLine = false
        isSpaced = false
    }

    /// The location of the next byte.
    var here: SourceLocation {
        SourceLocation(line: Int(line), column: position - lineStart + 1)
    }

    /// Advances past a line break of one or two bytes.
    mutating func skipNewline() {
        if byte() == 0x0D, byte(1) == 0x0A { position += 1 }
        position += 1
        line += 1
        lineStart = position
    }

    private mutating func skipLine() {
        while !isAtEnd, !CharacterClass.isNewline(byte()) { position += 1 }
    }

    /// Advances past white space and comments. Returns false at the end.
    private mutating func skipTrivia() throws(SyntaxProblem) -> Bool {
        while !isAtEnd {
            let next = byte()
            if CharacterClass.isNewline(next) {
                skipNewline()
                startsLine = true
                isSpaced = true
                if isConflictMarker { throw problem(.conflictMarker) }
            } else if CharacterClass.isSpace(next) {
                position += 1
                isSpaced = true
            } else if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "/") {
                skipLine()
                isSpaced = true
            } else if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                try skipBlockComment()
                isSpaced = true
            } else {
                return true
            }
        }
        return false
    }

    private var isConflictMarker: Bool {
        let mark = byte()
        guard mark == UInt8(ascii: "<") || mark == UInt8(ascii: ">") else { return false }
        return (1..<7).allSatisfy { byte($0) == mark } && byte(7) == UInt8(ascii: " ")
    }

    /// Advances past a block comment. Comments nest.
    private mutating func skipBlockComment() throws(SyntaxProblem) {
        let start = problem(.openComment)
        var level = 0
        while !isAtEnd {
            let next = byte()
            if next == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                level += 1
                position += 2
            } else if next == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                level -= 1
                position += 2
                if level == 0 { return }
            } else if CharacterClass.isNewline(next) {
                skipNewline()
                startsLine = true
            } else {
                position += 1
            }
        }
        throw start
    }

    // MARK: Tokens

    /// Reads one token.
    ///
    /// - Parameter base: the number of brackets that were open at the start of the interpolation.
    private mutating func lexToken(base: Int) throws(SyntaxProblem) {
        let start = position
        let next = byte()
        switch next {
        case UInt8(ascii: "\""): try lexString(hashes: 0)
        case UInt8(ascii: "#"): try lexHash()
        case UInt8(ascii: "`"): lexQuotedWord()
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
            position += 1
            open.append(tokens.count)
            append(.punctuation, from: start)
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
            try close(next, base: base)
        case UInt8(ascii: "/"):
            if try lexBareRegex() { return }
            position += 1
            append(.mark, from: start)
        case _ where CharacterClass.isDigit(next):
            lexNumber()
        case _ where CharacterClass.isLetter(next) || next == UInt8(ascii: "$"):
            lexWord()
        case _ where next >= 0x80:
            let scalar = decodeScalar()
            if CharacterClass.isOperator(scalar) {
                append(.mark, from: start)
            } else {
                position = start
                lexWord()
            }
        case _ where CharacterClass.isOperator(next):
            position += 1
            append(.mark, from: start)
        default:
            position += 1
            append(.punctuation, from: start)
        }
    }

    private mutating func close(_ bracket: UInt8, base: Int) throws(SyntaxProblem) {
        let partner: UInt8 =
            switch bracket {
            case UInt8(ascii: ")"): UInt8(ascii: "(")
            case UInt8(ascii: "]"): UInt8(ascii: "[")
            default: UInt8(ascii: "{")
            }
        guard open.count > base, let opener = open.last, tokens[opener].byte == partner else {
            throw problem(.strayBracket(Character(Unicode.Scalar(bracket))))
        }
        open.removeLast()
        tokens[opener].partner = Int32(tokens.count)
        position += 1
        append(.punctuation, from: position - 1)
        tokens[tokens.count - 1].partner = Int32(opener)
    }

    /// Advances past the content and the closing parenthesis of `\(…)`, from after the opening one.
    mutating func skipInterpolation() throws(SyntaxProblem) {
        guard depth < Limit.depth else { throw problem(.tooDeep(limit: Limit.depth)) }
        depth += 1
        defer { depth -= 1 }
        let (count, base) = (tokens.count, open.count)
        let outer = (startsLine, isSpaced)
        let start = problem(.openString)
        // The tokens within an interpolation are not used.
        defer {
            tokens.removeSubrange(count...)
            open.removeSubrange(base...)
            (startsLine, isSpaced) = outer
        }
        position -= 1
        let opener = position
        position += 1
        open.append(count)
        append(.punctuation, from: opener)
        while try skipTrivia() {
            try lexToken(base: base)
            if open.count == base { return }
        }
        throw start
    }
}
