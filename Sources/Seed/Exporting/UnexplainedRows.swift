import SQLite
import StoreFormat

/// The rows of a store that are missing in an export by the model.
struct UnexplainedRows {
    private let reference: ReferenceStore

    init(_ reference: ReferenceStore) { self.reference = reference }

    /// Returns the rows of tables and entities that are not in the model.
    ///
    /// - Parameters:
    ///   - entities: the exported entities.
    ///   - joinTables: the exported join tables.
    /// - Throws: `DatabaseError`.
    func omissions(
        entities: [EntityLayout], joinTables: some Sequence<String>
    ) throws -> [ExportReport.Omission] {
        var numbers: [String: [Int]] = [:]
        for entity in entities {
            numbers[entity.table.uppercased(), default: []].append(entity.number)
        }
        let joins = Set(joinTables.map { $0.uppercased() })
        return try reference.inspection.tables.compactMap { table in
            let name = table.name.uppercased()
            // History and R-trees are derived from the objects, and the counters from the build.
            guard table.holdsContent, !table.isVirtual, name.hasPrefix("Z"), name != "Z_PRIMARYKEY",
                !joins.contains(name)
            else { return nil }
            guard let known = numbers[name] else {
                let rows = try count(table.name, where: "1")
                return rows == 0 ? nil : .unexplainedTable(name: table.name, rows: rows)
            }
            let list = known.map(String.init).joined(separator: ", ")
            let rows = try count(table.name, where: "Z_ENT IS NULL OR Z_ENT NOT IN (\(list))")
            return rows == 0 ? nil : .unknownEntity(table: table.name, rows: rows)
        }
    }

    /// Returns the number of CloudKit's own rows (`ANSCK…`).
    ///
    /// - Throws: `DatabaseError`.
    func mirroringRows() throws -> Int {
        try reference.inspection.tables.filter { MirroringTable.isNamed($0.name) }
            .reduce(0) { try $0 + count($1.name, where: "1") }
    }

    private func count(_ table: String, where condition: String) throws -> Int {
        let rows = try reference.connection.integer(
            "SELECT count(*) FROM \(table.sqlIdentifier) WHERE \(condition)")
        return rows.flatMap(Int.init(exactly:)) ?? 0
    }
}
