import SQLite
import StoreFormat

/// The rows of a store that an export by the model does not have.
struct UnexplainedRows {
    private let reference: ReferenceStore

    init(_ reference: ReferenceStore) { self.reference = reference }

    /// The rows of tables and entities that the model does not know.
    ///
    /// - Parameters:
    ///   - entities: those that were exported.
    ///   - joinTables: those that were exported.
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
            // History and R-trees follow from the objects, and counters are counted anew.
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

    /// How many rows CloudKit keeps of its own (`ANSCK…`).
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
