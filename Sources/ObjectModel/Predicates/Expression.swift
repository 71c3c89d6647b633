/// A value that a predicate computes: a constant, a property, a function of others
/// (`NSExpression`).
///
/// ```swift
/// try Expression(format: "price * count:(pages)")
/// ```
public indirect enum Expression: Equatable, Hashable, Sendable {
    /// A value written out, such as `3` or `"kg"`.
    case constant(PropertyValue)
    /// The object that the predicate is about: `SELF`.
    case evaluatedObject
    /// A variable to be filled in, without the dollar sign: `$NAME` is `variable("NAME")`.
    case variable(String)
    /// A key path from the evaluated object, such as `unit.name` or `pages.@count`.
    case keyPath(String)
    /// A key path from something else than the evaluated object: `$page.number`.
    case keyPathOf(Expression, keyPath: String)
    /// A function by its selector, such as `count:`, `add:to:` or `now`. Without a target it is
    /// one of those that predicates know by themselves.
    ///
    /// Arithmetic is written with the selectors that Core Data archives: `a + b` is `add:to:`,
    /// `a - b` is `from:subtract:`, and `-a` is `0 - a`.
    case function(name: String, arguments: [Expression], target: Expression? = nil)
    /// Any key of the object, in Spotlight's predicates.
    case anyKey
    /// A list: `{1, 2, 3}`.
    case aggregate([Expression])
    /// The members of a collection for which a predicate holds.
    case subquery(collection: Expression, variable: String, predicate: Predicate)
    /// One of two values: `TERNARY(predicate, then, otherwise)`.
    case conditional(predicate: Predicate, then: Expression, otherwise: Expression)
    /// A collection made of two others: `a UNION b`.
    case setOperation(SetOperation, Expression, Expression)
    /// An index in a collection: the subscripts `FIRST`, `LAST` and `SIZE`.
    case symbol(Symbol)
    /// A variable that takes a value: `$name := value`.
    case assignment(variable: String, value: Expression)

    /// How two collections become one.
    public enum SetOperation: String, CaseIterable, Sendable {
        case union = "UNION"
        case intersect = "INTERSECT"
        case minus = "MINUS"
    }

    /// A subscript that is no number.
    public enum Symbol: String, CaseIterable, Sendable {
        case first = "FIRST"
        case last = "LAST"
        case size = "SIZE"
    }
}
