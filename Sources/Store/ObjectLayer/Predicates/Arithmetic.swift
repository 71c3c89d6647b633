import Foundation

/// Functions on single values, with SQLite's rules: integers stay integers, an overflow becomes a real, and a division
/// by zero gives no value.
enum Arithmetic {
    static func value(
        _ function: ResolvedFunction, _ arguments: [EvaluatedValue]
    ) -> EvaluatedValue {
        guard let first = arguments.first else { return .null }
        if case .text(let text) = first { return self.text(function, text) }
        if arguments.count == 1 { return single(function, first) }
        switch (first, arguments[1]) {
        case (.integer(let one), .integer(let two)): return integers(function, one, two)
        case (.integer(let one), .real(let two)): return reals(function, Double(one), two)
        case (.real(let one), .integer(let two)): return reals(function, one, Double(two))
        case (.real(let one), .real(let two)): return reals(function, one, two)
        default: return .null
        }
    }

    private static func text(_ function: ResolvedFunction, _ text: String) -> EvaluatedValue {
        switch function {
        case .uppercase: .text(text.uppercased())
        case .lowercase: .text(text.lowercased())
        case .canonical:
            .text(TextMatching.folded(text, [.caseInsensitive, .diacriticInsensitive]))
        // NSString counts UTF-16 units.
        case .length: .integer(Int64(text.utf16.count))
        default: .null
        }
    }

    private static func single(
        _ function: ResolvedFunction, _ value: EvaluatedValue
    ) -> EvaluatedValue {
        if case .integer(let number) = value {
            switch function {
            case .abs: return number == .min ? .real(-Double(number)) : .integer(Swift.abs(number))
            case .ceiling, .floor, .truncate: return value
            default: break
            }
        }
        let number: Double
        switch value {
        case .integer(let integer): number = Double(integer)
        case .real(let real): number = real
        default: return .null
        }
        switch function {
        case .abs: return real(Swift.abs(number))
        case .ceiling: return real(number.rounded(.up))
        case .floor: return real(number.rounded(.down))
        case .truncate: return real(number.rounded(.towardZero))
        case .squareRoot: return real(number.squareRoot())
        case .naturalLogarithm: return real(Foundation.log(number))
        case .logarithm: return real(Foundation.log10(number))
        case .exponential: return real(Foundation.exp(number))
        default: return .null
        }
    }

    private static func integers(
        _ function: ResolvedFunction, _ one: Int64, _ two: Int64
    ) -> EvaluatedValue {
        func exact(_ result: (partialValue: Int64, overflow: Bool)) -> EvaluatedValue {
            result.overflow
                ? reals(function, Double(one), Double(two)) : .integer(result.partialValue)
        }
        switch function {
        case .add: return exact(one.addingReportingOverflow(two))
        case .subtract: return exact(one.subtractingReportingOverflow(two))
        case .multiply: return exact(one.multipliedReportingOverflow(by: two))
        case .divide: return two == 0 ? .null : exact(one.dividedReportingOverflow(by: two))
        case .modulus:
            return two == 0 ? .null : .integer(two == -1 ? 0 : one % two)
        case .bitwiseAnd: return .integer(one & two)
        case .bitwiseOr: return .integer(one | two)
        case .bitwiseXor: return .integer(one ^ two)
        case .leftShift: return .integer(one << two)
        case .rightShift: return .integer(one >> two)
        default: return reals(function, Double(one), Double(two))
        }
    }

    private static func reals(
        _ function: ResolvedFunction, _ one: Double, _ two: Double
    ) -> EvaluatedValue {
        switch function {
        case .add: real(one + two)
        case .subtract: real(one - two)
        case .multiply: real(one * two)
        case .divide: two == 0 ? .null : real(one / two)
        case .modulus: two == 0 ? .null : real(one.truncatingRemainder(dividingBy: two))
        case .raise: real(Foundation.pow(one, two))
        default: .null
        }
    }

    /// SQLite cannot store NaN.
    private static func real(_ number: Double) -> EvaluatedValue {
        number.isNaN ? .null : .real(number)
    }
}
