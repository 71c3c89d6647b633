import ObjectModel

extension AttributeType {
    /// The names of types in plans.
    static let namesInPlans: [(name: String, type: AttributeType)] = [
        ("string", .string), ("integer16", .integer16), ("integer32", .integer32),
        ("integer64", .integer64), ("boolean", .boolean), ("double", .double), ("float", .float),
        ("decimal", .decimal), ("date", .date), ("binary", .binaryData), ("uuid", .uuid), ("uri", .uri),
        ("transformable", .transformable),
    ]

    /// Creates the type with a name in plans; nil for an unknown name.
    init?(nameInPlans name: String) {
        guard let known = Self.namesInPlans.first(where: { $0.name == name }) else { return nil }
        self = known.type
    }
}
