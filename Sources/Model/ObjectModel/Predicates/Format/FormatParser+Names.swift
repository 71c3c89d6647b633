extension FormatParser {
    /// Reads a part that begins with a word: a keyword, a function or a key path.
    mutating func named(
        _ word: String, isEscaped: Bool, start: Int
    ) throws(PredicateFormatError) -> Node {
        let isCall = following?.isSign("(") == true
        if !isEscaped {
            let keyword = word.uppercased()
            if let value = Self.constants[keyword], !isCall {
                advance()
                return Node(value: value, start: start)
            }
            if isCall, let node = try call(of: keyword, start: start) { return node }
            if Self.operators.contains(keyword) {
                throw error(.expectedExpression(found: word))
            }
        }
        if !word.hasPrefix("@"), isCall || following?.isSign(":") == true {
            return try function(start: start)
        }
        advance()
        return Node(value: .expression(.keyPath(word)), start: start)
    }

    private static let constants: [String: Node.Value] = [
        "TRUEPREDICATE": .predicate(.truePredicate),
        "FALSEPREDICATE": .predicate(.falsePredicate),
        "NULL": .expression(.constant(.null)),
        "NIL": .expression(.constant(.null)),
        "TRUE": .expression(.constant(.bool(true))),
        "YES": .expression(.constant(.bool(true))),
        "FALSE": .expression(.constant(.bool(false))),
        "NO": .expression(.constant(.bool(false))),
        "SELF": .expression(.evaluatedObject),
        "ANYKEY": .expression(.anyKey),
    ]

    /// Words that cannot start a value.
    private static let operators: Set<String> = [
        "AND", "OR", "IN", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN",
        "UNION", "INTERSECT", "MINUS",
    ]

    /// Reads one of the forms that look like functions; nil for other words.
    private mutating func call(
        of keyword: String, start: Int
    ) throws(PredicateFormatError) -> Node? {
        guard ["SUBQUERY", "FUNCTION", "CAST", "TERNARY", "FETCH"].contains(keyword) else {
            return nil
        }
        guard keyword != "FETCH" else { throw error(.unsupported(keyword)) }
        advance()
        advance()
        let members = try list(closedBy: ")")
        return try call(of: keyword, members: members, start: start)
    }

    private func call(
        of keyword: String, members: [Node], start: Int
    ) throws(PredicateFormatError) -> Node {
        let value: Expression
        switch keyword {
        case "SUBQUERY": value = try subquery(members)
        case "CAST": value = try cast(members)
        case "TERNARY": value = try conditional(members)
        default: value = try targetedFunction(members)
        }
        let depth = (members.map(\.depth).max() ?? 0) + 1
        return try checked(Node(value: .expression(value), start: start, depth: depth))
    }

    private func subquery(_ members: [Node]) throws(PredicateFormatError) -> Expression {
        try expect(3, in: members)
        let collection = try expression(members[0])
        guard case .variable(let name) = try expression(members[1]) else {
            throw error(.expected("$", found: text(from: members[1].start)), at: members[1].start)
        }
        let predicate = try predicate(members[2])
        return .subquery(collection: collection, variable: name, predicate: predicate)
    }

    private func conditional(_ members: [Node]) throws(PredicateFormatError) -> Expression {
        try expect(3, in: members)
        return .conditional(
            predicate: try predicate(members[0]), then: try expression(members[1]),
            otherwise: try expression(members[2]))
    }

    private func cast(_ members: [Node]) throws(PredicateFormatError) -> Expression {
        try expect(2, in: members)
        let value = try expression(members[0])
        let type = try expression(members[1])
        guard case .constant(.string(let className)) = type else {
            throw error(.expected("\"", found: text(from: members[1].start)), at: members[1].start)
        }
        if case .constant(let constant) = value,
            let converted = PredicateCast.value(of: constant, className: className)
        {
            return .constant(converted)
        }
        return .function(name: PredicateCast.selector, arguments: [value, type])
    }

    private func targetedFunction(_ members: [Node]) throws(PredicateFormatError) -> Expression {
        guard members.count >= 2 else { throw error(.expected(",", found: text(of: current))) }
        let target = try expression(members[0])
        guard case .constant(.string(let name)) = try expression(members[1]) else {
            throw error(.expected("\"", found: text(from: members[1].start)), at: members[1].start)
        }
        let arguments = try expressions(Array(members.dropFirst(2)))
        // Key paths that have no direct form, see the printer.
        if ["valueForKeyPath:", "valueForKey:"].contains(name), arguments.count == 1,
            case .constant(.string(let path)) = arguments[0]
        {
            return target == .evaluatedObject
                ? .keyPath(path) : .keyPathOf(target, keyPath: path)
        }
        return .function(name: name, arguments: arguments, target: target)
    }

    private func expect(_ count: Int, in members: [Node]) throws(PredicateFormatError) {
        guard members.count == count else {
            throw error(.expected(members.count < count ? "," : ")", found: text(of: current)))
        }
    }

    /// Functions that may be written without the colon after their name.
    private static let shortNames: Set<String> = [
        "abs", "average", "canonical", "ceiling", "count", "distinct", "exp", "floor", "length",
        "ln", "log", "lowercase", "max", "median", "min", "mode", "noindex", "randomn", "sqrt",
        "stddev", "sum", "trunc", "uppercase",
    ]

    /// Reads `name(…)`, `name:(…)` or `a:b:(…)`.
    private mutating func function(start: Int) throws(PredicateFormatError) -> Node {
        var name = ""
        while case .word(let word, _) = current.kind {
            name += word
            advance()
            guard current.isSign(":") else { break }
            name += ":"
            advance()
        }
        try expect("(")
        let members = try list(closedBy: ")")
        return try function(name, members: members, start: start)
    }

    private func function(
        _ name: String, members: [Node], start: Int
    ) throws(PredicateFormatError) -> Node {
        let arguments = try expressions(members)
        let isShort = arguments.count == 1 && Self.shortNames.contains(name)
        let depth = (members.map(\.depth).max() ?? 0) + 1
        let value = Expression.function(
            name: isShort ? name + ":" : name, arguments: arguments)
        return try checked(Node(value: .expression(value), start: start, depth: depth))
    }
}
