/// Assigns names of tables, views or columns that are unique without regard to case.
///
/// SQLite treats `Name` and `name` as the same name, and DuckDB and others do so beyond ASCII.
struct PlainNames {
    private var taken: Set<String> = []
    /// Whether the names are those of tables and views, some of which SQLite reserves.
    private let areTables: Bool

    /// - Parameters:
    ///   - reserved: names that are already used.
    ///   - areTables: whether the names are those of tables, views and indexes.
    init(reserved: some Sequence<String> = [], areTables: Bool = false) {
        taken = Set(reserved.map(Self.folded))
        self.areTables = areTables
    }

    /// Returns the first free name of several, or else the last one with a number.
    mutating func name(_ wanted: String, else others: String...) -> String {
        let names = ([wanted] + others).map(allowed)
        let last = names.last ?? ""
        let free = names.first { !taken.contains(Self.folded($0)) }
        var name = free ?? last
        var number = 2
        while taken.contains(Self.folded(name)) {
            name = "\(last)_\(number)"
            number += 1
        }
        taken.insert(Self.folded(name))
        return name
    }

    /// Returns whether a name is free.
    func isFree(_ name: String) -> Bool { !taken.contains(Self.folded(allowed(name))) }

    /// Returns the common form of names that differ only in case or in the composition of their characters.
    static func folded(_ name: String) -> String { name.lowercased().uppercased() }

    /// Returns the name without control characters and without the prefix that SQLite reserves, `sqlite_`.
    private func allowed(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }))
        if plain.isEmpty { return "_" }
        return areTables && plain.lowercased().hasPrefix("sqlite_") ? "entity_" + plain : plain
    }
}
