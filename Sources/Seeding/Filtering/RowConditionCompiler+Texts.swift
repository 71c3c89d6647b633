import Foundation
import ObjectModel
import Sources

// Comparisons that only texts know.
extension RowConditionCompiler {
    static let lettering: [String: @Sendable (String) -> String] = [
        "lowercase:": { $0.lowercased() }, "uppercase:": { $0.uppercased() },
    ]

    /// The text of a cell; an empty cell is none.
    mutating func text(
        _ expression: ObjectModel.Expression
    ) throws -> RowCondition.Reader<String> {
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
            return { _ throws(Failure) in text }
        case .function(let name, let parts, nil):
            guard let change = Self.lettering[name], parts.count == 1 else {
                throw unsupported("\(expression.format) as a text")
            }
            let read = try text(parts[0])
            return { record throws(Failure) in try read(record).map(change) }
        default: throw unsupported("\(expression.format) as a text")
        }
    }

    static func text(_ field: Field, _ column: Int) throws(Failure) -> String {
        if case .blob = field {
            throw Failure(column: column, reason: .value(.wrongStorageClass("blob")))
        }
        return field.display
    }

    /// `BEGINSWITH`, `CONTAINS`, `LIKE` and their like; an empty cell is an empty text.
    mutating func text(
        _ left: ObjectModel.Expression, _ comparator: PredicateOperator,
        _ right: ObjectModel.Expression, _ options: ObjectModel.Predicate.Options
    ) throws -> Check {
        let read = try text(left)
        if comparator == .matches || comparator == .like {
            guard case .constant(.string(let pattern)) = right else {
                throw unsupported("a pattern that is no text")
            }
            return try matching(read, comparator, pattern, options)
        }
        let other = try text(right)
        let fold = Self.folding(options)
        let test: (String, String) -> Bool =
            switch comparator {
            // As in Core Data, no text has an empty one in it.
            case .beginsWith: { !$1.isEmpty && $0.hasPrefix($1) }
            case .endsWith: { !$1.isEmpty && $0.hasSuffix($1) }
            case .in: { !$0.isEmpty && $1.contains($0) }
            default: { !$1.isEmpty && $0.contains($1) }
            }
        return { record throws(Failure) in
            test(fold(try read(record) ?? ""), fold(try other(record) ?? ""))
        }
    }

    private func matching(
        _ read: @escaping RowCondition.Reader<String>, _ comparator: PredicateOperator,
        _ pattern: String, _ options: ObjectModel.Predicate.Options
    ) throws -> Check {
        var fold: (String) -> String = { $0 }
        var expression = pattern
        if comparator == .like {
            fold = Self.folding(options)
            expression = TextForm.expression(like: fold(pattern))
        } else {
            // Case is the expression's own business: folding would turn `\D` into `\d`.
            if options.contains(.diacriticInsensitive) {
                fold = Self.folding(.diacriticInsensitive)
                expression = fold(expression)
            }
            if options.contains(.caseInsensitive) { expression = "(?i)" + expression }
        }
        guard let compiled = BoundedExpression(expression, matching: .whole) else {
            throw SeedIssue(.plan(.badRegularExpression(pattern)), at: filter.location)
        }
        return { record throws(Failure) in
            let text = fold(try read(record) ?? "")
            do throws(UnmatchableText) {
                return try compiled.matches(text)
            } catch {
                throw Failure(column: nil, reason: .value(.unmatchable(error.description)))
            }
        }
    }

    static func folding(_ options: ObjectModel.Predicate.Options) -> (String) -> String {
        var foundation: String.CompareOptions = []
        if options.contains(.caseInsensitive) { foundation.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { foundation.insert(.diacriticInsensitive) }
        guard !foundation.isEmpty else { return { $0 } }
        return { $0.folding(options: foundation, locale: nil) }
    }
}
