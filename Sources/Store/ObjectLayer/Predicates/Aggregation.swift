/// A function that computes one value from many, which are added one by one. Missing values do not count, except for
/// the count itself. Without values, the sum is 0, and there is no minimum, maximum or average.
struct Aggregation {
    private let aggregate: ResolvedExpression.Aggregate
    private var members: Int64 = 0
    private var values: Int64 = 0
    private var total = Total.integer(0)
    private var extreme = EvaluatedValue.null
    /// The sum of decimals; nil for other numbers.
    private var decimals: DecimalSum?

    /// A sum with SQLite's rules, see ``Arithmetic``, that does not keep the single numbers.
    private enum Total {
        case integer(Int64)
        case real(Double)
        /// The sum has no value: a summand is not a number, or there are infinities of both signs.
        case none

        mutating func add(_ number: Int64) {
            switch self {
            case .integer(let sum):
                let (exact, overflows) = sum.addingReportingOverflow(number)
                if overflows { set(Double(sum) + Double(number)) } else { self = .integer(exact) }
            case .real(let sum): set(sum + Double(number))
            case .none: break
            }
        }

        mutating func add(_ number: Double) {
            switch self {
            case .integer(let sum): set(Double(sum) + number)
            case .real(let sum): set(sum + number)
            case .none: break
            }
        }

        private mutating func set(_ sum: Double) { self = sum.isNaN ? .none : .real(sum) }

        var value: EvaluatedValue {
            switch self {
            case .integer(let sum): .integer(sum)
            case .real(let sum): .real(sum)
            case .none: .null
            }
        }
    }

    /// - Parameter isDecimal: whether the values are those of a decimal attribute.
    init(_ aggregate: ResolvedExpression.Aggregate, isDecimal: Bool = false) {
        self.aggregate = aggregate
        if isDecimal, aggregate == .sum || aggregate == .average { decimals = DecimalSum() }
    }

    static func value(
        _ aggregate: ResolvedExpression.Aggregate, of members: [EvaluatedValue],
        isDecimal: Bool = false
    ) -> EvaluatedValue {
        var aggregation = Aggregation(aggregate, isDecimal: isDecimal)
        for member in members { aggregation.add(member) }
        return aggregation.value
    }

    mutating func add(_ value: EvaluatedValue) {
        members += 1
        guard value != .null else { return }
        values += 1
        switch aggregate {
        case .count: break
        case .sum, .average:
            decimals?.add(value)
            switch value {
            case .integer(let number): total.add(number)
            case .real(let number): total.add(number)
            default: total = .none
            }
        case .min: if replaces(value.order(before: extreme)) { extreme = value }
        case .max: if replaces(extreme.order(before: value)) { extreme = value }
        }
    }

    /// Adds a real.
    mutating func add(_ number: Double) {
        guard aggregate == .sum || aggregate == .average, decimals == nil else {
            return add(EvaluatedValue.real(number))
        }
        members += 1
        values += 1
        total.add(number)
    }

    private func replaces(_ isBetter: Bool?) -> Bool { values == 1 || isBetter ?? false }

    /// The value computed from everything added so far.
    var value: EvaluatedValue {
        switch aggregate {
        case .count: return .integer(members)
        case .sum: return decimals?.value ?? total.value
        case .min, .max: return extreme
        case .average:
            guard values > 0 else { return .null }
            if let average = decimals?.average(of: values) { return average }
            switch total {
            case .integer(let number): return .real(Double(number) / Double(values))
            case .real(let number): return .real(number / Double(values))
            case .none: return .null
            }
        }
    }
}
