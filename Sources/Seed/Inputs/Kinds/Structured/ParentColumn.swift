/// A column from an object that encloses the record: `../title`, `../../name`, `position()`.
///
/// Each `../` goes up one object or element. It is followed by a column of that object, named as if the object were
/// a record, or by one of two functions for its position and its key.
package struct ParentColumn: Equatable {
    /// The content of the column.
    package enum Content: Equatable {
        /// A column of the object or element.
        case value(String)
        /// Its number among its siblings, starting at 1.
        case position
        /// Its key.
        case key
    }

    /// The number of levels up: 1 for `../`, and 0 for the record itself, which also has a position and a key.
    package let height: Int
    package let content: Content

    package static let up = "../"
    package static let position = "position()"
    package static let key = "key()"

    /// Parses the name of a column. Returns nil for a column of the record itself.
    package init?(_ name: String) {
        var rest = name[...]
        var height = 0
        while rest.hasPrefix(Self.up) {
            rest = rest.dropFirst(Self.up.count)
            height += 1
        }
        switch String(rest) {
        case Self.position: content = .position
        case Self.key: content = .key
        case let name:
            guard height > 0, !name.isEmpty else { return nil }
            content = .value(name)
        }
        self.height = height
    }

    /// Returns the name of a column that is several levels up.
    package static func name(of column: String, height: Int) -> String {
        String(repeating: up, count: height) + column
    }
}
