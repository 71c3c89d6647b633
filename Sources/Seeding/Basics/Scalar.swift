/// A scalar of a plan with the type that YAML gives it.
public enum Scalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
}
