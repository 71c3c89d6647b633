import ObjectModel

/// The order of the columns in a table: by class, and within one as they were planned, which is
/// entity by entity and there by name (SPEC 3).
enum ColumnOrder {
    static func sorted(_ columns: [SchemaColumn]) -> [SchemaColumn] {
        columns.enumerated()
            .map { (columnClass: columnClass(of: $1), place: $0, column: $1) }
            .sorted { ($0.columnClass, $0.place) < ($1.columnClass, $1.place) }
            .map(\.column)
    }

    /// The class of a column, 0 to 9.
    static func columnClass(of column: SchemaColumn) -> Int {
        switch column.role {
        case .toOne, .entityColumn: 0
        case .orderKey, .noInverse: 1
        case .attribute: columnClass(of: column.attribute?.type ?? .undefined)
        }
    }

    private static func columnClass(of type: AttributeType) -> Int {
        switch type {
        case .integer16, .integer32, .integer64, .boolean: 0
        case .double, .float, .date: 2
        case .decimal: 3
        case .string: 4
        case .uuid: 5
        case .uri: 6
        case .transformable: 7
        case .binaryData: 8
        case .objectID, .undefined, .composite: 9
        }
    }
}
