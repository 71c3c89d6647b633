import ObjectModel

extension PredicateResolver {
    /// Returns the two sides of a comparison, with texts on one side converted to the kind of values on the other.
    ///
    /// - Throws: ``FetchRequestError/badConstant(_:kind:)`` for a constant that cannot be converted.
    func interpreted(
        _ left: ResolvedExpression, _ comparator: PredicateOperator, _ right: ResolvedExpression
    ) throws -> (ResolvedExpression, ResolvedExpression) {
        guard interpretsTexts else { return (left, right) }
        switch comparator {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo,
            .notEqualTo, .in, .between:
            return (
                try interpreted(left, as: right.memberKind),
                try interpreted(right, as: left.memberKind)
            )
        case .contains where left.isCollection:
            // The right side is a member to look for, not a part of a text.
            return (left, try interpreted(right, as: left.memberKind))
        case .matches, .like, .beginsWith, .endsWith, .contains, .customSelector:
            return (left, right)
        }
    }

    private func interpreted(
        _ expression: ResolvedExpression, as kind: EvaluatedValue.Kind?
    ) throws -> ResolvedExpression {
        guard let kind else { return expression }
        switch expression {
        case .constant(.text(let text)): return .constant(try value(of: text, kind))
        case .constant(.integer(let number)) where kind == .text:
            throw FetchRequestError.badConstant(String(number), kind: "text")
        case .list(let members): return .list(try members.map { try interpreted($0, as: kind) })
        default: return expression
        }
    }

    private func value(of text: String, _ kind: EvaluatedValue.Kind) throws -> EvaluatedValue {
        switch kind {
        case .text, .data: return .text(text)
        case .url: return .url(text)
        case .number:
            if let number = Int64(text) { return .integer(number) }
            guard let number = Double(text), number.isFinite else {
                throw FetchRequestError.badConstant(text, kind: "number")
            }
            return .real(number)
        case .date:
            guard let seconds = ISO8601Date.referenceSeconds(text) else {
                throw FetchRequestError.badConstant(text, kind: "date")
            }
            return .date(seconds)
        case .uuid:
            guard let bytes = BytesText.bytes(ofUUID: text) else {
                throw FetchRequestError.badConstant(text, kind: "UUID")
            }
            return .uuid(bytes)
        case .object:
            guard let id = map.flatMap({ Self.object(text, in: $0) }) else {
                throw FetchRequestError.badConstant(text, kind: "object")
            }
            return .object(id)
        }
    }

    /// Returns the object of a URI, or of the end of a URI such as `Item/p12`.
    private static func object(_ text: String, in map: StoreMap) -> ManagedObjectID? {
        if let id = ManagedObjectID(uri: text, in: map) { return id }
        guard text.split(separator: "/").count == 2 else { return nil }
        return ManagedObjectID(uri: "x-coredata://\(map.storeUUID)/\(text)", in: map)
    }
}

extension ResolvedExpression {
    /// The kind of the values, or of the members if the expression gives a list; nil for constants, whose kind depends
    /// on the other side.
    fileprivate var memberKind: EvaluatedValue.Kind? {
        switch self {
        case .constant, .list: nil
        default: kind
        }
    }
}
