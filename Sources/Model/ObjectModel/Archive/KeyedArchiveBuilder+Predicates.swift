extension KeyedArchiveBuilder {
    /// Adds a predicate (`NSPredicate`); nil for nil.
    ///
    /// - Throws: ``ModelArchiveError`` if no real archive shows the form of a part.
    mutating func predicate(
        _ predicate: Predicate?, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        switch predicate {
        case nil: return Self.null
        case .truePredicate: return add(className: "NSTruePredicate", [:])
        case .falsePredicate: return add(className: "NSFalsePredicate", [:])
        case .not(let inner): return try compound(type: 0, [inner], usedBy: user)
        case .and(let members): return try compound(type: 1, members, usedBy: user)
        case .or(let members): return try compound(type: 2, members, usedBy: user)
        case .comparison(let comparison):
            let index = reserve()
            let left = try expression(comparison.left, usedBy: user)
            let comparator = self.comparator(comparison)
            let right = try expression(comparison.right, usedBy: user)
            fill(
                index, className: "NSComparisonPredicate",
                [
                    "NSLeftExpression": left, "NSPredicateOperator": comparator,
                    "NSRightExpression": right,
                ])
            return index
        }
    }

    private mutating func compound(
        type: Int64, _ members: [Predicate], usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        let index = reserve()
        var references: [PropertyList] = []
        for member in members { references.append(try predicate(member, usedBy: user)) }
        let list = array(references, className: "NSArray")
        fill(
            index, className: "NSCompoundPredicate",
            ["NSCompoundPredicateType": .integer(type), "NSSubpredicates": list])
        return index
    }

    private mutating func comparator(_ comparison: Predicate.Comparison) -> PropertyList {
        let type = Int64(comparison.comparator.operatorType)
        let options = PropertyList.integer(Int64(comparison.options.rawValue))
        var fields: [String: PropertyList] = [
            "NSModifier": .integer(Int64(comparison.modifier.rawValue)),
            "NSOperatorType": .integer(type),
        ]
        let className: String
        switch comparison.comparator {
        case .equalTo, .notEqualTo:
            className = "NSEqualityPredicateOperator"
            fields["NSOptions"] = options
            fields["NSNegate"] = .bool(comparison.comparator == .notEqualTo)
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            className = "NSComparisonPredicateOperator"
            fields["NSOptions"] = options
            fields["NSVariant"] = .integer(type)
        case .in, .contains:
            className = "NSInPredicateOperator"
            fields["NSFlags"] = options
        case .between:
            className = "NSBetweenPredicateOperator"
        case .matches:
            className = "NSMatchingPredicateOperator"
            fields["NSFlags"] = options
        case .like:
            className = "NSLikePredicateOperator"
            fields["NSFlags"] = options
        case .beginsWith, .endsWith:
            className = "NSSubstringPredicateOperator"
            fields["NSFlags"] = options
        case .customSelector(let selector):
            className = "NSCustomPredicateOperator"
            fields["NSSelectorName"] = string(selector)
        }
        return add(className: className, fields)
    }

    /// Raw values of `NSExpressionType`.
    private enum ExpressionType {
        static let constant = PropertyList.integer(0)
        static let evaluatedObject = PropertyList.integer(1)
        static let variable = PropertyList.integer(2)
        static let keyPath = PropertyList.integer(3)
        static let function = PropertyList.integer(4)
        static let keyPathSpecifier = PropertyList.integer(10)
        static let aggregate = PropertyList.integer(14)
        static let anyKey = PropertyList.integer(15)
    }

    /// Adds an expression (`NSExpression`); nil for nil.
    ///
    /// - Throws: ``ModelArchiveError`` if no real archive shows the form of a part.
    mutating func expression(
        _ expression: Expression?, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        switch expression {
        case nil: return Self.null
        case .evaluatedObject: return evaluatedObject()
        case .anyKey:
            return add(
                className: "NSAnyKeyExpression", ["NSExpressionType": ExpressionType.anyKey])
        case .variable(let name):
            let variable = string(name)
            return add(
                className: "NSVariableExpression",
                ["NSExpressionType": ExpressionType.variable, "NSVariable": variable])
        case .constant(let constant): return try self.constant(constant, usedBy: user)
        case .keyPath(let path):
            return keyPath(
                path, type: ExpressionType.keyPath,
                selector: path.contains(".") ? "valueForKeyPath:" : "valueForKey:",
                operand: evaluatedObject())
        case .keyPathOf(let target, let path):
            return keyPath(
                path, type: ExpressionType.function, selector: "valueForKeyPath:",
                operand: try self.expression(target, usedBy: user))
        case .function(let name, let arguments, let target):
            // The functions that predicates define are methods of a class of their own.
            let operand =
                if let target {
                    try self.expression(target, usedBy: user)
                } else {
                    classConstant("_NSPredicateUtilities")
                }
            let list = array(try expressions(arguments, usedBy: user), className: "NSArray")
            let selector = string(name)
            return add(
                className: "NSFunctionExpression",
                [
                    "NSExpressionType": ExpressionType.function, "NSSelectorName": selector,
                    "NSOperand": operand, "NSArguments": list,
                ])
        case .aggregate(let members):
            let list = array(try expressions(members, usedBy: user), className: "NSArray")
            return add(
                className: "NSAggregateExpression",
                ["NSExpressionType": ExpressionType.aggregate, "NSCollection": list])
        case .subquery, .conditional, .setOperation, .symbol, .assignment:
            throw ModelArchiveError(
                .unknownArchivedForm(expression: expression?.format ?? ""), usedBy: user)
        }
    }

    private mutating func expressions(
        _ expressions: [Expression], usedBy user: String
    ) throws(ModelArchiveError) -> [PropertyList] {
        var references: [PropertyList] = []
        for expression in expressions {
            references.append(try self.expression(expression, usedBy: user))
        }
        return references
    }

    private mutating func evaluatedObject() -> PropertyList {
        add(
            className: "NSSelfExpression", ["NSExpressionType": ExpressionType.evaluatedObject])
    }

    private mutating func keyPath(
        _ path: String, type: PropertyList, selector: String, operand: PropertyList
    ) -> PropertyList {
        let text = string(path)
        let specifier = add(
            className: "NSKeyPathSpecifierExpression",
            ["NSExpressionType": ExpressionType.keyPathSpecifier, "NSKeyPath": text])
        let arguments = array([specifier])
        let selector = string(selector)
        return add(
            className: "NSKeyPathExpression",
            [
                "NSExpressionType": type, "NSOperand": operand, "NSSelectorName": selector,
                "NSArguments": arguments,
            ])
    }

    private mutating func constant(
        _ constant: PropertyValue, usedBy user: String
    ) throws(ModelArchiveError) -> PropertyList {
        // Nil is a constant without a class.
        guard constant != .null else { return classConstant(nil) }
        let reference = try value(constant, usedBy: user)
        return add(
            className: "NSConstantValueExpression",
            ["NSExpressionType": ExpressionType.constant, "NSConstantValue": reference])
    }

    private mutating func classConstant(_ name: String?) -> PropertyList {
        let name = string(name)
        return add(
            className: "NSConstantValueExpression",
            ["NSExpressionType": ExpressionType.constant, "NSConstantValueClassName": name])
    }
}
