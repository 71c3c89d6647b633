/// The tables of a real store. They can be searched by a name whose digits may have been changed by a collision, a
/// migration or another numbering.
struct StoredTables {
    private let tables: [String: StoredTable]
    private let namesInUpperCase: [String: String]
    /// The names of possible join tables, by the part after `Z_` and the number.
    private let joinTables: [String: [String]]

    init(tables columns: [String: [ColumnInfo]]) {
        let names = columns.keys.sortedInBinaryOrder()
        var tables: [String: StoredTable] = [:]
        var upperCase: [String: String] = [:]
        var joins: [String: [String]] = [:]
        for name in names {
            tables[name] = StoredTable(name: name, columns: columns[name] ?? [])
            upperCase[name.uppercased()] = name
            if let numbered = NumberedName(join: name) {
                joins[numbered.name, default: []].append(name)
            }
        }
        self.tables = tables
        namesInUpperCase = upperCase
        joinTables = joins
    }

    /// Returns a table by its name. SQLite ignores upper and lower case.
    func table(_ name: String) -> StoredTable? {
        tables[name] ?? namesInUpperCase[name.uppercased()].flatMap { tables[$0] }
    }

    /// Returns the tables that may be the join table of a relationship, with any number.
    func joinTables(of relationship: String) -> [StoredTable] {
        (joinTables[relationship.uppercased()] ?? []).compactMap { tables[$0] }
    }
}

/// One table of a real store.
struct StoredTable {
    let name: String
    let columns: [ColumnInfo]
    private let indices: [String: Int]
    /// The columns by their names without any digits at the end.
    private let columnsByStem: [String: [ColumnInfo]]
    /// The limit of digits, above those that a collision can add.
    private static let suffixLimit = 6

    init(name: String, columns: [ColumnInfo]) {
        self.name = name
        self.columns = columns
        var indices: [String: Int] = [:]
        var stems: [String: [ColumnInfo]] = [:]
        for (index, column) in columns.enumerated() {
            indices[column.name.uppercased()] = index
            for stem in Self.stems(of: column.name) { stems[stem, default: []].append(column) }
        }
        self.indices = indices
        columnsByStem = stems
    }

    /// Returns the column with a name.
    func column(_ name: String) -> ColumnInfo? {
        indices[name.uppercased()].map { columns[$0] }
    }

    /// Returns the columns named `plainName`, perhaps with a number at the end, in the order of the table.
    func variants(of plainName: String) -> [ColumnInfo] {
        columnsByStem[plainName] ?? []
    }

    private static func stems(of name: String) -> [String] {
        var stems = [name.uppercased()]
        var rest = Substring(stems[0])
        for _ in 0..<suffixLimit {
            guard let last = rest.last, last.isASCII, last.isNumber else { break }
            rest.removeLast()
            stems.append(String(rest))
        }
        // The forms without the number of an entity: `Z7_OWNER`, `Z2MODIFIERS`.
        return stems + stems.compactMap { NumberedName(column: $0)?.form }
    }
}

/// A name that contains the number of an entity, such as `Z_3TAGS` or `Z7_OWNER`.
struct NumberedName {
    /// The digits.
    let number: String
    /// The part after the digits.
    let name: String
    /// The name with `#` in place of the number.
    let form: String

    /// Reads the name of a join table or of one of its columns, `Z_3TAGS`.
    init?(join text: String) { self.init(text, prefix: "Z_") }

    /// Reads the name of a column in an entity's table, `Z7_OWNER` or `Z2MODIFIERS`.
    init?(column text: String) { self.init(text, prefix: "Z") }

    private init?(_ text: String, prefix: String) {
        guard text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty else { return nil }
        number = String(digits)
        name = String(rest.dropFirst(digits.count))
        form = prefix + "#" + name
    }
}
