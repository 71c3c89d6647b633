extension SyntaxParser {
    /// Words that may precede an operand.
    static let prefixes: Set<String> = [
        "try", "await", "consume", "copy", "borrow", "unsafe", "each", "repeat", "any", "some",
        "discard",
    ]

    /// Reads an expression to its end.
    mutating func parseExpression() -> ExpressionSyntax {
        guard let result = nested({ $0.parseSequence() }) else {
            // The nesting is too deep. Skips to the end of the enclosing bracket.
            while !isAtEnd, !isAtClosing { skip() }
            return .other
        }
        return result
    }

    var isAtClosing: Bool { isAt(")") || isAt("]") || isAt("}") }

    private mutating func parseSequence() -> ExpressionSyntax {
        var result = parseOperand()
        var length = 0
        while !isAtEnd {
            length += 1
            if length > SwiftLexer.Limit.depth { result = .other }
            if isAtWord("as") {
                advance()
                if isAtMark("?") || isAtMark("!"), !token.isSpaced { advance() }
                guard let type = parseType() else { return .other }
                result = .cast(result, type)
            } else if isAtWord("is") {
                advance()
                _ = parseType()
                result = .other
            } else if isAtWord("async") || isAtWord("throws") || isAtWord("rethrows"), isBeforeArrow {
                skipEffects()
            } else if startsOperator {
                switch parseOperator() {
                case .none: return result
                case .unary: result = .other
                case .binary(let name, let operand): result = result.followed(by: name, operand)
                }
            } else {
                return result
            }
        }
        return result
    }

    private var isBeforeArrow: Bool {
        var offset = 1
        while offset < 4, token(offset).kind == .word { offset += 1 }
        if isAt("(", offset) { return true }
        return isAtMark("-", offset) && isAtMark(">", offset + 1)
    }

    var startsOperator: Bool {
        token.kind == .mark || isAt(".") && isAt(".", 1) && !token(1).isSpaced
    }

    /// The part of an expression after an operand.
    private enum Operation {
        /// The expression ends.
        case none
        /// A postfix operator, the ternary operator or an assignment.
        case unary
        /// A binary operator with its right operand.
        case binary(String, ExpressionSyntax)
    }

    /// Reads an operator with its right operand.
    private mutating func parseOperator() -> Operation {
        let isSpaced = token.isSpaced
        let length = operatorLength
        if length == 1, isAtMark("?") {
            guard isSpaced else { return .none }
            // For example `condition ? one : other`.
            advance()
            _ = parseExpression()
            guard take(":") else { return .unary }
            _ = parseOperand()
            return .unary
        }
        let isSpacedAfter = isSpace(behind: length)
        // A prefix operator begins something else.
        if isSpaced, !isSpacedAfter, !(length == 1 && isAtMark("=")) { return .none }
        var name = ""
        for _ in 0..<length {
            name += text
            advance()
        }
        if isSpacedAfter != isSpaced, !isSpaced,
            !(length == 1 && tokens[index - 1].byte == UInt8(ascii: "="))
        {
            // A postfix operator.
            return .unary
        }
        let operand = parseOperand()
        return name == "=" ? .unary : .binary(name, operand)
    }

    /// The number of adjacent characters that make up the operator.
    var operatorLength: Int {
        let hasPoints = isAt(".")
        var length = 1
        while true {
            let next = token(length)
            guard !next.isSpaced else { return length }
            let isPart =
                next.kind == .mark
                || hasPoints && next.kind == .punctuation && next.byte == UInt8(ascii: ".")
            guard isPart else { return length }
            length += 1
        }
    }

    /// Returns whether white space, a closing bracket or a separator follows the next tokens.
    func isSpace(behind length: Int) -> Bool {
        let next = token(length)
        guard !next.isSpaced, next.kind != .end else { return true }
        guard next.kind == .punctuation else { return false }
        switch next.byte {
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","),
            UInt8(ascii: ";"), UInt8(ascii: ":"):
            return true
        default: return false
        }
    }
}
