import ObjectModel

/// The order of the columns in a table: by class, and within a class in the planned order, which is by entity and
/// then by name (docs/internals/format.md#columns).
enum ColumnOrder {
    /// Returns the columns in the order of the table.
    ///
    /// - Parameter reference: the columns of the table in a store of the same model. The relative order of several
    ///   order keys is a hash order that only a store shows (docs/internals/format.md#relationships).
    static func sorted(
        _ columns: [SchemaColumn], reference: [String] = []
    ) -> [SchemaColumn] {
        let classes = columns.map { columnClass(of: $0) }
        let sorted = columns.indices
            .sorted { (classes[$0], $0) < (classes[$1], $1) }
            .map { columns[$0] }
        let keys = sorted.filter { $0.role == .orderKey }
        let shown = reference.compactMap { name in keys.first { $0.name == name } }
        guard keys.count > 1, shown.count == keys.count else { return sorted }
        var next = shown.makeIterator()
        return sorted.map { $0.role == .orderKey ? next.next() ?? $0 : $0 }
    }

    /// Returns the class of a column, 0 to 9.
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
