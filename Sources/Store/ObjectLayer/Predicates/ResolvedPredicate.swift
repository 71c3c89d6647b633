import ObjectModel

/// A predicate with its names looked up in the model. Both the evaluation in memory and the compilation to SQL use it,
/// so that they cannot interpret it differently.
indirect enum ResolvedPredicate: Sendable {
    case constant(Bool)
    case and([ResolvedPredicate])
    case or([ResolvedPredicate])
    case not(ResolvedPredicate)
    case comparison(ResolvedComparison)
}

/// A comparison with its names looked up in the model.
struct ResolvedComparison: Sendable {
    let left: ResolvedExpression
    let comparator: PredicateOperator
    let right: ResolvedExpression
    let modifier: Predicate.Modifier
    let options: Predicate.Options

    /// Whether the comparison tests for a missing value: `author == nil`. In SQL, the result of every other comparison
    /// with a missing value is unknown.
    var isNullTest: Bool {
        guard comparator == .equalTo || comparator == .notEqualTo else { return false }
        return left.isNull || right.isNull
    }
}

/// An expression with its names looked up in the model.
indirect enum ResolvedExpression: Sendable {
    /// The start of a path: the object that the predicate tests, or the member of a subquery.
    enum Base: Hashable, Sendable {
        case evaluatedObject
        case variable(String)
    }

    /// A function that computes one value from many.
    enum Aggregate: String, CaseIterable, Sendable {
        case count, sum, min, max, average
    }

    case constant(EvaluatedValue)
    case path(Base, ResolvedKeyPath)
    /// The name of the entity of the object at the end of a path without to-many relationships.
    case entityName(Base, ResolvedKeyPath)
    /// The distinct values of a collection.
    case distinct(ResolvedExpression)
    /// The members of a collection for which a predicate holds.
    case subquery(Base, ResolvedKeyPath, variable: String, ResolvedPredicate)
    case aggregate(Aggregate, ResolvedExpression)
    case function(ResolvedFunction, [ResolvedExpression])
    case list([ResolvedExpression])
    case conditional(ResolvedPredicate, ResolvedExpression, ResolvedExpression)
    case setOperation(Expression.SetOperation, ResolvedExpression, ResolvedExpression)
    case element(Expression.Symbol?, ResolvedExpression, index: ResolvedExpression?)
    /// The value that a validation predicate tests.
    case evaluatedValue
    /// A value of a group of objects, by its index.
    case groupValue(Int)

    /// The kind of the values; nil if it is unknown, or if there is no value.
    var kind: EvaluatedValue.Kind? {
        switch self {
        case .constant(let value): value.kind
        case .path(_, let path): path.kind
        case .entityName: .text
        case .distinct(let values): values.kind
        case .subquery: .object
        case .aggregate(.count, _), .aggregate(.sum, _), .aggregate(.average, _): .number
        case .aggregate(_, let values): values.kind
        case .function(let function, _): function.kind
        case .conditional(_, let then, let otherwise):
            then.isNull
                ? otherwise.kind
                : otherwise.isNull || then.kind == otherwise.kind ? then.kind : nil
        case .list, .setOperation, .element, .evaluatedValue, .groupValue: nil
        }
    }

    /// Whether the expression gives a list.
    var isCollection: Bool {
        switch self {
        case .path(_, let path): path.isToMany
        case .subquery, .list, .setOperation, .distinct: true
        case .entityName: false
        case .constant(let value): value.isList
        case .aggregate, .function, .conditional, .element, .evaluatedValue, .groupValue: false
        }
    }

    /// The key path, if the expression is one.
    var path: ResolvedKeyPath? {
        guard case .path(_, let path) = self else { return nil }
        return path
    }

    /// Whether the values are those of a decimal attribute.
    var isDecimal: Bool {
        guard let path, case .attribute(let slot) = path.end else { return false }
        return slot.attribute?.type == .decimal
    }

    /// Whether the expression is the null constant.
    var isNull: Bool {
        guard case .constant(.null) = self else { return false }
        return true
    }
}

/// The functions on single values.
enum ResolvedFunction: String, CaseIterable, Sendable {
    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case raise = "raise:toPower:"
    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case abs = "abs:"
    case ceiling = "ceiling:"
    case floor = "floor:"
    case truncate = "trunc:"
    case squareRoot = "sqrt:"
    case naturalLogarithm = "ln:"
    case logarithm = "log:"
    case exponential = "exp:"
    case uppercase = "uppercase:"
    case lowercase = "lowercase:"
    case canonical = "canonical:"
    case length = "length:"

    var argumentCount: Int { rawValue.count { $0 == ":" } }

    var kind: EvaluatedValue.Kind {
        switch self {
        case .uppercase, .lowercase, .canonical: .text
        default: .number
        }
    }
}
