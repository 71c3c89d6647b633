import Foundation

/// The exact sum of decimals, which a store keeps as the nearest doubles (docs/format.md#rows): `0.1` ten
/// times is `1`, and not `0.9999999999999999`.
struct DecimalSum {
    /// What was added, in hundredths: most decimals are prices.
    private var hundredths: Int64 = 0
    private var others = Decimal()
    /// Whether a value is no decimal, such as infinity.
    private var isInexact = false

    /// Adds a value as the shortest decimal that it stands for.
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

    /// The sum; nil where a value was no decimal.
    var value: EvaluatedValue? { isInexact ? nil : Self.value(total) }

    /// The sum divided by a number of values; nil where a value was no decimal.
    func average(of count: Int64) -> EvaluatedValue? {
        isInexact ? nil : Self.value(total / Decimal(count))
    }

    /// The double nearest to a decimal, as a store would keep it.
    private static func value(_ decimal: Decimal) -> EvaluatedValue? {
        Double("\(decimal)").map { .real($0) }
    }
}
