import StoreFormat

/// One property of a plain table's entities, with its column.
package struct PlainProperty: Sendable {
    /// The part of a property that a column contains.
    package enum Content: Sendable {
        /// An attribute, or an element of a composite one.
        case attribute(AttributeColumn)
        /// The name of the case of an enumeration without raw values.
        case enumeration(CompositeLayout)
        /// The primary key of a destination.
        case toOne(ToOneColumn)
        /// The position in the ordered inverse.
        case order(ToOneColumn, column: String)
        /// The primary key of the source of a to-many relationship without an inverse.
        case source(EntityLayout, ToManyStorage, column: String)
    }

    /// The topmost entity that has it.
    package let owner: EntityLayout
    /// The contents of the column.
    package let content: Content
    /// The name of the column.
    package let name: String
    /// The table that a reference refers to, by the name of its root entity; nil for other columns.
    package let destinationRoot: String?

    /// A key that is different for each property of a table: a path and the store's column.
    var identity: String {
        switch content {
        case .attribute(let attribute): "a." + attribute.column
        case .enumeration(let composite):
            "e." + composite.path + "." + (composite.columns.first?.column ?? "")
        case .toOne(let toOne): "r." + toOne.column
        case .order(_, let column): "o." + column
        case .source(_, _, let column): "s." + column
        }
    }

    /// Returns whether the column is one of an enumeration without raw values.
    func isCase(of composite: CompositeLayout) -> Bool {
        guard case .attribute(let attribute) = content else { return false }
        return composite.columns.contains { $0.column == attribute.column }
    }

    /// The declared type of the column.
    package var declaredType: String {
        switch content {
        case .toOne, .order, .source: return "INTEGER"
        case .enumeration: return "TEXT"
        case .attribute(let attribute):
            switch attribute.attribute.type {
            case .integer16, .integer32, .integer64: return "INTEGER"
            case .boolean: return "BOOLEAN"
            case .double, .float: return "REAL"
            case .decimal, .string, .date, .uuid, .uri: return "TEXT"
            default: return "BLOB"
            }
        }
    }
}
