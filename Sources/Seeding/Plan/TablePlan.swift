import Sources

/// A table whose rows a plan gives one by one, every column as it is stored.
///
/// Such plans have nothing in common with loads: no entity is looked up, nothing is converted,
/// numbered or linked. They are what `zseed export --exact` writes.
package struct TablePlan: Equatable, Sendable {
    /// The table's name.
    package var name: Located<String>
    /// The CSV file with its rows; a resolved path.
    package var path: Located<String>
}

extension SeedPlan {
    /// Whether the plan gives tables and not entities.
    package var isExact: Bool { !tables.isEmpty }
}

extension PlanReader {
    /// The keys that are about entities, or change what an exact plan keeps.
    package static let keysOfLoads = [
        "sources", "entities", "links", "metadata", "timeZone", "locale", "rows", "derivedTriggers",
        "joinTables", "now", "history", "uuid",
        "allowCloudKit", "storage", "onError", "rejects",
    ]

    /// The tables of an exact plan: `tables: { ZITEM: tables/ZITEM.csv }`.
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
