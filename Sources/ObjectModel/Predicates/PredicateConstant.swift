/// A constant in an expression, as plain data.
public enum PredicateConstant: Equatable, Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number as text, such as `-12.50`.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data([UInt8])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    case url(String)
}
