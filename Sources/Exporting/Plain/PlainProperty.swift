import StoreFormat

/// One property of the entities of a plain table, and the column that it has there.
package struct PlainProperty: Sendable {
    /// What of a property the column holds.
    package enum Content: Sendable {
        /// An attribute, or an element of a composite one.
        case attribute(AttributeColumn)
        /// The name of the case of an enumeration without raw values.
        case enumeration(CompositeLayout)
        /// The primary key of a destination.
        case toOne(ToOneColumn)
        /// The place in the ordered relationship that leads back.
        case order(ToOneColumn, column: String)
        /// The primary key of the object whose to-many relationship without inverse leads here.
        case source(EntityLayout, ToManyStorage, column: String)
    }

    /// The topmost entity that has it.
    package let owner: EntityLayout
    /// What the column holds.
    package let content: Content
    /// The name of the column.
    package let name: String
    /// The table that a reference leads to, by the name of its root entity; nil for other columns.
    package let destinationRoot: String?

    /// What tells properties of one table apart: a path and the store's column.
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

    /// Whether the column is one of several that an enumeration without raw values has.
    func isCase(of composite: CompositeLayout) -> Bool {
        guard case .attribute(let attribute) = content else { return false }
        return composite.columns.contains { $0.column == attribute.column }
    }

    /// The type that the column is declared with.
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
