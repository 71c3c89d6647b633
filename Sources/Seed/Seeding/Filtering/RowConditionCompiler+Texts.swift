import Inputs
import ObjectModel

// Comparisons that exist for texts only.
extension RowConditionCompiler {
    static let lettering: [String: @Sendable (String) -> String] = [
        "lowercase:": { $0.lowercased() }, "uppercase:": { $0.uppercased() },
    ]

    /// Returns a reader for the text of an expression. It gives nil for an empty cell.
    mutating func text(
        _ expression: ObjectModel.Expression
    ) throws -> RowCondition.Reader<RowCondition.Text> {
        switch expression {
        case .keyPath(let name):
            let index = try column(name)
            return { record throws(Failure) in
                let field = record[index]
                if field.isEmpty { return nil }
                return try Self.text(field, index)
            }
        case .constant(let constant):
            let text: String
            switch constant {
            case .string(let value), .uri(let value), .decimal(let value): text = value
            case .integer(let value): text = String(value)
            case .double(let value): text = "\(value)"
            default: throw unsupported("\(expression.format) as a text")
            }
            return { _ throws(Failure) in .made(text) }
        case .function(let name, let parts, nil):
            guard let change = Self.lettering[name], parts.count == 1 else {
                throw unsupported("\(expression.format) as a text")
            }
            let read = try text(parts[0])
            return { record throws(Failure) in try read(record).map { .made(change($0.string)) } }
        default: throw unsupported("\(expression.format) as a text")
        }
    }

    static func text(_ field: Field, _ column: Int) throws(Failure) -> RowCondition.Text {
        switch field {
        case .text(let bytes): return .cell(bytes)
        case .blob: throw Failure(column: column, reason: .value(.wrongStorageClass("blob")))
        default: return .made(field.display)
        }
    }

    /// Compiles `BEGINSWITH`, `CONTAINS`, `LIKE` and similar comparisons. They treat an empty cell as an empty text.
    mutating func text(
        _ left: ObjectModel.Expression, _ comparator: PredicateOperator,
        _ right: ObjectModel.Expression, _ options: ObjectModel.Predicate.Options
    ) throws -> Check {
        let read = try text(left)
        if comparator == .matches || comparator == .like {
            guard case .constant(.string(let pattern)) = right else {
                throw unsupported("a pattern that is no text")
            }
            if comparator == .matches { return try matching(read, pattern, options) }
        }
        let other = try text(right)
        let operation: TextMatching.Operation =
            switch comparator {
            case .beginsWith: .beginsWith
            case .endsWith: .endsWith
            case .like: .like
            default: .contains
            }
        let matcher = TextMatcher()
        return { record throws(Failure) in
            let (one, two) = (try read(record) ?? .made(""), try other(record) ?? .made(""))
            return one.withBytes { one in
                two.withBytes { two in
                    comparator == .in
                        ? matcher.holds(operation, two, one, options)
                        : matcher.holds(operation, one, two, options)
                }
            }
        }
    }

    private func matching(
        _ read: @escaping RowCondition.Reader<RowCondition.Text>, _ pattern: String,
        _ options: ObjectModel.Predicate.Options
    ) throws -> Check {
        guard let compiled = TextPattern(pattern, options) else {
            throw SeedIssue(.plan(.badRegularExpression(pattern)), at: filter.location)
        }
        return { record throws(Failure) in
            let text = try read(record)?.string ?? ""
            do throws(UnmatchableText) {
                return try compiled.matches(text)
            } catch {
                throw Failure(column: nil, reason: .value(.unmatchable(error.description)))
            }
        }
    }

    static func order(
        _ matcher: TextMatcher, _ one: RowCondition.Text?, _ two: RowCondition.Text?,
        _ options: ObjectModel.Predicate.Options
    ) -> Int {
        (one ?? .made("")).withBytes { one in
            (two ?? .made("")).withBytes { matcher.order(one, $0, options) }
        }
    }
}
