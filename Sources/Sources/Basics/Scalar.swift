/// A scalar of a plan with the type that YAML gives it.
package enum Scalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
}
