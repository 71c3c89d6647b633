extension SyntaxParser {
    /// Words that begin an accessor.
    private static let accessors: Set<String> = [
        "get", "set", "willSet", "didSet", "init", "_read", "_modify", "read", "modify", "yielding",
        "unsafeAddress", "unsafeMutableAddress", "addressWithOwner", "borrow", "mutate",
    ]
    private static let accessorModifiers: Set<String> = [
        "mutating", "nonmutating", "borrowing", "consuming", "__consuming", "nonisolated", "yielding",
    ]

    /// Reads `var` or `let` with its bindings.
    mutating func parseVariable(_ head: DeclarationHead, in context: Context) -> DeclarationSyntax? {
        let isConstant = isAtWord("let")
        var bindings: [VariableDeclaration.Binding] = []
        repeat {
            advance()
            let location = token.location
            var name: String?
            if isAt("(") {
                skip()
            } else if isAtName {
                name = text
                advance()
            } else {
                report(.expected("a name"))
                return nil
            }
            var type: TypeSyntax?
            if take(":") {
                type = parseType()
                if type == nil { report(.expected("a type")) }
            }
            var value: ExpressionSyntax?
            if isAtMark("="), !isAtMark("=", 1) {
                advance()
                value = parseExpression()
            }
            var accessors = VariableDeclaration.Accessors.none
            if isAt("{") { accessors = parseAccessors(isStatic: head.isStatic) }
            bindings.append(
                VariableDeclaration.Binding(
                    name: name, type: type, value: value, accessors: accessors,
                    location: location))
        } while isAt(",")
        return .variable(
            VariableDeclaration(head: head, isConstant: isConstant, bindings: bindings))
    }

    /// Reads `{ get set }`, `{ didSet { } }` or the body of a getter.
    private mutating func parseAccessors(isStatic: Bool) -> VariableDeclaration.Accessors {
        let end = closing
        let start = index
        var words: [String] = []
        advance()
        while index < end, let word = parseAccessor(before: end) { words.append(word) }
        let isList = index == end && !words.isEmpty
        defer {
            index = end
            advance()
        }
        if isList {
            if words.allSatisfy({ $0 == "willSet" || $0 == "didSet" }) { return .observers }
            guard isStatic, words == ["get"] else { return .computed(nil) }
            index = start + 1
            while index < end, !isAt("{") { advance() }
            guard isAt("{") else { return .computed(nil) }
            return .computed(parseBody(before: closing))
        }
        index = start
        return .computed(isStatic ? parseBody(before: end) : nil)
    }

    /// Reads one accessor with its body. Returns nil if none begins here.
    private mutating func parseAccessor(before end: Int) -> String? {
        _ = parseAttributes()
        while token.kind == .word, Self.accessorModifiers.contains(text), token(1).kind == .word {
            advance()
        }
        guard token.kind == .word, Self.accessors.contains(text) else { return nil }
        let word = text
        advance()
        if isAt("("), word != "get" { skip() }
        skipEffects()
        if isAt("{") {
            skip()
        } else if index < end, !(token.kind == .word && Self.accessors.contains(text)), !isAt("@"),
            !(token.kind == .word && Self.accessorModifiers.contains(text))
        {
            // The word is a name that only looks like an accessor.
            return nil
        }
        return word
    }

    /// Reads a body that is a single expression. Returns nil for any other body.
    private mutating func parseBody(before end: Int) -> ExpressionSyntax? {
        advance()
        _ = takeWord("return")
        guard index < end else { return nil }
        let result = parseExpression()
        return index == end ? result : nil
    }
}
