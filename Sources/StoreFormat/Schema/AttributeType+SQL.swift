import ObjectModel

extension AttributeType {
    /// The type that a column of this attribute type is declared with (docs/format.md#columns).
    package var sqlType: String {
        switch self {
        case .integer16, .integer32, .integer64, .boolean: "INTEGER"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .decimal: "DECIMAL"
        case .string, .uri: "VARCHAR"
        case .uuid, .transformable, .binaryData: "BLOB"
        // No store shows these two: an object ID would be kept as its URI, and what has no type
        // as bytes (docs/format.md#columns, "no sample").
        case .objectID: "VARCHAR"
        case .undefined, .composite: "BLOB"
        }
    }

    /// Whether a column of this type is written `INTEGER`.
    var isStoredAsInteger: Bool { sqlType == "INTEGER" }
}
