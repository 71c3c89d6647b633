import ObjectModel

extension PropertyValue {
    /// A predicate for objects with these values.
    static func predicate(_ values: [(name: String, value: PropertyValue)]) throws -> Predicate {
        try Predicate(
            format: values.map { _ in "%K == %@" }.joined(separator: " AND "),
            arguments: values.flatMap { name, value -> [PredicateArgument] in
                [.keyPath(name), .value(constant(value))]
            })
    }

    private static func constant(_ value: PropertyValue) -> PredicateConstant {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .decimal(let text): .decimal(text)
        case .string(let text): .string(text)
        case .date(let seconds): .date(seconds)
        case .data(let bytes): .data(bytes)
        case .uuid(let bytes): .uuid(bytes)
        case .uri(let text): .url(text)
        case .array, .dictionary, .object, .null: .null
        }
    }
}
