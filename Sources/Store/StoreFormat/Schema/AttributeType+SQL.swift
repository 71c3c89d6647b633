import ObjectModel

extension AttributeType {
    /// The declared type of a column for this attribute type (docs/internals/format.md#columns).
    package var sqlType: String {
        switch self {
        case .integer16, .integer32, .integer64, .boolean: "INTEGER"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .string, .uri: "VARCHAR"
        case .uuid, .transformable, .binaryData: "BLOB"
        // No store shows these two. An object ID would be stored as its URI, and a value without a type as bytes
        // (docs/internals/format.md#columns, "no sample").
        case .objectID: "VARCHAR"
        case .undefined, .composite: "BLOB"
        }
    }

    /// Whether a column of this type is declared `INTEGER`.
    var isStoredAsInteger: Bool { sqlType == "INTEGER" }
}
