import ObjectModel

extension PropertyValue {
    /// A predicate for objects with these values.
    static func predicate(_ values: [(name: String, value: PropertyValue)]) throws -> Predicate {
        try Predicate(
            format: values.map { _ in "%K == %@" }.joined(separator: " AND "),
            arguments: values.flatMap { name, value -> [PredicateArgument] in
                [.keyPath(name), .value(value)]
            })
    }
}
