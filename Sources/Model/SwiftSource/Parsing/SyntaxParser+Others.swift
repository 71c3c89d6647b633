extension SyntaxParser {
    mutating func parseImport(_ head: DeclarationHead) -> DeclarationSyntax? {
        advance()
        if token.kind == .word, token(1).kind == .word || token(1).kind == .quotedWord,
            !token(1).startsLine
        {
            // For example `import struct Foundation.Date`.
            advance()
        }
        let location = token.location
        guard isAtName else {
            report(.expected("a name"))
            return nil
        }
        let module = text
        advance()
        while isAt("."), !token.isSpaced {
            advance()
            if isAtName { advance() } else { while token.kind == .mark { advance() } }
        }
        return .other(OtherDeclaration(kind: "import", name: module, location: location))
    }

    /// Reads a declaration whose content is not needed.
    mutating func parseOther(_ head: DeclarationHead, in context: Context) -> DeclarationSyntax? {
        let kind = text
        advance()
        let location = token.location
        switch kind {
        case "func", "macro":
            let name = parseFunctionName()
            if isAtMark("<") { _ = parseGenericParameters() }
            return parseSignature(kind, name, at: location, in: context)
        case "init":
            let isFailable = isAtMark("?") || isAtMark("!")
            while isAtMark("?") || isAtMark("!") { advance() }
            if isAtMark("<") { _ = parseGenericParameters() }
            let isDecoding = isAt("(") && text(token(1)) == "from"
            return parseSignature(
                kind, "", at: location, in: context, isFailable: isFailable, isDecoding: isDecoding)
        case "subscript":
            if isAtMark("<") { _ = parseGenericParameters() }
            return parseSignature(kind, "", at: location, in: context)
        case "deinit":
            skipEffects()
            if isAt("{") { skip() }
            return .other(OtherDeclaration(kind: kind, name: "", location: location))
        case "associatedtype":
            guard isAtName else { return nil }
            let name = text
            advance()
            if take(":") {
                repeat { _ = parseType() } while take(",")
            }
            if take("=") { _ = parseType() }
            skipRequirements()
            return .other(OtherDeclaration(kind: kind, name: name, location: location))
        case "operator": return parseOperatorDeclaration(location)
        default:
            let name = isAtName ? text : ""
            if isAtName { advance() }
            if isAt("{") { skip() }
            return .other(OtherDeclaration(kind: kind, name: name, location: location))
        }
    }

    private mutating func parseOperatorDeclaration(
        _ location: SourceLocation
    ) -> DeclarationSyntax? {
        var name = ""
        while token.kind == .mark || isAt(".") || token.kind == .regex {
            name += text
            advance()
        }
        if take(":") {
            repeat { if isAtName { advance() } } while take(",")
        }
        if isAt("{"), !token.startsLine { skip() }
        return .other(OtherDeclaration(kind: "operator", name: name, location: location))
    }

    /// Reads a name or an operator.
    private mutating func parseFunctionName() -> String {
        if isAtName {
            let name = text
            advance()
            return name
        }
        var name = ""
        while token.kind == .mark || isAt(".") || token.kind == .regex {
            // The `<` in `==<T>(` begins generic parameters.
            if isAtMark("<"), !name.isEmpty, token(1).kind == .word || token(1).kind == .quotedWord {
                break
            }
            name += text
            advance()
        }
        return name
    }

    private mutating func parseSignature(
        _ kind: String, _ name: String, at location: SourceLocation, in context: Context,
        isFailable: Bool = false, isDecoding: Bool = false
    ) -> DeclarationSyntax? {
        guard isAt("(") else {
            report(.expected("("))
            return nil
        }
        skip()
        skipEffects()
        var result: TypeSyntax?
        if isAtMark("-"), isAtMark(">", 1) {
            advance()
            advance()
            result = parseType()
            if result == nil { report(.expected("a type")) }
        }
        skipRequirements()
        if kind == "macro", isAtMark("=") {
            advance()
            _ = parseExpression()
            skipRequirements()
        }
        if isAt("{") { skip() }
        return .other(
            OtherDeclaration(
                kind: kind, name: name, location: location, result: result, isFailable: isFailable,
                isDecoding: isDecoding))
    }

    // MARK: Calls

    /// Reads the calls of some functions, at any place in the file.
    mutating func parseCalls(of functions: Set<String>) -> [CallSyntax] {
        var calls: [CallSyntax] = []
        var macros: [(name: String, end: Int)] = []
        var conditions: [[String?]] = []
        for position in tokens.indices {
            while let last = macros.last, last.end <= position { macros.removeLast() }
            let candidate = tokens[position]
            if candidate.kind == .directive { note(candidate, at: position, in: &conditions) }
            guard candidate.kind == .word, position + 1 < tokens.count else { continue }
            if position > 0, tokens[position - 1].byte == UInt8(ascii: "#"),
                tokens[position - 1].kind == .punctuation
            {
                var end = position + 1
                if tokens[end].byte == UInt8(ascii: "("), tokens[end].partner > 0 {
                    end = Int(tokens[end].partner) + 1
                }
                if tokens[end].byte == UInt8(ascii: "{"), tokens[end].partner > 0 {
                    end = Int(tokens[end].partner)
                }
                macros.append((text(candidate), end))
            }
            let next = tokens[position + 1]
            guard next.kind == .punctuation, next.byte == UInt8(ascii: "("), !next.startsLine,
                functions.contains(text(candidate))
            else { continue }
            let isMember =
                position > 0 && tokens[position - 1].kind == .punctuation
                && tokens[position - 1].byte == UInt8(ascii: ".")
            // Without a dot, `init` is a declaration.
            guard isMember || text(candidate) != "init" else { continue }
            index = position + 1
            calls.append(
                CallSyntax(
                    name: text(candidate), isMember: isMember, arguments: parseArguments(),
                    location: candidate.location, macro: macros.last?.name, conditions: conditions))
        }
        return calls
    }

    /// Keeps track of the enclosing conditions.
    private mutating func note(_ directive: SwiftToken, at position: Int, in conditions: inout [[String?]]) {
        index = min(position + 1, tokens.count - 1)
        switch text(directive) {
        case "#if":
            // Conditions at a greater depth are not needed.
            conditions.append(conditions.count < SwiftLexer.Limit.depth ? [parseConditionText()] : [])
        case "#elseif":
            if let last = conditions.indices.last { conditions[last].append(parseConditionText()) }
        case "#else": if let last = conditions.indices.last { conditions[last].append(nil) }
        case "#endif": _ = conditions.popLast()
        default: break
        }
    }
}
