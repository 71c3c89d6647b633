/// Reads declarations from tokens, by recursive descent.
///
/// The index only grows, save for trials that are taken back, and never passes the last token.
struct SyntaxParser {
    let bytes: [UInt8]
    let tokens: [SwiftToken]
    var index = 0
    /// How deep what is being read lies.
    var depth = 0
    var problems: [SyntaxProblem] = []
    /// How many `#if` are open around what is being read, within the innermost type.
    var conditionDepth = 0
    /// The `<` that were found to begin no generic arguments: they are not tried again.
    var failedArguments: Set<Int> = []
    /// Attributes that wait for the declaration behind a condition.
    var pending: [AttributeSyntax] = []

    // MARK: Looking

    var token: SwiftToken { tokens[index] }

    /// A token behind the current one; the end of the file beyond it.
    func token(_ offset: Int) -> SwiftToken { tokens[min(index + offset, tokens.count - 1)] }

    var isAtEnd: Bool { token.kind == .end }

    /// Whether the token at an offset is a bracket, a comma or the like.
    func isAt(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
        let token = token(offset)
        return token.kind == .punctuation && token.byte == UInt8(ascii: character)
    }

    /// Whether the token at an offset is one character of an operator.
    func isAtMark(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
        let token = token(offset)
        return token.kind == .mark && token.byte == UInt8(ascii: character)
    }

    /// Whether the token at an offset is a word.
    func isAtWord(_ word: StaticString, _ offset: Int = 0) -> Bool {
        let token = token(offset)
        guard token.kind == .word, token.length == word.utf8CodeUnitCount,
            token.byte == word.utf8Start.pointee
        else { return false }
        let start = Int(token.start)
        for position in 0..<token.length where bytes[start + position] != word.utf8Start[position] {
            return false
        }
        return true
    }

    var isAtName: Bool { token.kind == .word || token.kind == .quotedWord }

    /// The text of a token, without backticks.
    func text(_ token: SwiftToken) -> String {
        let range = Int(token.start)..<Int(token.end)
        guard token.kind == .quotedWord else { return String(decoding: bytes[range], as: UTF8.self) }
        return String(decoding: bytes[range.dropFirst().dropLast()], as: UTF8.self)
    }

    var text: String { text(token) }

    // MARK: Moving

    mutating func advance() {
        if !isAtEnd { index += 1 }
    }

    /// Steps over a token, or over a bracket with all that is in it.
    mutating func skip() {
        let partner = Int(token.partner)
        if partner > index { index = partner }
        advance()
    }

    /// Steps over a mark or bracket if it is there.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) || isAtMark(character) else { return false }
        advance()
        return true
    }

    mutating func takeWord(_ word: StaticString) -> Bool {
        guard isAtWord(word) else { return false }
        advance()
        return true
    }

    /// The index of the bracket that closes the current one.
    var closing: Int { max(Int(token.partner), index) }

    mutating func report(_ kind: SyntaxProblem.Kind, at location: SourceLocation? = nil) {
        // One problem per location is enough.
        let problem = SyntaxProblem(kind, at: location ?? token.location)
        if problems.last?.location != problem.location { problems.append(problem) }
    }

    /// Runs `body` one level deeper; reports a depth that no person writes and gives nil.
    mutating func nested<Result>(_ body: (inout SyntaxParser) -> Result) -> Result? {
        guard depth < SwiftLexer.Limit.depth else {
            report(.tooDeep(limit: SwiftLexer.Limit.depth))
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    /// Tries `body`, and goes back where it gives nil.
    mutating func attempt<Result>(_ body: (inout SyntaxParser) -> Result?) -> Result? {
        let (start, count) = (index, problems.count)
        if let result = body(&self) { return result }
        index = start
        problems.removeSubrange(count...)
        return nil
    }
}
