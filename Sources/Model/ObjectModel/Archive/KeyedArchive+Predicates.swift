import Files

extension KeyedArchive {
    /// The limit of nested expressions and predicates.
    private static let predicateDepthLimit = Limits.archivedPredicateLevels.most

    /// Returns a predicate (`NSPredicate`); nil for nil.
    ///
    /// - Throws: ``ModelError`` for an unknown class or operator. Leaving out a part of a condition would change its
    ///   meaning.
    func predicate(_ value: PropertyList?) throws -> Predicate? {
        guard let object = object(value) else { return nil }
        return try predicate(object, depth: 0)
    }

    /// Returns an expression (`NSExpression`); nil for nil.
    ///
    /// - Throws: ``ModelError`` for an unknown class.
    func expression(_ value: PropertyList?) throws -> Expression? {
        guard let object = object(value) else { return nil }
        return try expression(object, depth: 0)
    }

    private func check(_ depth: Int) throws {
        guard depth < Self.predicateDepthLimit else {
            throw ModelError(
                .tooMany(what: "nested expressions", limit: Self.predicateDepthLimit))
        }
    }

    private func predicate(_ object: Object, depth: Int) throws -> Predicate {
        try check(depth)
        switch object.className {
        case "NSComparisonPredicate": return .comparison(try comparison(object, depth: depth))
        case "NSCompoundPredicate":
            let parts = try elements(object["NSSubpredicates"]).map { part in
                guard let part = self.object(part) else {
                    throw malformed(object, "has a part that is none")
                }
                return try predicate(part, depth: depth + 1)
            }
            switch integer("NSCompoundPredicateType", of: object) {
            case 0:
                guard let part = parts.first, parts.count == 1 else {
                    throw malformed(object, "negates not exactly one predicate")
                }
                return .not(part)
            case 1: return .and(parts)
            case 2: return .or(parts)
            default: throw malformed(object, "is of an unknown type")
            }
        case "NSTruePredicate": return .truePredicate
        case "NSFalsePredicate": return .falsePredicate
        default:
            throw ModelError(
                .unknownValue(object.className, of: "class of predicate", usedBy: "archive"))
        }
    }

    private func comparison(_ object: Object, depth: Int) throws -> Predicate.Comparison {
        guard let left = self.object(object["NSLeftExpression"]),
            let right = self.object(object["NSRightExpression"]),
            let operation = self.object(object["NSPredicateOperator"])
        else { throw malformed(object, "lacks a side or its operator") }
        let modifier = integer("NSModifier", of: operation) ?? 0
        guard let modifier = Predicate.Modifier(rawValue: modifier) else {
            throw malformed(operation, "has an unknown modifier")
        }
        // Operators on texts call their options flags.
        let options =
            integer("NSOptions", of: operation) ?? integer("NSFlags", of: operation) ?? 0
        return Predicate.Comparison(
            try expression(left, depth: depth + 1), try comparator(operation),
            try expression(right, depth: depth + 1), modifier: modifier,
            options: Predicate.Options(rawValue: options & 15))
    }

    private func comparator(_ object: Object) throws -> PredicateOperator {
        guard let type = integer("NSOperatorType", of: object) else {
            throw malformed(object, "has no type")
        }
        if let known = PredicateOperator(operatorType: type) { return known }
        guard let selector = string("NSSelectorName", of: object) else {
            throw ModelError(
                .unknownValue(String(type), of: "operator", usedBy: object.className))
        }
        return .customSelector(selector)
    }

    private func expression(_ object: Object, depth: Int) throws -> Expression {
        try check(depth)
        switch object.className {
        case "NSSelfExpression": return .evaluatedObject
        case "NSAnyKeyExpression": return .anyKey
        case "NSConstantValueExpression": return try constant(object)
        case "NSVariableExpression":
            guard let name = string("NSVariable", of: object) else {
                throw malformed(object, "has no name")
            }
            return .variable(name)
        case "NSKeyPathSpecifierExpression":
            guard let path = string("NSKeyPath", of: object) else {
                throw malformed(object, "has no key path")
            }
            return .keyPath(path)
        case "NSKeyPathExpression": return try keyPath(object, depth: depth)
        case "NSFunctionExpression": return try function(object, depth: depth)
        case "NSAggregateExpression":
            guard object["NSCollection"] != nil else { throw malformed(object, "is empty") }
            return .aggregate(try expressions(object["NSCollection"], of: object, depth: depth))
        default:
            throw ModelError(
                .unknownValue(object.className, of: "class of expression", usedBy: "archive"))
        }
    }

    private func expressions(
        _ value: PropertyList?, of owner: Object, depth: Int
    ) throws -> [Expression] {
        try elements(value).map { element in
            guard let part = object(element) else {
                throw malformed(owner, "has an argument that is none")
            }
            return try expression(part, depth: depth + 1)
        }
    }

    private func keyPath(_ object: Object, depth: Int) throws -> Expression {
        let arguments = try expressions(object["NSArguments"], of: object, depth: depth)
        guard arguments.count == 1, case .keyPath(let path)? = arguments.first else {
            throw malformed(object, "has no key path")
        }
        guard let operand = self.object(object["NSOperand"]) else { return .keyPath(path) }
        let owner = try expression(operand, depth: depth + 1)
        return owner == .evaluatedObject ? .keyPath(path) : .keyPathOf(owner, keyPath: path)
    }

    private func function(_ object: Object, depth: Int) throws -> Expression {
        guard let selector = string("NSSelectorName", of: object) else {
            throw malformed(object, "has no selector")
        }
        let arguments = try expressions(object["NSArguments"], of: object, depth: depth)
        let operand = self.object(object["NSOperand"])
        // The functions that predicates define are methods of a class of their own.
        let isBuiltIn = operand.flatMap { string("NSConstantValueClassName", of: $0) } != nil
        let target = try isBuiltIn ? nil : operand.map { try expression($0, depth: depth + 1) }
        return .function(name: selector, arguments: arguments, target: target)
    }

    private func constant(_ object: Object) throws -> Expression {
        guard let value = try plainValue(object["NSConstantValue"]) else { return .constant(.null) }
        guard let expression = Self.constant(value) else {
            throw malformed(object, "is of a class without plain form")
        }
        return expression
    }

    private static func constant(_ value: PropertyValue) -> Expression? {
        switch value {
        case .array(let values):
            // The nesting of plain values is limited when they are read.
            let parts = values.compactMap(constant)
            return parts.count == values.count ? .aggregate(parts) : nil
        case .dictionary, .object: return nil
        default: return .constant(value)
        }
    }
}
