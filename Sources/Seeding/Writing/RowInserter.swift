import SQLite
import StoreFormat

/// Inserts rows of one entity through one prepared statement.
final class RowInserter {
    let entity: EntityLayout
    private let statement: Statement
    private let parameters: [String: Int]

    /// Prepares the statement.
    ///
    /// - Parameter columns: the columns that get values, beside `Z_PK`, `Z_ENT` and `Z_OPT`.
    /// - Throws: `DatabaseError`.
    init(connection: Connection, entity: EntityLayout, columns: [String]) throws {
        self.entity = entity
        // Z_PK is parameter 1; new rows have Z_OPT 1 (SPEC 8).
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns
        let values = ["?1", String(entity.number), "1"] + columns.indices.map { "?\($0 + 2)" }
        statement = try connection.prepare(
            "INSERT INTO \(entity.table.sqlIdentifier) "
                + "(\(names.map(\.sqlIdentifier).joined(separator: ", "))) "
                + "VALUES (\(values.joined(separator: ", ")))", isPersistent: true)
        parameters = Dictionary(
            columns.enumerated().map { ($1, $0 + 2) }, uniquingKeysWith: { first, _ in first })
    }

    /// The parameter of a column; nil where the statement does not write it.
    func parameter(of column: String) -> Int? { parameters[column] }

    /// Binds a value that stays for all rows.
    func bindConstant(_ value: Value, to column: String) throws {
        guard let parameter = parameters[column] else { return }
        try statement.bind(value, at: parameter)
    }

    @inline(__always)
    func bind(_ value: BoundValue, at parameter: Int) throws {
        try value.bind(to: statement, at: parameter)
    }

    /// Inserts a row with what is bound.
    @inline(__always)
    func insert(primaryKey: Int64) throws {
        try statement.bind(primaryKey, at: 1)
        try statement.run()
    }
}
