extension FormatParser {
    /// Reads a value with the key paths and subscripts after it.
    mutating func postfixed() throws(PredicateFormatError) -> Node {
        var node = try primary()
        while true {
            switch current.kind {
            case .sign("."): node = try path(behind: node)
            case .sign("["): node = try element(of: node)
            default: return node
            }
        }
    }

    private mutating func path(behind node: Node) throws(PredicateFormatError) -> Node {
        advance()
        let name = try pathComponent()
        let path = Self.path(name, of: try expression(node))
        return node.isInBrackets
            ? try wrapped(.expression(path), node, start: node.start)
            : Node(value: .expression(path), start: node.start, depth: node.depth)
    }

    private mutating func element(of node: Node) throws(PredicateFormatError) -> Node {
        advance()
        let collection = try expression(node)
        let index = try subscriptIndex()
        try expect("]")
        let element = Expression.function(
            name: "objectFrom:withIndex:", arguments: [collection, try expression(index)])
        let depth = max(node.depth, index.depth) + 1
        return try checked(
            Node(value: .expression(element), start: node.start, depth: depth))
    }

    private mutating func pathComponent() throws(PredicateFormatError) -> String {
        switch current.kind {
        case .word(let name, _):
            advance()
            return name
        case .placeholder("%K"):
            return try keyPathArgument()
        default:
            throw error(.expectedName(found: text(of: current)))
        }
    }

    private mutating func subscriptIndex() throws(PredicateFormatError) -> Node {
        if let keyword = current.keyword, following?.isSign("]") == true,
            let symbol = Expression.Symbol(rawValue: keyword)
        {
            let start = current.start
            advance()
            return Node(value: .expression(.symbol(symbol)), start: start)
        }
        return try node(minimumPrecedence: FormatOperator.valuePrecedence)
    }

    /// Returns a key path that continues an expression, in its canonical form.
    static func path(_ name: String, of base: Expression) -> Expression {
        switch base {
        case .evaluatedObject: .keyPath(name)
        case .keyPath(let path): .keyPath(path + "." + name)
        case .keyPathOf(let target, let path): .keyPathOf(target, keyPath: path + "." + name)
        default: .keyPathOf(base, keyPath: name)
        }
    }

    private mutating func primary() throws(PredicateFormatError) -> Node {
        switch current.kind {
        case .sign("("): return try bracketed()
        case .sign("{"): return try aggregate()
        case .word(let word, let isEscaped):
            return try named(word, isEscaped: isEscaped, start: current.start)
        case .variable(let name): return try variable(name, start: current.start)
        default: return try single()
        }
    }

    private mutating func bracketed() throws(PredicateFormatError) -> Node {
        let start = current.start
        advance()
        var inner = try node(minimumPrecedence: 0)
        try expect(")")
        inner.isInBrackets = true
        inner.start = start
        return inner
    }

    private mutating func aggregate() throws(PredicateFormatError) -> Node {
        let start = current.start
        advance()
        let members = try list(closedBy: "}")
        let values = try expressions(members)
        let depth = (members.map(\.depth).max() ?? 0) + 1
        return try checked(
            Node(value: .expression(.aggregate(values)), start: start, depth: depth))
    }

    /// Reads a value of a single token.
    private mutating func single() throws(PredicateFormatError) -> Node {
        let start = current.start
        let value: Expression
        switch current.kind {
        case .number(let digits):
            guard let constant = FormatNumber.constant(digits) else {
                throw error(.invalidNumber(digits))
            }
            advance()
            value = .constant(constant)
        case .string(let text):
            advance()
            value = .constant(.string(text))
        case .placeholder(let placeholder):
            value = try placeholderValue(placeholder)
        default:
            throw error(.expectedExpression(found: text(of: current)))
        }
        return Node(value: .expression(value), start: start)
    }

    private mutating func variable(
        _ name: String, start: Int
    ) throws(PredicateFormatError) -> Node {
        advance()
        guard current.isSign(":=") else {
            return Node(value: .expression(.variable(name)), start: start)
        }
        advance()
        let value = try node(minimumPrecedence: FormatOperator.valuePrecedence)
        return try wrapped(
            .expression(.assignment(variable: name, value: try expression(value))), value,
            start: start)
    }

    /// Reads the members of a list after its opening bracket, including the closing bracket.
    mutating func list(closedBy sign: String) throws(PredicateFormatError) -> [Node] {
        var members: [Node] = []
        guard !current.isSign(sign) else {
            advance()
            return members
        }
        while true {
            members.append(try node(minimumPrecedence: 0))
            guard current.isSign(",") else { break }
            advance()
        }
        try expect(sign)
        return members
    }

    func expressions(_ nodes: [Node]) throws(PredicateFormatError) -> [Expression] {
        var values: [Expression] = []
        for node in nodes { values.append(try expression(node)) }
        return values
    }
}
