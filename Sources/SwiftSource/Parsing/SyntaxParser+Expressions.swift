extension SyntaxParser {
    /// Words in front of an operand.
    private static let prefixes: Set<String> = [
        "try", "await", "consume", "copy", "borrow", "unsafe", "each", "repeat", "any", "some",
        "discard",
    ]

    /// Reads an expression, to where the language ends it.
    mutating func parseExpression() -> ExpressionSyntax {
        guard let result = nested({ $0.parseSequence() }) else {
            // Too deep: out of the bracket that it is in.
            while !isAtEnd, !isAtClosing { skip() }
            return .other
        }
        return result
    }

    private var isAtClosing: Bool { isAt(")") || isAt("]") || isAt("}") }

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
                guard parseOperator() else { return result }
                result = .other
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

    private var startsOperator: Bool {
        token.kind == .mark || isAt(".") && isAt(".", 1) && !token(1).isSpaced
    }

    /// Reads an operator with its right side; false where what stands here belongs to no expression.
    private mutating func parseOperator() -> Bool {
        let isSpaced = token.isSpaced
        let length = operatorLength
        if length == 1, isAtMark("?") {
            guard isSpaced else { return false }
            // `condition ? one : other`
            advance()
            _ = parseExpression()
            guard take(":") else { return true }
            _ = parseOperand()
            return true
        }
        let isSpacedBehind = isSpace(behind: length)
        // An operator in front of its operand begins something else.
        if isSpaced, !isSpacedBehind, !(length == 1 && isAtMark("=")) { return false }
        for _ in 0..<length { advance() }
        if isSpacedBehind != isSpaced, !isSpaced,
            !(length == 1 && tokens[index - 1].byte == UInt8(ascii: "="))
        {
            // Behind its operand.
            return true
        }
        _ = parseOperand()
        return true
    }

    /// How many characters without space between them make up the operator.
    private var operatorLength: Int {
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

    /// Whether there is space, or what closes or separates, behind so many tokens.
    private func isSpace(behind length: Int) -> Bool {
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

    // MARK: Operands

    private mutating func parseOperand() -> ExpressionSyntax {
        if isAtWord("any") || isAtWord("some"), startsOperand(1), let type = attempt({ $0.parseType() }) {
            return parseSuffixes(of: .cast(.other, type))
        }
        while token.kind == .word, Self.prefixes.contains(text), startsOperand(1) {
            advance()
            if isAtMark("?") || isAtMark("!"), !token.isSpaced { advance() }
        }
        if startsOperator {
            let isMinus = isAtMark("-") && operatorLength == 1
            for _ in 0..<operatorLength { advance() }
            if isMinus, token.kind == .number, !token.isSpaced {
                return parseSuffixes(of: number("-"))
            }
            _ = nested { $0.parseOperand() }
            return .other
        }
        guard let first = parsePrimary() else { return .other }
        return parseSuffixes(of: first)
    }

    private func startsOperand(_ offset: Int) -> Bool {
        let next = token(offset)
        switch next.kind {
        case .word:
            return !(isAtWord("as", offset) || isAtWord("is", offset) || isAtWord("in", offset))
                && (!next.startsLine || isAtWord("try") || isAtWord("await"))
        case .quotedWord, .number, .string, .regex: return !next.startsLine
        case .mark:
            if next.byte == UInt8(ascii: "?") || next.byte == UInt8(ascii: "!") {
                return isAtWord("try")
            }
            return next.isSpaced && !token(offset + 1).isSpaced
        case .punctuation:
            switch next.byte {
            case UInt8(ascii: "("), UInt8(ascii: "["): return next.isSpaced
            case UInt8(ascii: "."): return next.isSpaced && !next.startsLine
            case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "{"): return true
            default: return false
            }
        default: return false
        }
    }

    private mutating func number(_ sign: String) -> ExpressionSyntax {
        let text = sign + text.filter { $0 != "_" }
        advance()
        let isPlain = !text.contains("x") && !text.contains("o") && !text.contains("b")
        let isFraction =
            isPlain && text.contains { $0 == "." || $0 == "e" || $0 == "E" }
            || text.contains("x") && text.contains { $0 == "." || $0 == "p" || $0 == "P" }
        return isFraction ? .number(text) : .integer(text)
    }

    private mutating func parsePrimary() -> ExpressionSyntax? {
        switch token.kind {
        case .number: return number("")
        case .string:
            let range = Int(token.start)..<Int(token.end)
            advance()
            return .string(StringLiteral.text(of: bytes[range]))
        case .regex:
            advance()
            return .other
        case .quotedWord: return .name(parseNameComponent())
        case .word: return parseWord()
        case .punctuation: return parseBracketOrSign()
        case .mark, .directive, .end: return nil
        }
    }

    private mutating func parseWord() -> ExpressionSyntax? {
        switch text {
        case "true", "false":
            let isTrue = isAtWord("true")
            advance()
            return .boolean(isTrue)
        case "nil":
            advance()
            return .null
        case "if", "switch", "do":
            skipControl()
            return .other
        default:
            return .name(parseNameComponent())
        }
    }

    /// Steps over `if … { } else { }`, `switch … { }` and `do { } catch { }`.
    private mutating func skipControl() {
        repeat {
            advance()
            while !isAtEnd, !isAt("{"), !isAtClosing { skip() }
            if isAt("{") { skip() }
        } while isAtWord("else") || isAtWord("catch")
    }

    /// Reads a name, and generic arguments where what follows them shows that they are some.
    private mutating func parseNameComponent() -> TypeSyntax.Component {
        let name = text
        advance()
        guard isAtMark("<"), !token.isSpaced else { return TypeSyntax.Component(name) }
        let arguments = attempt { parser -> [TypeSyntax]? in
            guard let arguments = parser.parseGenericArguments(), parser.endsGenericArguments
            else { return nil }
            return arguments
        }
        return TypeSyntax.Component(name, arguments: arguments ?? [])
    }

    private var endsGenericArguments: Bool {
        let next = token
        if next.kind == .end || next.startsLine { return true }
        if next.kind == .mark {
            return next.byte == UInt8(ascii: "?") || next.byte == UInt8(ascii: "!")
                || next.isSpaced
        }
        guard next.kind == .punctuation else { return next.kind == .word && next.isSpaced }
        switch next.byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: ":"), UInt8(ascii: "["):
            return true
        default: return false
        }
    }

    private mutating func parseBracketOrSign() -> ExpressionSyntax? {
        switch token.byte {
        case UInt8(ascii: "("):
            let arguments = parseArguments()
            if arguments.count == 1, arguments[0].label == nil { return arguments[0].value }
            return .tuple(arguments)
        case UInt8(ascii: "["): return parseCollection()
        case UInt8(ascii: "{"):
            skip()
            return .closure
        case UInt8(ascii: "\\"): return parseKeyPath()
        case UInt8(ascii: "."):
            let next = token(1)
            guard next.kind == .word || next.kind == .quotedWord else { return nil }
            advance()
            let name = text
            advance()
            return .implicitMember(name)
        case UInt8(ascii: "#"):
            advance()
            guard isAtName else { return .other }
            _ = parseNameComponent()
            return .other
        case UInt8(ascii: "@"):
            while isAt("@") { _ = parseAttribute(inType: true) }
            return isAt("{") ? parsePrimary() : nil
        default: return nil
        }
    }

    /// Reads `[a, b]` or `[a: b]`.
    private mutating func parseCollection() -> ExpressionSyntax {
        let end = closing
        advance()
        var elements: [ExpressionSyntax] = []
        var entries: [ExpressionSyntax.Entry] = []
        if isAt(":"), index + 1 == end {
            index = end
            advance()
            return .dictionary([])
        }
        while index < end {
            let before = index
            let element = parseExpression()
            if index < end, isAt(":") {
                advance()
                entries.append(ExpressionSyntax.Entry(key: element, value: parseExpression()))
            } else {
                elements.append(element)
            }
            skipToComma(before: end, from: before)
        }
        index = end
        advance()
        if entries.isEmpty { return .array(elements) }
        return elements.isEmpty ? .dictionary(entries) : .other
    }

    /// Steps behind the next comma of a list, over whatever could not be read.
    private mutating func skipToComma(before end: Int, from start: Int) {
        while index < end, !isAt(",") { skip() }
        if index < end { advance() }
        if index == start { advance() }
    }

    /// Reads `(label: value, value)`, from its opening bracket on.
    mutating func parseArguments() -> [ExpressionSyntax.Argument] {
        let end = closing
        advance()
        var arguments: [ExpressionSyntax.Argument] = []
        while index < end {
            let before = index
            var label: String?
            if isAtName, isAt(":", 1) {
                label = text
                advance()
                advance()
            }
            let value = parseExpression()
            let isWhole = index >= end || isAt(",")
            arguments.append(ExpressionSyntax.Argument(label, isWhole ? value : .other))
            skipToComma(before: end, from: before)
        }
        index = end
        advance()
        return arguments
    }

    private mutating func parseKeyPath() -> ExpressionSyntax {
        advance()
        var root: TypeSyntax?
        if isAt("("), !token.isSpaced {
            root = parseType()
        } else if isAtName || isAt("[") {
            // The first part of `\Trip.name` is a type, and so may be the next ones.
            if isAt("[") { root = parseType() } else { root = .name([parseComponent()]) }
        }
        var path: [String] = []
        while true {
            if isAt("."), !token.isSpaced || token.startsLine,
                token(1).kind == .word
                    || token(1).kind == .quotedWord
            {
                advance()
                path.append(text)
                _ = parseComponent()
            } else if isAt("("), !token.isSpaced, !path.isEmpty {
                skip()
            } else if isAt("[") && !token.isSpaced
                || isAt(".") && isAt("[", 1)
            {
                if isAt(".") { advance() }
                skip()
            } else if isAtMark("?") || isAtMark("!"), !token.isSpaced {
                advance()
            } else {
                return .keyPath(root: root, path: path)
            }
        }
    }

    // MARK: Suffixes

    private mutating func parseSuffixes(of first: ExpressionSyntax) -> ExpressionSyntax {
        var result = first
        var length = 0
        while !isAtEnd {
            length += 1
            // What is longer has no value that could be told, and would be as deep as it is long.
            if length > SwiftLexer.Limit.depth { result = .other }
            if isAt("."), !isAt(".", 1) || token(1).isSpaced {
                guard let next = parseMember(of: result) else { return result }
                result = next
            } else if isAt("("), !token.startsLine {
                // `move(from:to:)` is a name.
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
                    isForced ? .other : result.type.map { .cast(.other, .optional($0)) } ?? .other
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

    /// Whether `?` or `!` belongs to the operand before it, not to a longer operator behind.
    private var isPostfix: Bool {
        let length = operatorLength
        guard length > 1 else { return true }
        if isSpace(behind: length) { return true }
        // `a??.b` and `a!.b`, but `a??b` and `a!=b`.
        let next = token(length)
        let isOnlyThese = (0..<length).allSatisfy { isAtMark("?", $0) || isAtMark("!", $0) }
        return isOnlyThese && next.kind == .punctuation && next.byte != UInt8(ascii: "\\")
    }

    private func takesClosure(_ expression: ExpressionSyntax) -> Bool {
        switch expression {
        case .string, .integer, .number, .boolean, .null, .closure, .array, .dictionary, .keyPath:
            return false
        default: break
        }
        // Observers are no closure.
        var offset = 1
        while isAt("@", offset) {
            offset += 2
            if isAt("(", offset) { offset += Int(token(offset).partner) - (index + offset) + 1 }
        }
        return !isAtWord("willSet", offset) && !isAtWord("didSet", offset)
    }

    private mutating func parseTrailingClosures(
        of callee: ExpressionSyntax
    ) -> ExpressionSyntax {
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

    /// The offset of what stands on the line behind a condition.
    private var conditionLength: Int {
        var offset = 1
        while token(offset).kind != .end, !token(offset).startsLine { offset += 1 }
        return offset
    }

    /// Steps over `#if … #endif`.
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
