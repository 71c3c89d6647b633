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
