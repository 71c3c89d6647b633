/// A value that a predicate computes: a constant, a property, a function of others
/// (`NSExpression`).
///
/// ```swift
/// try Expression(format: "price * count:(pages)")
/// ```
public indirect enum Expression: Equatable, Hashable, Sendable {
    /// A literal value, such as `3` or `"kg"`.
    case constant(PropertyValue)
    /// The object that the predicate is evaluated on: `SELF`.
    case evaluatedObject
    /// A variable, without the dollar sign: `$NAME` is `variable("NAME")`.
    case variable(String)
    /// A key path from the evaluated object, such as `unit.name` or `pages.@count`.
    case keyPath(String)
    /// A key path from another value than the evaluated object: `$page.number`.
    case keyPathOf(Expression, keyPath: String)
    /// A function by its selector, such as `count:`, `add:to:` or `now`. A function without a target is one that
    /// predicates define.
    ///
    /// Arithmetic has the selectors that Core Data archives: `a + b` is `add:to:`, `a - b` is `from:subtract:`, and
    /// `-a` is `0 - a`.
    case function(name: String, arguments: [Expression], target: Expression? = nil)
    /// Any key of the object, in Spotlight's predicates.
    case anyKey
    /// A list: `{1, 2, 3}`.
    case aggregate([Expression])
    /// The members of a collection that satisfy a predicate.
    case subquery(collection: Expression, variable: String, predicate: Predicate)
    /// One of two values: `TERNARY(predicate, then, otherwise)`.
    case conditional(predicate: Predicate, then: Expression, otherwise: Expression)
    /// A collection made from two others: `a UNION b`.
    case setOperation(SetOperation, Expression, Expression)
    /// An index in a collection: the subscripts `FIRST`, `LAST` and `SIZE`.
    case symbol(Symbol)
    /// An assignment to a variable: `$name := value`.
    case assignment(variable: String, value: Expression)

    /// An operation that combines two collections.
    public enum SetOperation: String, CaseIterable, Sendable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case minus = "MINUS"
    }

    /// A subscript that is not a number.
    public enum Symbol: String, CaseIterable, Sendable {
        case first = "FIRST"
        case last = "LAST"
        case size = "SIZE"
    }
}
