/// What takes the place of a placeholder such as `%@` or `%K` in a format.
public enum PredicateArgument: Equatable, Sendable {
    /// One value, for `%@`, `%d`, `%f` and their like; a text also for `%K`.
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
    /// A text.
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    /// An integer.
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    /// A number.
    public init(floatLiteral value: Double) { self = .value(.double(value)) }
    /// A truth value.
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    /// No value.
    public init(nilLiteral: ()) { self = .value(.null) }
}

/// A value that can take the place of a placeholder in a format: variables of Swift's types, and objects, see
/// ``PredicateArgument`` for key paths and expressions.
public protocol PredicateArgumentConvertible {
    /// What takes the place.
    var predicateArgument: PredicateArgument { get }
}

extension PredicateArgument: PredicateArgumentConvertible {
    /// The argument itself.
    public var predicateArgument: PredicateArgument { self }
}

extension Optional: PredicateArgumentConvertible where Wrapped: PredicateArgumentConvertible {
    /// No value where there is none.
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
