extension SyntaxParser {
    /// The kinds of scope for declarations.
    enum Context {
        case file
        case type
        case `enum`
        case `protocol`
    }

    /// Reads the whole file.
    mutating func parseFile() -> [DeclarationSyntax] {
        let result = parseMembers(before: tokens.count - 1, in: .file)
        if token.kind == .directive { report(.unbalancedCondition) }
        return result
    }

    /// Reads declarations up to a token, or up to `#elseif`, `#else` or `#endif`.
    private mutating func parseMembers(before end: Int, in context: Context) -> [DeclarationSyntax] {
        var members: [DeclarationSyntax] = []
        while index < end {
            if token.kind == .directive {
                guard isIf else {
                    if context == .file, !isInCondition {
                        report(.unbalancedCondition)
                        advance()
                        continue
                    }
                    return members
                }
                members.append(parseCondition(before: end, in: context))
                continue
            }
            let (start, count) = (index, problems.count)
            if isAt(";") {
                advance()
            } else if let member = nested({ $0.parseDeclaration(in: context) }) ?? nil {
                members.append(member)
            } else if context == .file {
                skipStatement(from: start)
            } else {
                index = start
                if problems.count == count { report(.expected("a declaration")) }
                skip()
            }
            if index == start { skip() }
            if index > end { index = end }
        }
        return members
    }

    /// Skips a part of a top-level statement.
    private mutating func skipStatement(from start: Int) {
        index = start
        skip()
        // A declaration begins a line, or follows `;`.
        while !isAtEnd, !token.startsLine, !isAt(";") { skip() }
    }

    private mutating func takePending() -> [AttributeSyntax] {
        guard !pending.isEmpty, token.kind != .directive else { return [] }
        // Does not include the attributes within the condition.
        guard !(isAt("@") && isInCondition && holdsOnlyAttributes) else { return [] }
        defer { pending = [] }
        return pending
    }

    /// Whether only attributes precede the next `#else` or `#endif`.
    private var holdsOnlyAttributes: Bool {
        var offset = 0
        while isAt("@", offset) {
            offset += 2
            while isAt(".", offset) { offset += 2 }
            if isAt("(", offset) { offset += Int(token(offset).partner) - (index + offset) + 1 }
        }
        return token(offset).kind == .directive
    }

    // MARK: Conditions

    private var isInCondition: Bool { conditionDepth > 0 }

    /// Reads `#if … #endif`.
    private mutating func parseCondition(before end: Int, in context: Context) -> DeclarationSyntax {
        let start = token.location
        var clauses: [ConditionalClause] = []
        conditionDepth += 1
        defer { conditionDepth -= 1 }
        while token.kind == .directive {
            let word = text
            advance()
            if word == "#endif" { return .conditional(clauses) }
            let condition = word == "#else" ? nil : parseConditionText()
            let members = nested { $0.parseMembers(before: end, in: context) }
            if members == nil { while index < end, token.kind != .directive { skip() } }
            clauses.append(ConditionalClause(condition: condition, members: members ?? []))
        }
        report(.unbalancedCondition, at: start)
        return .conditional(clauses)
    }

    /// Reads the rest of the line, with single spaces.
    mutating func parseConditionText() -> String {
        var parts: [String] = []
        while !isAtEnd, !token.startsLine {
            let isJoined = !token.isSpaced && !parts.isEmpty
            let word = text
            if isJoined { parts[parts.count - 1] += word } else { parts.append(word) }
            advance()
        }
        return parts.joined(separator: " ")
    }

    // MARK: One declaration

    /// Reads a declaration. Returns nil if none begins here.
    private mutating func parseDeclaration(in context: Context) -> DeclarationSyntax? {
        var head = DeclarationHead(location: token.location)
        head.attributes = takePending() + parseAttributes()
        head.modifiers = parseModifiers()
        // For example `private @Attribute var`.
        while isAt("@") {
            head.attributes += parseAttributes()
            head.modifiers += parseModifiers()
        }
        if isAt("#"), context != .file || token.startsLine || index == 0 || isAt(";", -1) {
            return parseMacroExpansion().map { .macro($0) }
        }
        guard token.kind == .word else {
            guard token.kind == .directive, !head.attributes.isEmpty else { return nil }
            // Attributes before a condition that has only attributes belong to the declaration after it. Which of
            // the conditional attributes apply is unknown.
            if isIf { pending = head.attributes }
            return .other(OtherDeclaration(kind: "attributes", name: "", location: head.location))
        }
        switch text {
        case "struct", "enum", "class", "protocol", "extension": return parseTypeDeclaration(head)
        case "actor":
            return token(1).kind == .word || token(1).kind == .quotedWord
                ? parseTypeDeclaration(head) : nil
        case "var", "let": return parseVariable(head, in: context)
        case "case": return context == .enum ? parseCase(head) : nil
        case "typealias": return parseAlias(head)
        case "import": return parseImport(head)
        case "func", "init", "deinit", "subscript", "associatedtype", "operator",
            "precedencegroup", "macro":
            return parseOther(head, in: context)
        default: return nil
        }
    }

    /// Reads a name. Reports a problem if there is none.
    private mutating func parseName() -> String? {
        guard isAtName else {
            report(.expected("a name"))
            return nil
        }
        let name = text
        advance()
        return name
    }

    private mutating func parseTypeDeclaration(_ head: DeclarationHead) -> DeclarationSyntax? {
        guard let kind = TypeDeclaration.Kind(rawValue: text) else { return nil }
        advance()
        let nameLocation = token.location
        var extended: TypeSyntax?
        let name: String
        if kind == .extension {
            guard let type = parseType() else {
                report(.expected("a type"))
                return nil
            }
            extended = type
            name = type.description
        } else {
            guard let given = parseName() else { return nil }
            name = given
        }
        let parameters = isAtMark("<") ? parseGenericParameters() : []
        var inherited: [TypeSyntax] = []
        if take(":") {
            repeat {
                guard let type = parseType() else { break }
                inherited.append(type)
            } while take(",")
        }
        skipRequirements()
        guard isAt("{") else {
            report(.expected("{"))
            return nil
        }
        let end = closing
        advance()
        let context: Context = kind == .enum ? .enum : kind == .protocol ? .protocol : .type
        // An extension is read as a type, even if it extends an enumeration. Extensions cannot have cases.
        let outer = conditionDepth
        conditionDepth = 0
        let members = parseMembers(before: end, in: context)
        conditionDepth = outer
        if index < end { report(.unbalancedCondition) }
        index = end
        let last = token.location
        advance()
        return .type(
            TypeDeclaration(
                kind: kind, head: head, name: name, nameLocation: nameLocation,
                extended: extended, parameters: parameters, inherited: inherited,
                members: members, end: last))
    }

    /// Reads `<T: P, each U, let n: Int>` and returns the names.
    mutating func parseGenericParameters() -> [String] {
        var names: [String] = []
        guard take("<") else { return names }
        while !isAtEnd, !isAtMark(">") {
            while isAt("@") { _ = parseAttribute(inType: true) }
            if isAtWord("each") || isAtWord("let"), token(1).kind == .word { advance() }
            guard isAtName else { break }
            names.append(text)
            advance()
            if take(":") { _ = parseType() }
            guard take(",") else { break }
        }
        if isAtWord("where") { skipRequirements() }
        if !take(">") { report(.expected(">")) }
        return names
    }

    /// Skips `where A: B, C == D`.
    mutating func skipRequirements() {
        guard isAtWord("where") else { return }
        repeat {
            advance()
            guard parseType() != nil || token.kind == .number else { return }
            if token.kind == .number { advance() }
            while isAt(":") || isAtMark("=") || isAtMark("~") { advance() }
            if token.kind == .number { advance() } else { _ = parseType() }
        } while isAt(",")
    }

    private mutating func parseAlias(_ head: DeclarationHead) -> DeclarationSyntax? {
        advance()
        let location = token.location
        guard let name = parseName() else { return nil }
        let parameters = isAtMark("<") ? parseGenericParameters() : []
        guard take("="), let type = parseType() else {
            report(.expected("= and a type"))
            return nil
        }
        skipRequirements()
        return .alias(
            AliasDeclaration(
                head: head, name: name, parameters: parameters, type: type, location: location))
    }

    private mutating func parseCase(_ head: DeclarationHead) -> DeclarationSyntax? {
        var elements: [CaseDeclaration.Element] = []
        repeat {
            advance()
            let location = token.location
            guard let name = parseName() else { return nil }
            var associated: [TypeSyntax.Element] = []
            if isAt("(") {
                let end = closing
                if let types = attempt({ $0.parseElements() }) {
                    associated = types
                } else {
                    associated = [TypeSyntax.Element(label: nil, type: .other)]
                    index = end
                    advance()
                }
            }
            var rawValue: ExpressionSyntax?
            if isAtMark("=") {
                advance()
                rawValue = parseExpression()
            }
            elements.append(
                CaseDeclaration.Element(
                    name: name, associated: associated, rawValue: rawValue, location: location))
        } while isAt(",")
        return .enumCase(CaseDeclaration(head: head, elements: elements))
    }

    /// Reads `#Name<T>(arguments) { }`.
    private mutating func parseMacroExpansion() -> MacroExpansion? {
        let location = token.location
        advance()
        guard isAtName else { return nil }
        var part = parseComponent()
        while isAt("."), !token.isSpaced, token(1).kind == .word || token(1).kind == .quotedWord {
            advance()
            part = parseComponent()
        }
        var arguments: [ExpressionSyntax.Argument] = []
        if isAt("("), !token.startsLine { arguments = parseArguments() }
        if isAt("{"), !token.startsLine {
            skip()
            while isAtName, isAt(":", 1), isAt("{", 2) {
                advance()
                advance()
                skip()
            }
        }
        return MacroExpansion(
            name: part.name, generics: part.arguments, arguments: arguments, location: location)
    }
}
