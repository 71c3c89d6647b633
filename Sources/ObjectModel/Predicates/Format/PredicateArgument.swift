/// What takes the place of a placeholder such as `%@` or `%K` in a format.
public enum PredicateArgument: Equatable, Sendable {
    /// One value, for `%@`, `%d`, `%f` and their like; a text also for `%K`.
    case value(PredicateConstant)
    /// A list of values, for `%@`.
    case values([PredicateConstant])
    /// A key path, for `%K`.
    case keyPath(String)
    /// Any expression, for `%@`.
    case expression(Expression)
}

extension PredicateArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .value(.string(value)) }
    public init(integerLiteral value: Int64) { self = .value(.integer(value)) }
    public init(floatLiteral value: Double) { self = .value(.double(value)) }
    public init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    public init(nilLiteral: ()) { self = .value(.null) }
}
