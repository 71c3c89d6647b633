/// Makes names unique within one table: the first gets the plain name, and further ones get a number from 1 at the
/// end (docs/internals/format.md#many-to-many, collisions).
struct ColumnNames {
    private var taken: Set<String> = []
    /// The next number to try for a name, so that a thousand equal names stay cheap.
    private var nextNumbers: [String: Int] = [:]

    /// Returns a free name.
    mutating func unique(_ name: String) -> String {
        if taken.insert(name).inserted { return name }
        var number = nextNumbers[name] ?? 1
        while !taken.insert(name + String(number)).inserted { number += 1 }
        nextNumbers[name] = number + 1
        return name + String(number)
    }
}

/// The names derived from those of entities and properties (docs/internals/format.md#tables, #columns).
enum StoreName {
    /// Returns `ZITEM` for `Item`, `ZNAME` for `name`.
    static func plain(_ name: String) -> String { "Z" + name.uppercased() }
    /// Returns `Z7_OWNER`, the column with the `Z_ENT` of the destination.
    static func entityColumn(_ relationship: String, destinationNumber: Int) -> String {
        "Z\(destinationNumber)_" + relationship.uppercased()
    }
    /// Returns `Z_FOK_PARENT`, the order key beside the to-one `parent`.
    static func orderKey(_ relationship: String) -> String {
        "Z_FOK_" + relationship.uppercased()
    }
    /// Returns `Z2MODIFIERS`, the source of a to-many without an inverse.
    static func noInverse(_ relationship: String, sourceNumber: Int) -> String {
        "Z\(sourceNumber)" + relationship.uppercased()
    }
    /// Returns `Z_3TAGS`, a join table, or its column with the rows of entity 3, the destination of `tags`.
    static func join(_ relationship: String, number: Int) -> String {
        "Z_\(number)" + relationship.uppercased()
    }
    /// Returns `Z_FOK_3TAGS`, the order key beside the join table's column `Z_3TAGS`.
    static func joinOrderKey(column: String) -> String { "Z_FOK_" + column.dropFirst(2) }
}
