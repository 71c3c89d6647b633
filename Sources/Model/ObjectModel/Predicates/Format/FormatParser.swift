import Files

/// Reads a predicate or an expression from a format.
///
/// Brackets may contain either, `(a > 1) AND …` or `(a + 1) > …`. The same functions therefore read both, and their
/// results are of either kind. No part is read twice.
struct FormatParser {
    /// The limit of nested predicates and expressions. It is that of archives, and low enough for the 512 KB stacks
    /// of secondary threads on macOS.
    static let depthLimit = Limits.predicateLevels.most

    /// A parsed part with its start position.
    struct Node {
        enum Value {
            case predicate(Predicate)
            case expression(Expression)
        }

        var value: Value
        var start: Int
        /// The number of nested levels, which also limits chains of operators.
        var depth = 1
        var isInBrackets = false
    }

    let format: String
    let tokens: [FormatToken]
    let arguments: [PredicateArgument]
    var position = 0
    var argumentsUsed = 0
    var nesting = 0

    init(_ format: String, arguments: [PredicateArgument]) throws(PredicateFormatError) {
        self.format = format
        self.arguments = arguments
        tokens = try FormatLexer.tokens(of: format)
    }

    mutating func wholePredicate() throws(PredicateFormatError) -> Predicate {
        let node = try node(minimumPrecedence: 0)
        try expectEnd(after: node)
        return try predicate(node)
    }

    mutating func wholeExpression() throws(PredicateFormatError) -> Expression {
        let node = try node(minimumPrecedence: 0)
        try expectEnd(after: node)
        return try expression(node)
    }

    private mutating func expectEnd(after node: Node) throws(PredicateFormatError) {
        guard current.kind == .end else { throw error(.unexpectedText(text(of: current))) }
        guard argumentsUsed == arguments.count else {
            throw error(.unusedArguments(given: arguments.count, used: argumentsUsed))
        }
    }

    // MARK: Operators

    /// Reads a part whose operators have at least the given precedence.
    mutating func node(minimumPrecedence: Int) throws(PredicateFormatError) -> Node {
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.depthLimit else { throw error(.tooDeep(limit: Self.depthLimit)) }
        var left = try prefixed()
        while let infix = FormatOperator(current), infix.precedence >= minimumPrecedence {
            advance()
            left = try node(joining: left, with: infix)
        }
        return left
    }

    private mutating func node(
        joining left: Node, with infix: FormatOperator
    ) throws(PredicateFormatError) -> Node {
        switch infix {
        case .and, .or: return try list(of: infix, startingWith: left)
        case .comparison(let comparator):
            return try comparison(left, comparator, modifier: .direct)
        case .setOperation(let operation): return try set(left, operation)
        case .arithmetic(let selector, let precedence):
            return try arithmetic(left, selector: selector, precedence: precedence)
        }
    }

    private mutating func set(
        _ left: Node, _ operation: Expression.SetOperation
    ) throws(PredicateFormatError) -> Node {
        let first = try expression(left)
        let right = try node(minimumPrecedence: FormatOperator.valuePrecedence + 1)
        return try joined(
            .expression(.setOperation(operation, first, try expression(right))), left, right)
    }

    private mutating func arithmetic(
        _ left: Node, selector: String, precedence: Int
    ) throws(PredicateFormatError) -> Node {
        let first = try expression(left)
        // Powers associate to the right, and other operators to the left.
        let isPower = selector == "raise:toPower:"
        let right = try node(minimumPrecedence: isPower ? precedence : precedence + 1)
        let both = [first, try expression(right)]
        return try joined(.expression(.function(name: selector, arguments: both)), left, right)
    }

    /// Reads `b AND c` after `a AND`, all in one list, as Core Data does. Brackets keep a list of their own.
    private mutating func list(
        of infix: FormatOperator, startingWith left: Node
    ) throws(PredicateFormatError) -> Node {
        var members = [try predicate(left)]
        var depth = left.depth
        while true {
            let member = try node(minimumPrecedence: infix.precedence + 1)
            members.append(try predicate(member))
            depth = max(depth, member.depth)
            guard FormatOperator(current) == infix else { break }
            advance()
        }
        let value = Node.Value.predicate(infix == .and ? .and(members) : .or(members))
        return try checked(Node(value: value, start: left.start, depth: depth + 1))
    }

    private mutating func comparison(
        _ left: Node, _ comparator: PredicateOperator, modifier: Predicate.Modifier
    ) throws(PredicateFormatError) -> Node {
        let leftSide = try expression(left)
        let options = try comparisonOptions()
        let right = try node(minimumPrecedence: FormatOperator.valuePrecedence)
        let rightSide = try expression(right)
        if comparator == .between, case .aggregate(let bounds) = rightSide, bounds.count != 2 {
            throw error(.wrongBounds(count: bounds.count), at: right.start)
        }
        let comparison = Predicate.comparing(
            leftSide, comparator, rightSide, modifier: modifier, options: options)
        return try joined(.predicate(comparison), left, right)
    }

    private mutating func comparisonOptions() throws(PredicateFormatError) -> Predicate.Options {
        guard current.isSign("[") else { return [] }
        advance()
        guard case .word(let letters, isEscaped: false) = current.kind else {
            throw error(.unknownOptions(text(of: current)))
        }
        var options: Predicate.Options = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw error(.unknownOptions(letters))
            }
        }
        advance()
        try expect("]")
        return options
    }

    // MARK: Before a value

    // Each form has a function of its own. One function for all forms would need the stack of all of them at every
    // level of nesting.

    private mutating func prefixed() throws(PredicateFormatError) -> Node {
        switch current.kind {
        case .sign("!"): return try negated()
        case .sign("-"): return try signed()
        case .sign("~"): return try complemented()
        case .word(_, isEscaped: false): return try prefixedByWord()
        default: return try postfixed()
        }
    }

    private mutating func prefixedByWord() throws(PredicateFormatError) -> Node {
        switch current.keyword {
        case "NOT": return try negated()
        case "ANY", "SOME", "ALL", "NONE": return try quantified()
        default: return try postfixed()
        }
    }

    private mutating func negated() throws(PredicateFormatError) -> Node {
        let start = current.start
        advance()
        let operand = try node(minimumPrecedence: FormatOperator.comparisonPrecedence)
        return try wrapped(.predicate(.not(try predicate(operand))), operand, start: start)
    }

    private mutating func signed() throws(PredicateFormatError) -> Node {
        let start = current.start
        advance()
        if case .number(let digits) = current.kind,
            let constant = FormatNumber.constant("-" + digits)
        {
            advance()
            return Node(value: .expression(.constant(constant)), start: start)
        }
        let operand = try node(minimumPrecedence: FormatOperator.signPrecedence)
        let difference = Expression.function(
            name: "from:subtract:",
            arguments: [.constant(.integer(0)), try expression(operand)])
        return try wrapped(.expression(difference), operand, start: start)
    }

    private mutating func complemented() throws(PredicateFormatError) -> Node {
        let start = current.start
        advance()
        let operand = try node(minimumPrecedence: FormatOperator.signPrecedence)
        let complement = Expression.function(
            name: "onesComplement:", arguments: [try expression(operand)])
        return try wrapped(.expression(complement), operand, start: start)
    }

    /// Reads `ANY left operator right` and similar forms.
    private mutating func quantified() throws(PredicateFormatError) -> Node {
        let start = current.start
        let keyword = current.keyword
        advance()
        let left = try node(minimumPrecedence: FormatOperator.valuePrecedence)
        guard case .comparison(let comparator)? = FormatOperator(current) else {
            throw error(.expectedOperator(found: text(of: current)))
        }
        advance()
        let modifier: Predicate.Modifier = keyword == "ALL" ? .all : .any
        let node = try comparison(left, comparator, modifier: modifier)
        guard keyword == "NONE" else { return node }
        return try wrapped(.predicate(.not(try predicate(node))), node, start: start)
    }

    // MARK: Predicates and expressions

    func predicate(_ node: Node) throws(PredicateFormatError) -> Predicate {
        switch node.value {
        case .predicate(let predicate): return predicate
        // There is a value instead of a condition. In most cases, the operator after it is missing.
        case .expression:
            guard current.kind == .end || current.isSign(")") || FormatOperator(current) != nil
            else { throw error(.expectedOperator(found: text(of: current))) }
            throw error(.expectedPredicate(found: text(from: node.start)), at: node.start)
        }
    }

    func expression(_ node: Node) throws(PredicateFormatError) -> Expression {
        guard case .expression(let expression) = node.value else {
            throw error(.expectedExpression(found: text(from: node.start)), at: node.start)
        }
        return expression
    }

    // MARK: Depth

    private func joined(
        _ value: Node.Value, _ left: Node, _ right: Node
    ) throws(PredicateFormatError) -> Node {
        let depth = max(left.depth, right.depth) + 1
        return try checked(Node(value: value, start: left.start, depth: depth))
    }

    func wrapped(
        _ value: Node.Value, _ inner: Node, start: Int
    ) throws(PredicateFormatError) -> Node {
        try checked(Node(value: value, start: start, depth: inner.depth + 1))
    }

    func checked(_ node: Node) throws(PredicateFormatError) -> Node {
        guard node.depth <= Self.depthLimit else {
            throw error(.tooDeep(limit: Self.depthLimit), at: node.start)
        }
        return node
    }
}
