import SQLite

/// Rows read by an SQL statement, for databases whose pages cannot be read without SQLite.
package final class StatementRows: FingerprintedRows {
    private let statement: Statement
    private let fingerprinter: RowFingerprinter

    /// Prepares to read a table.
    ///
    /// - Parameters:
    ///   - table: the table, as SQL text.
    ///   - columns: the columns, as SQL text.
    /// - Throws: `DatabaseError`.
    package init(
        _ table: String, columns: [String], in connection: Connection, fingerprinter: RowFingerprinter
    ) throws {
        statement = try connection.prepare(
            "SELECT \((["Z_PK"] + columns).joined(separator: ", ")) FROM \(table) ORDER BY 1")
        self.fingerprinter = fingerprinter
    }

    /// The number of the current row.
    package var rowID: Int64 { statement.integer(at: 0) }

    /// Advances to the next row.
    ///
    /// - Throws: `DatabaseError`.
    package func next() throws -> Bool { try statement.step() }

    /// Returns whether a value is NULL.
    package func isNull(at index: Int) -> Bool { statement.isNull(at: index + 1) }

    /// Returns an integer value, or nil for all other types.
    package func integer(at index: Int) -> Int64? {
        statement.storageClass(at: index + 1) == .integer ? statement.integer(at: index + 1) : nil
    }

    /// Returns the bytes of a binary value, or nil for all other types.
    package func blob(at index: Int) -> [UInt8]? {
        statement.storageClass(at: index + 1) == .blob ? statement.blob(at: index + 1) ?? [] : nil
    }

    /// Adds a value to a fingerprint.
    package func add(at index: Int, column: Int, to fingerprint: inout RowFingerprint) {
        switch statement.storageClass(at: index + 1) {
        case .null: fingerprinter.addNull(column: column, to: &fingerprint)
        case .integer: fingerprinter.add(statement.integer(at: index + 1), column: column, to: &fingerprint)
        case .real: fingerprinter.add(statement.real(at: index + 1), column: column, to: &fingerprint)
        case .text: fingerprinter.add(text: statement.bytes(at: index + 1), column: column, to: &fingerprint)
        case .blob:
            statement.withBlob(at: index + 1) { bytes in
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                fingerprinter.add(blob: bytes ?? none, column: column, to: &fingerprint)
            }
        }
    }
}
