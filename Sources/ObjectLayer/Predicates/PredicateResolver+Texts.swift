import Foundation
import ObjectModel

extension PredicateResolver {
    /// Reads the texts on one side of a comparison as the kind of values on the other.
    ///
    /// - Throws: ``FetchRequestError/badConstant(_:kind:)`` for a text that is none.
    func interpreted(
        _ expression: ResolvedExpression, as kind: EvaluatedValue.Kind?
    ) throws -> ResolvedExpression {
        guard interpretsTexts, let kind else { return expression }
        switch expression {
        case .constant(.text(let text)): return .constant(try Self.value(of: text, kind))
        case .list(let members): return .list(try members.map { try interpreted($0, as: kind) })
        default: return expression
        }
    }

    private static func value(
        of text: String, _ kind: EvaluatedValue.Kind
    ) throws -> EvaluatedValue {
        switch kind {
        case .date:
            guard let seconds = ISO8601Date.referenceSeconds(text) else {
                throw FetchRequestError.badConstant(text, kind: "date")
            }
            return .date(seconds)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else {
                throw FetchRequestError.badConstant(text, kind: "UUID")
            }
            return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        case .url: return .url(text)
        case .number, .text, .data, .object: return .text(text)
        }
    }
}
