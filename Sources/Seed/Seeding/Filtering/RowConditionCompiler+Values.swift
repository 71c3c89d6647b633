import Inputs
import ObjectModel

extension RowConditionCompiler {
    // MARK: Numbers

    static let arithmetic: [String: @Sendable (Double, Double) -> Double] = [
        "add:to:": { $0 + $1 }, "from:subtract:": { $0 - $1 }, "multiply:by:": { $0 * $1 },
        "divide:by:": { $0 / $1 },
    ]

    static let rounding: [String: @Sendable (Double) -> Double] = [
        "abs:": { abs($0) }, "ceiling:": { $0.rounded(.up) }, "floor:": { $0.rounded(.down) },
        "trunc:": { $0.rounded(.towardZero) },
    ]

    mutating func number(
        _ expression: ObjectModel.Expression
    ) throws -> RowCondition.Reader<CellNumber> {
        switch expression {
        case .keyPath(let name):
            let (index, form) = (try column(name), filter.numbers)
            return { record throws(Failure) in
                let field = record[index]
                if field.isEmpty { return nil }
                guard let number = Self.number(field, form) else {
                    throw Failure(column: index, reason: .value(.notA(.number)))
                }
                return number
            }
        case .constant(let constant):
            var number = CellNumber(constant)
            if case .string(let text) = constant { number = text.withUTF8Bytes(CellNumber.init(text:)) }
            guard let number else { throw unsupported("\(expression.format) as a number") }
            return { [number] _ throws(Failure) in number }
        case .function("length:", let parts, nil) where parts.count == 1:
            let read = try text(parts[0])
            return { record throws(Failure) in
                .integer(Int64(try read(record)?.withBytes(ValueValidator.utf16Length) ?? 0))
            }
        case .function(let name, let parts, nil):
            if let compute = Self.arithmetic[name], parts.count == 2 {
                let (one, two) = (try number(parts[0]), try number(parts[1]))
                return { record throws(Failure) in
                    guard let one = try one(record), let two = try two(record) else { return nil }
                    return .real(compute(one.double, two.double))
                }
            }
            if let compute = Self.rounding[name], parts.count == 1 {
                let read = try number(parts[0])
                return { record throws(Failure) in
                    try read(record).map { .real(compute($0.double)) }
                }
            }
            throw unsupported("\(expression.format) as a number")
        default: throw unsupported("\(expression.format) as a number")
        }
    }

    static func number(_ field: Field, _ form: NumberForm) -> CellNumber? {
        guard case .text(let bytes) = field else { return CellNumber(field) }
        return form.withUsualForm(of: bytes, CellNumber.init(text:))
    }

    // MARK: Truth values and dates

    mutating func boolean(
        _ expression: ObjectModel.Expression
    ) throws -> RowCondition.Reader<Bool> {
        switch expression {
        case .constant(.bool(let flag)): return { _ throws(Failure) in flag }
        case .keyPath(let name):
            let index = try column(name)
            let parser = BooleanParser()
            return { record throws(Failure) in
                let field = record[index]
                if field.isEmpty { return nil }
                guard let flag = parser.boolean(field) else {
                    throw Failure(column: index, reason: .value(.notA(.boolean)))
                }
                return flag
            }
        default: throw unsupported("\(expression.format) as a truth value")
        }
    }

    mutating func date(
        _ expression: ObjectModel.Expression
    ) throws -> RowCondition.Reader<Double> {
        switch expression {
        case .constant(.date(let seconds)): return { _ throws(Failure) in seconds }
        case .constant(.integer(let seconds)): return { _ throws(Failure) in Double(seconds) }
        case .constant(.double(let seconds)): return { _ throws(Failure) in seconds }
        case .constant(.string(let text)): return try constantDate(text)
        case .function("castObject:toType:", let parts, nil):
            guard let value = parts.first else { throw unsupported(expression.format) }
            return try date(value)
        case .keyPath(let name):
            let index = try column(name)
            let isReference = referenceDates.contains(name)
            guard let dates else { throw unsupported("a date") }
            return { record throws(Failure) in
                let field = record[index]
                if field.isEmpty { return nil }
                switch field {
                case .integer(let seconds) where isReference: return Double(seconds)
                case .real(let seconds) where isReference: return seconds
                case .text:
                    switch dates.referenceSeconds(field) {
                    case .success(let seconds): return seconds
                    case .failure(let failure):
                        throw Failure(column: index, reason: failure.reason)
                    }
                default: throw Failure(column: index, reason: .value(.notA(.date)))
                }
            }
        default: throw unsupported("\(expression.format) as a date")
        }
    }

    /// Returns a reader for a date constant of the condition.
    func constantDate(_ text: String) throws -> RowCondition.Reader<Double> {
        let result = text.withUTF8Bytes { dates?.referenceSeconds(.text($0)) }
        switch result {
        case .success(let seconds): return { _ throws(Failure) in seconds }
        case .failure(let failure):
            throw SeedIssue(failure.reason, at: filter.location, value: text, fault: .plan)
        case nil: throw unsupported(text)
        }
    }
}
