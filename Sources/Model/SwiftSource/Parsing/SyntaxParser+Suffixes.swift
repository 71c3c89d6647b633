extension SyntaxParser {
    mutating func parseSuffixes(of first: ExpressionSyntax) -> ExpressionSyntax {
        var result = first
        var length = 0
        while !isAtEnd {
            length += 1
            // A longer expression has no known value, and its nesting would equal its length.
            if length > SwiftLexer.Limit.depth { result = .other }
            if isAt("."), !isAt(".", 1) || token(1).isSpaced {
                guard let next = parseMember(of: result) else { return result }
                result = next
            } else if isAt("("), !token.startsLine {
                // `move(from:to:)` is a compound name.
                if isCompoundName { skip() } else { result = .call(result, parseArguments()) }
            } else if isAt("["), !token.startsLine {
                skip()
                result = .other
            } else if isAt("{"), takesClosure(result) {
                result = parseTrailingClosures(of: result)
            } else if isAtMark("?") || isAtMark("!"), !token.isSpaced, isPostfix {
                let isForced = isAtMark("!")
                advance()
                // `[Int?]` and `Trip?` may be types.
                result =
                    isForced ? .forced(result) : result.type.map { .cast(.other, .optional($0)) } ?? .other
            } else if token.kind == .directive, isAt(".", conditionLength), isIf {
                skipCondition()
                result = .other
            } else {
                return result
            }
        }
        return result
    }

    private var isCompoundName: Bool {
        var offset = 1
        while token(offset).kind == .word || token(offset).kind == .quotedWord,
            isAt(":", offset + 1)
        {
            offset += 2
        }
        return offset > 1 && isAt(")", offset)
    }

    private mutating func parseMember(of base: ExpressionSyntax) -> ExpressionSyntax? {
        let next = token(1)
        switch next.kind {
        case .word, .quotedWord:
            advance()
            return .member(base, parseNameComponent())
        case .number:
            advance()
            advance()
            return .other
        case .punctuation where next.byte == UInt8(ascii: "("):
            advance()
            skip()
            return .other
        default: return nil
        }
    }

    /// Whether `?` or `!` belongs to the operand before it, as opposed to beginning a longer operator.
    private var isPostfix: Bool {
        let length = operatorLength
        guard length > 1 else { return true }
        if isSpace(behind: length) { return true }
        // `a??.b` and `a!.b` are postfix, but `a??b` and `a!=b` are not.
        let next = token(length)
        let isOnlyThese = (0..<length).allSatisfy { isAtMark("?", $0) || isAtMark("!", $0) }
        return isOnlyThese && next.kind == .punctuation && next.byte != UInt8(ascii: "\\")
    }

    func takesClosure(_ expression: ExpressionSyntax) -> Bool {
        switch expression {
        case .string, .integer, .number, .boolean, .null, .closure, .array, .dictionary, .keyPath:
            return false
        default: break
        }
        // Property observers are not a closure.
        var offset = 1
        while isAt("@", offset) {
            offset += 2
            if isAt("(", offset) { offset += Int(token(offset).partner) - (index + offset) + 1 }
        }
        return !isAtWord("willSet", offset) && !isAtWord("didSet", offset)
    }

    mutating func parseTrailingClosures(of callee: ExpressionSyntax) -> ExpressionSyntax {
        skip()
        var arguments = [ExpressionSyntax.Argument(nil, .closure)]
        while isAtName, isAt(":", 1), isAt("{", 2), !isAtWord("default") {
            arguments.append(ExpressionSyntax.Argument(text, .closure))
            advance()
            advance()
            skip()
        }
        if case .call(let base, let others) = callee { return .call(base, others + arguments) }
        return .call(callee, arguments)
    }

    /// Whether the current token is `#if`.
    var isIf: Bool { token.kind == .directive && token.length == 3 }

    /// The offset of the first token on the line after a condition.
    private var conditionLength: Int {
        var offset = 1
        while token(offset).kind != .end, !token(offset).startsLine { offset += 1 }
        return offset
    }

    /// Skips `#if … #endif`.
    private mutating func skipCondition() {
        var level = 0
        while !isAtEnd, !isAtClosing {
            let isDirective = token.kind == .directive
            if isDirective, isIf { level += 1 }
            if isDirective, text == "#endif" { level -= 1 }
            skip()
            if level == 0 { return }
        }
    }
}
