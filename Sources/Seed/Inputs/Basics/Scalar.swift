/// A scalar in a plan with its YAML type.
package enum Scalar: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
}
