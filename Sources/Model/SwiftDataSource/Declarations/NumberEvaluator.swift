import ObjectModel
import SwiftSource

/// Evaluates literal numbers, including products like `60 * 60`.
struct NumberEvaluator {
    private let type: AttributeType
    private let range: ClosedRange<Int64>?

    /// - Returns: nil if the type is not a number.
    init?(type: AttributeType) {
        self.type = type
        switch type {
        case .integer16: range = Int64(Int16.min)...Int64(Int16.max)
        case .integer32: range = Int64(Int32.min)...Int64(Int32.max)
        case .integer64: range = Int64.min...Int64.max
        case .double, .float, .decimal: range = nil
        default: return nil
        }
    }

    /// Returns the number; nil if it is not a literal, or not valid for the type.
    func value(of expression: ExpressionSyntax) -> PropertyValue? {
        if let range {
            return integer(expression, range).map { .integer($0) }
        }
        guard let number = real(expression), number.isFinite else { return nil }
        switch type {
        case .float: return .double(Double(Float(number)))
        case .decimal:
            if case .integer(let text) = expression {
                return Self.integer(text).map { .decimal(String($0)) }
            }
            // Swift converts the literal to a Double first.
            return number == number.rounded() && abs(number) < 1e15
                ? .decimal(String(Int64(number))) : .decimal("\(number)")
        default: return .double(number)
        }
    }

    // MARK: Whole numbers

    private func integer(_ expression: ExpressionSyntax, _ range: ClosedRange<Int64>) -> Int64? {
        var result: Int64?
        switch expression {
        case .integer(let text): result = Self.integer(text)
        case .cast(let inner, _): result = integer(inner, range)
        case .implicitMember(let name): result = named(name, range)
        case .member(let base, let part): result = base.type == nil ? nil : named(part.name, range)
        case .call(_, let arguments):
            guard isConversion(expression), let value = arguments.first?.value else { return nil }
            result = integer(value, range)
        case .sequence(let operands, let operators):
            result = fold(operands.map { integer($0, range) }, operators) { one, name, other in
                let (value, overflows) =
                    switch name {
                    case "+": one.addingReportingOverflow(other)
                    case "-": one.subtractingReportingOverflow(other)
                    case "*": one.multipliedReportingOverflow(by: other)
                    case "/": one.dividedReportingOverflow(by: other)
                    case "%": one.remainderReportingOverflow(dividingBy: other)
                    default: (0, true)
                    }
                return overflows ? nil : value
            }
        default: return nil
        }
        return result.flatMap { range.contains($0) ? $0 : nil }
    }

    private func named(_ name: String, _ range: ClosedRange<Int64>) -> Int64? {
        switch name {
        case "zero": 0
        case "max": range.upperBound
        case "min": range.lowerBound
        default: nil
        }
    }

    // MARK: Fractions

    private func real(_ expression: ExpressionSyntax) -> Double? {
        switch expression {
        case .integer(let text): return Self.integer(text).map(Double.init)
        case .number(let text): return type == .float ? Float(text).map(Double.init) : Double(text)
        case .cast(let inner, _): return real(inner)
        case .implicitMember("zero"): return 0
        case .member(let base, let part): return part.name == "zero" && base.type != nil ? 0 : nil
        case .call(_, let arguments):
            guard isConversion(expression), let value = arguments.first?.value else { return nil }
            return real(value)
        case .sequence(let operands, let operators):
            return fold(operands.map(real), operators) { one, name, other in
                switch name {
                case "+": one + other
                case "-": one - other
                case "*": one * other
                case "/": one / other
                default: nil
                }
            }
        default: return nil
        }
    }

    /// Returns whether an expression is a conversion like `Double(1)`: a number's type with one argument.
    private func isConversion(_ expression: ExpressionSyntax) -> Bool {
        guard case .call(let callee, let arguments) = expression, arguments.count == 1,
            arguments[0].label == nil
        else { return false }
        let name = callee.type?.components?.last?.name ?? ""
        switch type {
        case .double: return ["Double", "TimeInterval", "CGFloat", "Float64"].contains(name)
        case .float: return ["Float", "Float32"].contains(name)
        case .decimal: return name == "Decimal"
        default: return name.hasPrefix("Int") || name.hasPrefix("UInt")
        }
    }

    /// Evaluates products first, then sums, each from the left.
    private func fold<Number>(
        _ operands: [Number?], _ operators: [String], _ apply: (Number, String, Number) -> Number?
    ) -> Number? {
        guard operands.count == operators.count + 1, let first = operands.first, let first else {
            return nil
        }
        var sums: [Number] = [first]
        var signs: [String] = []
        for (name, operand) in zip(operators, operands.dropFirst()) {
            guard let operand else { return nil }
            if ["*", "/", "%"].contains(name) {
                guard let product = apply(sums[sums.count - 1], name, operand) else { return nil }
                sums[sums.count - 1] = product
            } else {
                sums.append(operand)
                signs.append(name)
            }
        }
        var result = sums[0]
        for (name, operand) in zip(signs, sums.dropFirst()) {
            guard let sum = apply(result, name, operand) else { return nil }
            result = sum
        }
        return result
    }

    /// Returns an integer literal's value, with Swift's prefixes for other bases.
    private static func integer(_ text: String) -> Int64? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let sign = text.hasPrefix("-") ? "-" : ""
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where digits.hasPrefix(prefix) {
            return Int64(sign + digits.dropFirst(2), radix: radix)
        }
        return Int64(text)
    }
}
