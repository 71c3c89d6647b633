/// A column that is not in the record but around it: `../title`, `../../name`, `position()`.
///
/// Each `../` leads one object or element up. Behind them stands a column of what is there, as
/// records of that kind would have it, or one of two questions about its position.
package struct ParentColumn: Equatable {
    /// What the column holds.
    package enum Content: Equatable {
        /// A column of the object or element.
        case value(String)
        /// Its number among its neighbours, counted from 1.
        case position
        /// The key that leads to it.
        case key
    }

    /// How far up: 1 for `../`; 0 for the record itself, which has a position and a key as well.
    package let height: Int
    package let content: Content

    package static let up = "../"
    package static let position = "position()"
    package static let key = "key()"

    /// Reads the name of a column; nil for one of the record's own.
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

    /// The name of a column that many levels up.
    package static func name(of column: String, height: Int) -> String {
        String(repeating: up, count: height) + column
    }
}
