/// A recursive-descent parser of declarations.
///
/// The index only grows, except after failed attempts, and never passes the last token.
struct SyntaxParser {
    let bytes: [UInt8]
    let tokens: [SwiftToken]
    var index = 0
    /// The current nesting depth.
    var depth = 0
    var problems: [SyntaxProblem] = []
    /// The number of `#if` that are open at the current place, within the innermost type.
    var conditionDepth = 0
    /// The `<` tokens that do not begin generic arguments, so that they are not tried again.
    var failedArguments: Set<Int> = []
    /// Attributes for the declaration that follows a condition.
    var pending: [AttributeSyntax] = []

    // MARK: Looking

    var token: SwiftToken { tokens[index] }

    /// Returns a token at an offset from the current one, or the end of the file if the offset is too large.
    func token(_ offset: Int) -> SwiftToken { tokens[min(index + offset, tokens.count - 1)] }

    var isAtEnd: Bool { token.kind == .end }

    /// Returns whether the token at an offset is a bracket, a comma or similar punctuation.
    func isAt(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
        let token = token(offset)
        return token.kind == .punctuation && token.byte == UInt8(ascii: character)
    }

    /// Returns whether the token at an offset is one character of an operator.
    func isAtMark(_ character: Unicode.Scalar, _ offset: Int = 0) -> Bool {
        let token = token(offset)
        return token.kind == .mark && token.byte == UInt8(ascii: character)
    }

    /// Returns whether the token at an offset is a word.
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

    /// Returns the text of a token, without backticks.
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

    /// Advances past a token, or past a bracket with its content.
    mutating func skip() {
        let partner = Int(token.partner)
        if partner > index { index = partner }
        advance()
    }

    /// Advances past a mark or bracket, if it is the current token.
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
        // Only one problem is reported per location.
        let problem = SyntaxProblem(kind, at: location ?? token.location)
        if problems.last?.location != problem.location { problems.append(problem) }
    }

    /// Runs `body` one level deeper. Beyond the limit it reports a problem and returns nil.
    mutating func nested<Result>(_ body: (inout SyntaxParser) -> Result) -> Result? {
        guard depth < SwiftLexer.Limit.depth else {
            report(.tooDeep(limit: SwiftLexer.Limit.depth))
            return nil
        }
        depth += 1
        defer { depth -= 1 }
        return body(&self)
    }

    /// Runs `body`, and goes back if it returns nil.
    mutating func attempt<Result>(_ body: (inout SyntaxParser) -> Result?) -> Result? {
        let (start, count) = (index, problems.count)
        if let result = body(&self) { return result }
        index = start
        problems.removeSubrange(count...)
        return nil
    }
}
