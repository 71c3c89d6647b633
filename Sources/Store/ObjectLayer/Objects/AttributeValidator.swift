import ObjectModel

/// The model's validation rules for the values of one attribute: bounds, lengths, a pattern, predicates.
package struct AttributeValidator {
    private let attribute: AttributeDescription
    private let rule: PropertyValidation
    private let predicates: [(text: String, resolved: ResolvedPredicate)]
    private let evaluator: PredicateEvaluator

    /// Prepares the validation of an attribute.
    ///
    /// - Throws: ``FetchRequestError`` for an invalid predicate.
    package init(_ attribute: AttributeDescription) throws {
        try self.init(attribute, PredicateEvaluator(.compared))
    }

    init(_ attribute: AttributeDescription, _ evaluator: PredicateEvaluator) throws {
        self.attribute = attribute
        rule = attribute.validation
        self.evaluator = evaluator
        let resolver = PredicateResolver(map: nil, entity: nil, now: 0)
        predicates = try rule.predicates.map { ($0.format, try resolver.resolve($0)) }
    }

    /// Whether every value of the type is allowed.
    package var allowsEverything: Bool { rule.isEmpty }

    /// Returns the rules that a value breaks. A missing value is checked elsewhere.
    ///
    /// - Throws: ``FetchRequestError`` for an invalid regular expression.
    package func reasons(against value: PropertyValue) throws -> [ValidationFailure.Reason] {
        guard !rule.isEmpty else { return [] }
        let subject = EvaluatedValue(value)
        var reasons: [ValidationFailure.Reason] = []
        if let minimum = rule.minimum,
            subject.order(before: EvaluatedValue(minimum)) ?? false
        {
            reasons.append(.tooSmall)
        }
        if let maximum = rule.maximum,
            EvaluatedValue(maximum).order(before: subject) ?? false
        {
            reasons.append(.tooLarge)
        }
        if case .string(let text) = value {
            // NSString counts UTF-16 units.
            let length = text.utf16.count
            if let minimum = rule.minimumLength, length < minimum { reasons.append(.tooShort) }
            if let maximum = rule.maximumLength, length > maximum { reasons.append(.tooLong) }
            if let pattern = rule.regularExpression,
                try !evaluator.patterns.matches(text, pattern, [])
            {
                reasons.append(.patternMismatch)
            }
        }
        for (text, predicate) in predicates {
            let holds = try evaluator.holds(
                predicate, in: PredicateEvaluator.Scope(value: subject))
            if !holds { reasons.append(.predicate(text)) }
        }
        return reasons
    }
}
