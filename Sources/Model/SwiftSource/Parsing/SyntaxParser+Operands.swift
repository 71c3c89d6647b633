extension SyntaxParser {
    mutating func parseOperand() -> ExpressionSyntax {
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

    mutating func number(_ sign: String) -> ExpressionSyntax {
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

    /// Skips `if … { } else { }`, `switch … { }` and `do { } catch { }`.
    private mutating func skipControl() {
        repeat {
            advance()
            while !isAtEnd, !isAt("{"), !isAtClosing { skip() }
            if isAt("{") { skip() }
        } while isAtWord("else") || isAtWord("catch")
    }

    /// Reads a name with its generic arguments, if the token after them confirms that they are ones.
    mutating func parseNameComponent() -> TypeSyntax.Component {
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
            // The meaning of a macro's arguments is unknown outside its module.
            if isAt("("), !token.startsLine { skip() }
            if isAt("{"), takesClosure(.other) { _ = parseTrailingClosures(of: .other) }
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

    /// Advances past the next comma of a list, over anything that could not be read.
    private mutating func skipToComma(before end: Int, from start: Int) {
        while index < end, !isAt(",") { skip() }
        if index < end { advance() }
        if index == start { advance() }
    }

    /// Reads `(label: value, value)`, starting at the opening bracket.
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
            // The first part of `\Trip.name` is a type. The next parts may be types too.
            if isAt("[") { root = parseType() } else { root = .name([parseComponent()]) }
        }
        var path: [String] = []
        while true {
            if isAt("."), token(1).kind == .word || token(1).kind == .quotedWord {
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
}
