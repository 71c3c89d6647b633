import ObjectModel
import SQLite
import TestSupport

@testable import StoreFormat

/// The schema of a real store and the one that the rules give.
struct CorpusSchema {
    /// An object whose text differs.
    struct Difference: CustomStringConvertible {
        let name: String
        let stored: String?
        let generated: String?
        var description: String {
            "\(name)\n  store \(stored ?? "-")\n  rules \(generated ?? "-")"
        }
    }

    /// The reason that a migrated store differs from the rules (docs/internals/schema-differences.md).
    enum Kind {
        /// An index created by an earlier version of the model or of the framework, or by the app.
        case leftIndex
        /// Columns were added at the end of the table, or order keys have a hash order.
        case columnOrder
        /// An index on a table that was renamed: its name is quoted.
        case quotedTable
        /// A join table within one entity is named after the other relationship.
        case namingSide
        /// The trigger of a location tree, which stores from framework 1403 on do not have.
        case treeTrigger
    }

    let entry: Corpus.Entry
    let framework: Int
    /// Whether no migration has changed the store (docs/internals/format.md#migrated-stores).
    let isFresh: Bool
    /// The objects in `sqlite_schema`, in its order, with names unquoted.
    let stored: [SchemaObject]
    let generated: SchemaStatements
    let differences: [Difference]
    /// The statements by the rules alone, without anything that only a store shows.
    let byRules: SchemaStatements
    let differencesByRules: [Difference]
    /// The number of objects that are on at least one side.
    let objectCount: Int

    var rate: Double { 1 - Double(differences.count) / Double(max(objectCount, 1)) }

    init(_ entry: Corpus.Entry, model: ManagedObjectModel) throws {
        let store = try Connection.reading(path: entry.store)
        self.entry = entry
        framework = try entry.facts().framework_version
        let rows = try store.rows(
            "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
        ) { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "", $0.text(at: 2) ?? "") }
        // An R-tree's own tables are created with it. `ZT_` triggers and `RADAR_` indexes are the app's
        // (docs/internals/format.md#indexes, #triggers-and-r-trees).
        let trees = rows.filter { $0.2.hasPrefix("CREATE VIRTUAL TABLE") }.map(\.1)
        let parts = trees.flatMap { tree in ["_node", "_parent", "_rowid"].map { tree + $0 } }
        let kept = rows.filter { !parts.contains($0.1) && !Self.isApps($0.1) }
        stored = kept.compactMap { row in
            SchemaObject.Kind(rawValue: row.0).map { SchemaObject($0, row.1, Self.bare(row.2)) }
        }
        let hasHistory = rows.contains { $0.1 == "ACHANGE" }
        byRules =
            StoreSchema(model: model, framework: framework, hasHistory: hasHistory).statements
        // Only a store shows hash orders (docs/internals/format.md#columns).
        generated =
            StoreSchema(
                model: model, era: SchemaEra(framework: framework), hasHistory: hasHistory, reference: stored
            ).statements
        isFresh =
            !kept.contains { $0.2.hasPrefix("CREATE TABLE \"") || $0.2.contains(" , ") }
            && !(framework >= SchemaEra.fetchIndexFramework
                && Self.hasOldIndexes(model, names: Set(stored.map(\.name))))
        differences = Self.differences(stored, generated.objects)
        differencesByRules = Self.differences(stored, byRules.objects)
        objectCount = Set((stored + generated.objects).map(\.name)).count
    }

    /// Returns whether an app creates an object by itself.
    static func isApps(_ name: String) -> Bool {
        name.hasPrefix("ZT_") || name.hasPrefix("RADAR_")
    }

    private static func differences(
        _ stored: [SchemaObject], _ generated: [SchemaObject]
    ) -> [Difference] {
        let real = Dictionary(stored.map { ($0.name, $0.sql) }, uniquingKeysWith: { one, _ in one })
        let rules = Dictionary(
            generated.map { ($0.name, $0.sql) }, uniquingKeysWith: { one, _ in one })
        let names = Set(real.keys).union(rules.keys).sortedInBinaryOrder()
        return names.filter { real[$0] != rules[$0] }
            .map { Difference(name: $0, stored: real[$0], generated: rules[$0]) }
    }

    /// Returns a statement without the quotes that remain after a table is renamed.
    private static func bare(_ sql: String) -> String {
        for start in ["CREATE TABLE \"", "CREATE INDEX \"", "CREATE UNIQUE INDEX \""]
        where sql.hasPrefix(start) {
            let rest = sql.dropFirst(start.count)
            guard let end = rest.firstIndex(of: "\"") else { continue }
            return "\(start.dropLast())\(rest[..<end])\(rest[rest.index(after: end)...])"
        }
        return sql
    }

    /// Returns whether an attribute has an index in the style from before fetch indexes although the model has some.
    /// It remains from an earlier framework.
    private static func hasOldIndexes(_ model: ManagedObjectModel, names: Set<String>) -> Bool {
        guard model.entities.contains(where: { !$0.fetchIndexes.isEmpty }) else { return false }
        return model.entities.contains { entity in
            let table = StoreName.plain(model.root(of: entity).name)
            return entity.ownAttributes.contains {
                $0.isIndexed && names.contains("\(table)_\(StoreName.plain($0.name))_INDEX")
            }
        }
    }
}

extension CorpusSchema.Difference {
    /// The kind of difference; nil for one that a migration does not explain.
    var kind: CorpusSchema.Kind? {
        guard let stored else {
            if generated?.hasPrefix("CREATE TRIGGER Z_RT_") == true { return .treeTrigger }
            return Self.isJoinTable(generated ?? "") ? .namingSide : nil
        }
        guard let generated else {
            if stored.hasPrefix("CREATE INDEX ") { return .leftIndex }
            return Self.isJoinTable(stored) ? .namingSide : nil
        }
        let unquoted = stored.filter { $0 != "\"" }
        if stored.hasPrefix("CREATE INDEX "), Self.list(unquoted) == Self.list(generated) {
            return .quotedTable
        }
        if Self.isJoinTable(generated), Self.words(unquoted) == Self.words(generated) {
            return .namingSide
        }
        return Self.list(unquoted).sorted() == Self.list(generated).sorted() ? .columnOrder : nil
    }

    private static func words(_ sql: String) -> [String] {
        sql.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init).sorted()
    }

    private static func isJoinTable(_ sql: String) -> Bool {
        sql.hasPrefix("CREATE TABLE Z_") && sql.dropFirst(15).first?.isNumber == true
    }

    /// Returns the text between the outer parentheses, split at commas.
    private static func list(_ sql: String) -> [String] {
        guard let start = sql.firstIndex(of: "("), let end = sql.lastIndex(of: ")") else {
            return [sql]
        }
        return sql[sql.index(after: start)..<end].split(separator: ",").map { item in
            item.split(separator: " ").joined(separator: " ")
        }
    }
}
