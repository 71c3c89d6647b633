import Inputs

/// A table whose rows a plan lists one by one, with every column as it is stored.
///
/// Plans with tables have no loads: they look up no entities, and convert, number and link nothing. They are written
/// by `zseed export --exact`.
package struct TablePlan: Equatable, Sendable {
    /// The table's name.
    package var name: Located<String>
    /// The CSV file with its rows; a resolved path.
    package var path: Located<String>
}

extension SeedPlan {
    /// Whether the plan has tables instead of entities.
    package var isExact: Bool { !tables.isEmpty }
}

extension PlanReader {
    /// The keys that concern entities, or would change the rows of an exact plan.
    package static let keysOfLoads = [
        "sources", "entities", "links", "metadata", "timeZone", "locale", "rows", "derivedTriggers",
        "joinTables", "now", "history", "uuid",
        "allowCloudKit", "storage", "onError", "rejects",
    ]

    /// Reads the tables of an exact plan: `tables: { ZITEM: tables/ZITEM.csv }`.
    func tables(_ reader: MappingReader) -> [TablePlan] {
        guard let tables = reader.mapping("tables", expecting: "tables and their CSV files") else {
            return []
        }
        refuse(Self.keysOfLoads, besides: "tables", in: reader)
        return tables.entries.compactMap { name, node in
            guard let scalar = node.scalar, !scalar.string.isEmpty else {
                report(SeedIssue(.plan(.wrongKind(expected: "a CSV file")), at: tables.location(of: node)))
                return nil
            }
            let path = Located(scalar.string, at: tables.location(of: node))
            return TablePlan(name: name, path: resolved(path))
        }
    }
}
