/// The argument for a placeholder such as `%@` or `%K` in a format.
public enum PredicateArgument: Equatable, Sendable {
    /// One value, for `%@`, `%d`, `%f` and similar placeholders; a text also for `%K`.
    case value(PropertyValue)
    /// A list of values, for `%@`.
    case values([PropertyValue])
    /// A key path, for `%K`.
    case keyPath(String)
    /// Any expression, for `%@`.
    case expression(Expression)
}

extension PredicateArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .value(.double(value)) }
    /// Creates a truth value.
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    /// Creates a missing value.
    public init(nilLiteral: ()) { self = .value(.null) }
}

/// A value that can be the argument of a placeholder: a variable of a Swift type, or an object. See
/// ``PredicateArgument`` for key paths and expressions.
public protocol PredicateArgumentConvertible {
    /// The argument for the placeholder.
    var predicateArgument: PredicateArgument { get }
}

extension PredicateArgument: PredicateArgumentConvertible {
    /// The argument itself.
    public var predicateArgument: PredicateArgument { self }
}

extension Optional: PredicateArgumentConvertible where Wrapped: PredicateArgumentConvertible {
    /// The argument of the wrapped value, or no value for nil.
    public var predicateArgument: PredicateArgument { self?.predicateArgument ?? .value(.null) }
}

extension Array: PredicateArgumentConvertible where Element: PredicateArgumentConvertible {
    /// A list, for `IN %@`.
    public var predicateArgument: PredicateArgument {
        let arguments = map(\.predicateArgument)
        let constants = arguments.compactMap { argument -> PropertyValue? in
            switch argument {
            case .value(let constant), .expression(.constant(let constant)): constant
            case .values, .keyPath, .expression: nil
            }
        }
        if constants.count == count { return .values(constants) }
        return .expression(.aggregate(arguments.map(\.expression)))
    }
}

extension PredicateArgument {
    /// The argument as an expression.
    fileprivate var expression: Expression {
        switch self {
        case .value(let constant): .constant(constant)
        case .values(let constants): .aggregate(constants.map { .constant($0) })
        case .keyPath(let path): .keyPath(path)
        case .expression(let expression): expression
        }
    }
}
