extension SyntaxParser {
    /// Words that may precede a declaration.
    private static let modifiers: Set<String> = [
        "public", "private", "fileprivate", "internal", "open", "package", "final", "static",
        "class", "lazy", "weak", "unowned", "override", "required", "convenience", "mutating",
        "nonmutating", "dynamic", "optional", "prefix", "postfix", "infix", "indirect",
        "nonisolated", "isolated", "distributed", "borrowing", "consuming", "rethrows",
        "__consuming", "_const", "sending", "async", "_local",
    ]

    /// Reads attributes.
    mutating func parseAttributes() -> [AttributeSyntax] {
        var attributes: [AttributeSyntax] = []
        while isAt("@") {
            guard let attribute = parseAttribute(inType: false) else { break }
            attributes.append(attribute)
        }
        return attributes
    }

    /// Reads `@Name(arguments)`.
    ///
    /// - Parameter inType: whether the attribute precedes a type, which may begin with `(`.
    mutating func parseAttribute(inType: Bool) -> AttributeSyntax? {
        let location = token.location
        advance()
        guard isAtName else {
            report(.expected("a name"))
            return nil
        }
        var parts = [parseComponent()]
        while isAt("."), !token.isSpaced, token(1).kind == .word || token(1).kind == .quotedWord {
            advance()
            parts.append(parseComponent())
        }
        var arguments: [ExpressionSyntax.Argument]?
        let name = parts[parts.count - 1].name
        if isAt("("), !token.isSpaced, !inType || Self.takesArguments.contains(name) {
            if Self.hasOwnGrammar.contains(name) { skip() } else { arguments = parseArguments() }
        }
        return AttributeSyntax(
            name: name, type: .name(parts), arguments: arguments, location: location)
    }

    /// The type attributes that have arguments.
    private static let takesArguments: Set<String> = [
        "convention", "isolated", "differentiable", "opened", "_opaqueReturnTypeOf", "execution",
    ]

    /// The attributes whose arguments are not expressions.
    private static let hasOwnGrammar: Set<String> = [
        "available", "convention", "objc", "differentiable", "derivative", "transpose", "_specialize",
        "_spi", "backDeployed", "_silgen_name", "_dynamicReplacement", "_implements", "_semantics",
        "_originallyDefinedIn", "attached", "freestanding", "_documentation", "_expose", "lifetime",
        "_lifetime", "specialized", "_cdecl", "cdecl", "abi", "implements", "_effects", "storageRestrictions",
    ]

    /// Reads the modifiers of a declaration.
    mutating func parseModifiers() -> [String] {
        var result: [String] = []
        while token.kind == .word, Self.modifiers.contains(text), isModifier {
            var word = text
            advance()
            if isAt("("), let argument = modifierArgument {
                word += "(\(argument))"
                skip()
            }
            result.append(word)
        }
        return result
    }

    /// The word in parentheses in `private(set)`, `unowned(unsafe)`, `nonisolated(unsafe)`.
    private var modifierArgument: String? {
        guard token(1).kind == .word, Int(token.partner) == index + 2 else { return nil }
        return text(token(1))
    }

    /// Whether the current word is a modifier, not a name.
    private var isModifier: Bool {
        let next = token(1)
        if isAtWord("class") {
            return next.kind == .word
                && (Self.modifiers.contains(text(next))
                    || isDeclarationWord(1)
                        && !isAtWord("actor", 1) && !isAtWord("macro", 1))
        }
        switch next.kind {
        case .word: return true
        case .punctuation:
            return next.byte == UInt8(ascii: "(") && Int(next.partner) == index + 3
                && token(2).kind == .word || next.byte == UInt8(ascii: "@")
        default: return false
        }
    }

    /// Returns whether the word at an offset begins a declaration.
    func isDeclarationWord(_ offset: Int = 0) -> Bool {
        token(offset).kind == .word && Self.declarationWords.contains(text(token(offset)))
    }

    private static let declarationWords: Set<String> = [
        "import", "class", "struct", "enum", "actor", "protocol", "extension", "func", "init",
        "deinit", "subscript", "var", "let", "case", "typealias", "associatedtype", "operator",
        "precedencegroup", "macro",
    ]
}
