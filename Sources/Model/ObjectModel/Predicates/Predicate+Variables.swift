extension Predicate {
    /// Returns the predicate with its variables substituted, as when a fetch request template is used.
    ///
    /// - Parameter values: an expression for each name, without the dollar sign. Variables without a value are kept,
    ///   and so is the variable that a subquery binds.
    public func substituting(_ values: [String: Expression]) -> Predicate {
        switch self {
        case .truePredicate, .falsePredicate: return self
        case .and(let members): return .and(members.map { $0.substituting(values) })
        case .or(let members): return .or(members.map { $0.substituting(values) })
        case .not(let inner): return .not(inner.substituting(values))
        case .comparison(let comparison):
            return .comparison(
                Comparison(
                    comparison.left.substituting(values), comparison.comparator,
                    comparison.right.substituting(values), modifier: comparison.modifier,
                    options: comparison.options))
        }
    }

    /// The names of the free variables, without the dollar sign.
    public var variableNames: Set<String> {
        switch self {
        case .truePredicate, .falsePredicate: []
        case .and(let members), .or(let members):
            members.reduce(into: []) { $0.formUnion($1.variableNames) }
        case .not(let inner): inner.variableNames
        case .comparison(let comparison):
            comparison.left.variableNames.union(comparison.right.variableNames)
        }
    }
}

extension Expression {
    /// Returns the expression with its variables substituted, see ``Predicate/substituting(_:)``.
    public func substituting(_ values: [String: Expression]) -> Expression {
        switch self {
        case .constant, .evaluatedObject, .keyPath, .anyKey, .symbol: return self
        case .variable(let name): return values[name] ?? self
        case .keyPathOf(let target, let path):
            return FormatParser.path(path, of: target.substituting(values))
        case .function(let name, let arguments, let target):
            return .function(
                name: name, arguments: arguments.map { $0.substituting(values) },
                target: target?.substituting(values))
        case .aggregate(let members): return .aggregate(members.map { $0.substituting(values) })
        case .subquery(let collection, let variable, let predicate):
            var inner = values
            inner[variable] = nil
            return .subquery(
                collection: collection.substituting(values), variable: variable,
                predicate: predicate.substituting(inner))
        case .conditional(let predicate, let then, let otherwise):
            return .conditional(
                predicate: predicate.substituting(values), then: then.substituting(values),
                otherwise: otherwise.substituting(values))
        case .setOperation(let operation, let left, let right):
            return .setOperation(
                operation, left.substituting(values), right.substituting(values))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, value: value.substituting(values))
        }
    }

    /// The names of the free variables, without the dollar sign.
    public var variableNames: Set<String> {
        switch self {
        case .constant, .evaluatedObject, .keyPath, .anyKey, .symbol: []
        case .variable(let name): [name]
        case .keyPathOf(let target, _): target.variableNames
        case .function(_, let arguments, let target):
            arguments.reduce(into: target?.variableNames ?? []) { $0.formUnion($1.variableNames) }
        case .aggregate(let members):
            members.reduce(into: []) { $0.formUnion($1.variableNames) }
        case .subquery(let collection, let variable, let predicate):
            predicate.variableNames.subtracting([variable]).union(collection.variableNames)
        case .conditional(let predicate, let then, let otherwise):
            predicate.variableNames.union(then.variableNames).union(otherwise.variableNames)
        case .setOperation(_, let left, let right):
            left.variableNames.union(right.variableNames)
        case .assignment(_, let value): value.variableNames
        }
    }
}
