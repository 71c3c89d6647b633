extension PropertyValidation {
    /// Creates a validation from the predicates in a model archive. Predicates that the model editor writes for
    /// bounds become bounds, and all others are kept as predicates.
    ///
    /// `SELF >= 0` is a minimum, `length <= 50` a maximum length, and `SELF MATCHES "…"` a regular expression. The
    /// compiler joins two bounds with `AND`.
    init(archived predicates: [Predicate]) {
        var minimum: PropertyValue?
        var maximum: PropertyValue?
        var minimumLength: Int?
        var maximumLength: Int?
        var regularExpression: String?
        var others: [Predicate] = []
        for predicate in predicates.flatMap(Self.parts) {
            switch Bound(predicate) {
            case .minimum(let value) where minimum == nil: minimum = value
            case .maximum(let value) where maximum == nil: maximum = value
            case .minimumLength(let length) where minimumLength == nil: minimumLength = length
            case .maximumLength(let length) where maximumLength == nil: maximumLength = length
            case .regularExpression(let text) where regularExpression == nil:
                regularExpression = text
            default: others.append(predicate)
            }
        }
        self.init(
            minimum: minimum, maximum: maximum, minimumLength: minimumLength,
            maximumLength: maximumLength, regularExpression: regularExpression,
            predicates: others)
    }

    private static func parts(_ predicate: Predicate) -> [Predicate] {
        guard case .and(let parts) = predicate, parts.allSatisfy({ Bound($0) != nil }) else {
            return [predicate]
        }
        return parts
    }

    private enum Bound {
        case minimum(PropertyValue)
        case maximum(PropertyValue)
        case minimumLength(Int)
        case maximumLength(Int)
        case regularExpression(String)

        init?(_ predicate: Predicate) {
            guard case .comparison(let comparison) = predicate,
                comparison.modifier == .direct, comparison.options == [],
                case .constant(let constant) = comparison.right
            else { return nil }
            switch (comparison.left, comparison.comparator) {
            case (.evaluatedObject, .greaterThanOrEqualTo) where constant.isBound: self = .minimum(constant)
            case (.evaluatedObject, .lessThanOrEqualTo) where constant.isBound: self = .maximum(constant)
            case (.evaluatedObject, .matches):
                guard case .string(let text) = constant else { return nil }
                self = .regularExpression(text)
            case (.keyPath("length"), .greaterThanOrEqualTo):
                guard case .integer(let length) = constant else { return nil }
                self = .minimumLength(Int(clamping: length))
            case (.keyPath("length"), .lessThanOrEqualTo):
                guard case .integer(let length) = constant else { return nil }
                self = .maximumLength(Int(clamping: length))
            default: return nil
            }
        }
    }
}

extension PropertyValue {
    /// Whether the value can be a bound that other values are compared with.
    fileprivate var isBound: Bool {
        switch self {
        case .integer, .double, .decimal, .date: true
        default: false
        }
    }
}
