import ObjectModel

extension Predicate {
    /// Returns the predicate of a fetched property with expressions in place of `$FETCH_SOURCE`.
    ///
    /// - Parameters:
    ///   - object: the expression to substitute for the object itself.
    ///   - value: returns the expression to substitute for a key path of the object.
    func replacingFetchSource(
        with object: Expression, value: (String) throws -> Expression
    ) rethrows -> Predicate {
        switch self {
        case .truePredicate, .falsePredicate: return self
        case .and(let members):
            return .and(try members.map { try $0.replacingFetchSource(with: object, value: value) })
        case .or(let members):
            return .or(try members.map { try $0.replacingFetchSource(with: object, value: value) })
        case .not(let inner):
            return .not(try inner.replacingFetchSource(with: object, value: value))
        case .comparison(let comparison):
            return .comparison(
                Comparison(
                    try comparison.left.replacingFetchSource(with: object, value: value),
                    comparison.comparator,
                    try comparison.right.replacingFetchSource(with: object, value: value),
                    modifier: comparison.modifier, options: comparison.options))
        }
    }
}

extension Expression {
    fileprivate func replacingFetchSource(
        with object: Expression, value: (String) throws -> Expression
    ) rethrows -> Expression {
        func replaced(_ inner: Expression) throws -> Expression {
            try inner.replacingFetchSource(with: object, value: value)
        }
        func replaced(_ inner: Predicate) throws -> Predicate {
            try inner.replacingFetchSource(with: object, value: value)
        }
        switch self {
        case .variable("FETCH_SOURCE"): return object
        case .keyPathOf(.variable("FETCH_SOURCE"), let path): return try value(path)
        case .constant, .evaluatedObject, .keyPath, .variable, .anyKey, .symbol: return self
        case .keyPathOf(let target, let path):
            return .keyPathOf(try replaced(target), keyPath: path)
        case .function(let name, let arguments, let target):
            return .function(
                name: name, arguments: try arguments.map(replaced),
                target: try target.map(replaced))
        case .aggregate(let members): return .aggregate(try members.map(replaced))
        case .subquery(let collection, let variable, let predicate):
            return .subquery(
                collection: try replaced(collection), variable: variable,
                predicate: try replaced(predicate))
        case .conditional(let predicate, let then, let otherwise):
            return .conditional(
                predicate: try replaced(predicate), then: try replaced(then),
                otherwise: try replaced(otherwise))
        case .setOperation(let operation, let left, let right):
            return .setOperation(operation, try replaced(left), try replaced(right))
        case .assignment(let variable, let value):
            return .assignment(variable: variable, value: try replaced(value))
        }
    }
}
