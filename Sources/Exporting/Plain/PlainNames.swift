/// Hands out names of tables, views or columns: each once, whatever its case.
///
/// SQLite takes `Name` and `name` for one name, and DuckDB and others do so beyond ASCII.
struct PlainNames {
    private var taken: Set<String> = []
    /// Whether the names are those of tables and views, which SQLite keeps some for itself of.
    private let areTables: Bool

    /// - Parameters:
    ///   - reserved: names that are there already.
    ///   - areTables: whether the names are those of tables, views and indexes.
    init(reserved: some Sequence<String> = [], areTables: Bool = false) {
        taken = Set(reserved.map(Self.folded))
        self.areTables = areTables
    }

    /// The first of some names that is free; else the last one with a number.
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

    /// Whether a name is free.
    func isFree(_ name: String) -> Bool { !taken.contains(Self.folded(allowed(name))) }

    /// What names have in common that only differ in case or in how their characters are composed.
    static func folded(_ name: String) -> String { name.lowercased().uppercased() }

    /// The name without what SQLite keeps for itself, `sqlite_…`, and without control characters.
    private func allowed(_ name: String) -> String {
        let plain = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }))
        if plain.isEmpty { return "_" }
        return areTables && plain.lowercased().hasPrefix("sqlite_") ? "entity_" + plain : plain
    }
}
