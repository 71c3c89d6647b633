import Foundation

/// The exact sum of decimals, which a store keeps as the nearest doubles (docs/internals/format.md#rows): ten times
/// `0.1` is `1`, not `0.9999999999999999`.
struct DecimalSum {
    /// The sum of values with at most two decimals, in hundredths: most decimals are prices.
    private var hundredths: Int64 = 0
    private var others = Decimal()
    /// Whether a value is not a decimal, such as infinity.
    private var isInexact = false

    /// Adds a value, converted to the shortest decimal that represents it.
    mutating func add(_ value: EvaluatedValue) {
        switch value {
        case .integer(let number): others += Decimal(number)
        case .real(let number): add(number)
        case .null: break
        default: isInexact = true
        }
    }

    private mutating func add(_ number: Double) {
        let scaled = (number * 100).rounded()
        if abs(scaled) < 9e15, scaled / 100 == number {
            let (sum, overflow) = hundredths.addingReportingOverflow(Int64(scaled))
            if !overflow {
                hundredths = sum
                return
            }
        }
        guard number.isFinite, let decimal = Decimal(string: "\(number)") else {
            isInexact = true
            return
        }
        others += decimal
    }

    private var total: Decimal { others + Decimal(hundredths) / 100 }

    /// The sum; nil if a value was not a decimal.
    var value: EvaluatedValue? { isInexact ? nil : Self.value(total) }

    /// Returns the sum divided by a number of values; nil if a value was not a decimal.
    func average(of count: Int64) -> EvaluatedValue? {
        isInexact ? nil : Self.value(total / Decimal(count))
    }

    /// Returns the double nearest to a decimal, as a store keeps it.
    private static func value(_ decimal: Decimal) -> EvaluatedValue? {
        Double("\(decimal)").map { .real($0) }
    }
}
