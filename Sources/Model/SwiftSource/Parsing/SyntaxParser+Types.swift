extension SyntaxParser {
    /// Words before a type that specify how a value is passed.
    private static let specifiers: Set<String> = [
        "inout", "borrowing", "consuming", "sending", "isolated", "__owned", "__shared", "_const",
        "nonisolated", "nonsending",
    ]

    /// Reads a type. Returns nil if none begins here.
    mutating func parseType() -> TypeSyntax? {
        nested { $0.parseTypeHere() } ?? nil
    }

    private mutating func parseTypeHere() -> TypeSyntax? {
        while true {
            if isAt("@") {
                _ = parseAttribute(inType: true)
            } else if token.kind == .word, Self.specifiers.contains(text), startsType(1) {
                advance()
                if isAt("("), !token.isSpaced { skip() }
            } else {
                break
            }
        }
        for word in ["some", "any", "each", "repeat"] where token.kind == .word && text == word {
            guard startsType(1) else { break }
            advance()
            return parseType().map { .constrained(word, $0) }
        }
        guard let first = parseUnaryType() else { return nil }
        var parts = [first]
        while isAtMark("&"), !isAtMark("&", 1) {
            advance()
            guard let part = parseUnaryType() else { return nil }
            parts.append(part)
        }
        return parts.count == 1 ? first : .composition(parts)
    }

    /// Returns whether a type may begin at an offset, so that the word before it is not a name.
    private func startsType(_ offset: Int) -> Bool {
        let next = token(offset)
        switch next.kind {
        case .word, .quotedWord: return !isAtWord("in", offset)
        case .punctuation:
            return next.byte == UInt8(ascii: "(") || next.byte == UInt8(ascii: "[")
                || next.byte == UInt8(ascii: "@")
        case .mark: return next.byte == UInt8(ascii: "~")
        default: return false
        }
    }

    private mutating func parseUnaryType() -> TypeSyntax? {
        if isAtMark("~") {
            advance()
            let type = nested { $0.parseUnaryType() } ?? nil
            return type.map { .constrained("~", $0) }
        }
        guard var type = parseBaseType() else { return nil }
        var length = 0
        while true {
            length += 1
            guard length <= SwiftLexer.Limit.depth else {
                report(.tooDeep(limit: SwiftLexer.Limit.depth))
                return nil
            }
            if isAtMark("?"), !token.isSpaced {
                advance()
                type = .optional(type)
            } else if isAtMark("!"), !token.isSpaced {
                advance()
                type = .unwrapped(type)
            } else if isAt("."), isName(1) {
                advance()
                let part = parseComponent()
                if case .name(let parts) = type {
                    type = .name(parts + [part])
                } else {
                    type = .member(type, part)
                }
            } else if isAt("."), isAt(".", 1), isAt(".", 2) {
                // A variadic parameter.
                for _ in 0..<3 { advance() }
                return type
            } else {
                return type
            }
        }
    }

    private func isName(_ offset: Int) -> Bool {
        let kind = token(offset).kind
        return kind == .word || kind == .quotedWord
    }

    private mutating func parseBaseType() -> TypeSyntax? {
        if isAt("(") { return parseTupleType() }
        if isAt("[") { return parseArrayType() }
        guard isAtName else { return nil }
        if isAtWord("_") {
            advance()
            return .other
        }
        return .name([parseComponent()])
    }

    /// Reads a name with its generic arguments.
    mutating func parseComponent() -> TypeSyntax.Component {
        let name = text
        advance()
        guard isAtMark("<"), !token.isSpaced, let arguments = attempt({ $0.parseGenericArguments() })
        else { return TypeSyntax.Component(name) }
        return TypeSyntax.Component(name, arguments: arguments)
    }

    /// Reads `<A, B>`. Returns nil if these are not generic arguments.
    mutating func parseGenericArguments() -> [TypeSyntax]? {
        let start = index
        guard !failedArguments.contains(start) else { return nil }
        let arguments = parseGenericArgumentList()
        if arguments == nil { failedArguments.insert(start) }
        return arguments
    }

    private mutating func parseGenericArgumentList() -> [TypeSyntax]? {
        guard take("<") else { return nil }
        var arguments: [TypeSyntax] = []
        while !isAtMark(">") {
            if isAtMark("-"), token(1).kind == .number { advance() }
            if token.kind == .number {
                advance()
                arguments.append(.other)
            } else {
                guard let type = parseType() else { return nil }
                arguments.append(type)
            }
            guard take(",") else { break }
        }
        return take(">") ? arguments : nil
    }

    private mutating func parseArrayType() -> TypeSyntax? {
        let end = closing
        advance()
        guard let first = parseType() else {
            // For example `[3 of Int]`.
            index = end
            advance()
            return .other
        }
        var result = TypeSyntax.array(first)
        if take(":") {
            guard let value = parseType() else { return nil }
            result = .dictionary(first, value)
        }
        guard index == end else { return nil }
        advance()
        return result
    }

    private mutating func parseTupleType() -> TypeSyntax? {
        guard let elements = parseElements() else { return nil }
        if let result = attempt({ $0.parseResult() }) { return .function(elements, result) }
        if elements.count == 1, elements[0].label == nil { return elements[0].type }
        return .tuple(elements)
    }

    /// Reads `async throws(E) -> T`. Returns nil if there is no arrow.
    private mutating func parseResult() -> TypeSyntax? {
        skipEffects()
        guard isAtMark("-"), isAtMark(">", 1) else { return nil }
        advance()
        advance()
        return parseType()
    }

    /// Skips `async`, `throws`, `throws(E)` and similar words.
    mutating func skipEffects() {
        while token.kind == .word,
            ["async", "throws", "rethrows", "reasync"].contains(text)
        {
            let isThrows = isAtWord("throws")
            advance()
            if isThrows, isAt("(") { skip() }
        }
    }

    /// Reads `(label: T, _ name: T = default)`: a tuple, or the parameters of a case or a function.
    mutating func parseElements() -> [TypeSyntax.Element]? {
        let end = closing
        advance()
        var elements: [TypeSyntax.Element] = []
        while index < end {
            while isAt("@") { _ = parseAttribute(inType: true) }
            var label: String?
            if isName(0), isAt(":", 1) {
                label = isAtWord("_") ? nil : text
                advance()
                advance()
            } else if isName(0), isName(1), isAt(":", 2) {
                label = isAtWord("_") ? nil : text
                for _ in 0..<3 { advance() }
            }
            guard let type = parseType() else { return nil }
            elements.append(TypeSyntax.Element(label: label, type: type))
            if isAtMark("="), index < end {
                advance()
                _ = parseExpression()
            }
            guard take(",") else { break }
        }
        guard index == end else { return nil }
        advance()
        return elements
    }
}
