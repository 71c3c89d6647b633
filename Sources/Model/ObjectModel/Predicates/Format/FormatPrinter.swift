/// Writes predicates and expressions in the format language.
enum FormatPrinter {
    static func text(of predicate: Predicate) -> String {
        switch predicate {
        case .truePredicate: return "TRUEPREDICATE"
        case .falsePredicate: return "FALSEPREDICATE"
        case .comparison(let comparison): return text(of: comparison)
        case .not(let inner):
            switch inner {
            case .and, .or, .not: return "NOT (\(text(of: inner)))"
            default: return "NOT " + text(of: inner)
            }
        case .and(let members):
            return members.isEmpty ? "TRUEPREDICATE" : list(members, joinedBy: " AND ")
        case .or(let members):
            return members.isEmpty ? "FALSEPREDICATE" : list(members, joinedBy: " OR ")
        }
    }

    private static func list(_ members: [Predicate], joinedBy word: String) -> String {
        members.map { member in
            switch member {
            case .and, .or: "(\(text(of: member)))"
            default: text(of: member)
            }
        }.joined(separator: word)
    }

    private static func text(of comparison: Predicate.Comparison) -> String {
        let modifier =
            switch comparison.modifier {
            case .direct: ""
            case .any: "ANY "
            case .all: "ALL "
            }
        var letters = ""
        if comparison.options.contains(.caseInsensitive) { letters += "c" }
        if comparison.options.contains(.diacriticInsensitive) { letters += "d" }
        if comparison.options.contains(.normalized) { letters += "n" }
        if comparison.options.contains(.localeSensitive) { letters += "l" }
        let options = letters.isEmpty ? "" : "[\(letters)]"
        let left = text(of: comparison.left, insidePrecedence: FormatOperator.valuePrecedence)
        let right = text(of: comparison.right, insidePrecedence: FormatOperator.valuePrecedence)
        if case .customSelector(let selector) = comparison.comparator {
            // The language has no operator for a selector. This is NSPredicate's own text of one.
            return "\(modifier)\(left) \(selector)\(options) \(right)"
        }
        return "\(modifier)\(left) \(sign(of: comparison.comparator))\(options) \(right)"
    }

    private static func sign(of comparator: PredicateOperator) -> String {
        switch comparator {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        case .customSelector(let selector): selector
        }
    }

    static func text(of expression: Expression) -> String {
        switch expression {
        case .constant(let constant): return text(of: constant)
        case .evaluatedObject: return "SELF"
        case .variable(let name): return "$" + name
        case .anyKey: return "ANYKEY"
        case .symbol(let symbol): return symbol.rawValue
        case .keyPath(let path):
            return self.path(path) ?? "FUNCTION(SELF, \"valueForKeyPath:\", \(quoted(path)))"
        case .keyPathOf(let target, let path):
            let base = text(of: target, insidePrecedence: FormatOperator.primaryPrecedence)
            guard let components = pathComponents(path) else {
                return "FUNCTION(\(text(of: target)), \"valueForKeyPath:\", \(quoted(path)))"
            }
            return "\(base).\(components)"
        case .function(let name, let arguments, let target):
            return function(name, arguments, target)
        case .aggregate(let members): return "{\(list(members))}"
        case .subquery(let collection, let variable, let predicate):
            return "SUBQUERY(\(text(of: collection)), $\(variable), \(text(of: predicate)))"
        case .conditional(let predicate, let then, let otherwise):
            return "TERNARY(\(text(of: predicate)), \(text(of: then)), \(text(of: otherwise)))"
        case .setOperation(let operation, let left, let right):
            let precedence = FormatOperator.valuePrecedence
            return text(of: left, insidePrecedence: precedence) + " \(operation.rawValue) "
                + text(of: right, insidePrecedence: precedence + 1)
        case .assignment(let variable, let value):
            return "$\(variable) := "
                + text(of: value, insidePrecedence: FormatOperator.valuePrecedence)
        }
    }

    static func list(_ members: [Expression]) -> String {
        members.map { text(of: $0) }.joined(separator: ", ")
    }

    /// Returns the text, in brackets if its precedence is lower than that of the operator beside it.
    static func text(of expression: Expression, insidePrecedence precedence: Int) -> String {
        let text = text(of: expression)
        return self.precedence(of: expression) < precedence ? "(\(text))" : text
    }
}
