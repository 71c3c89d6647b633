import ObjectModel

extension AttributeType {
    /// The names of types in a plan.
    static let namesInPlans: [(name: String, type: AttributeType)] = [
        ("string", .string), ("integer16", .integer16), ("integer32", .integer32),
        ("integer64", .integer64), ("boolean", .boolean), ("double", .double), ("float", .float),
        ("decimal", .decimal), ("date", .date), ("binary", .binaryData), ("uuid", .uuid), ("uri", .uri),
        ("transformable", .transformable),
    ]

    /// The type that a plan calls so; nil for a name that is none.
    init?(nameInPlans name: String) {
        guard let known = Self.namesInPlans.first(where: { $0.name == name }) else { return nil }
        self = known.type
    }
}
