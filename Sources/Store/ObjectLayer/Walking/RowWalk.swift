import ObjectModel
import SQLite

/// Reads all rows of a store, one table after the other, without creating objects.
///
/// With a context, a million objects cost seconds and gigabytes of short-lived memory. A walk provides the same rows in
/// the same forms at the cost of reading them. The data of a row is valid only until the walk moves to the next row.
package final class RowWalk {
    private let session: StoreSession

    /// The connection of the walk, for comparing its rows with SQL results.
    package var connection: Connection { session.connection }

    /// Creates a walk over an open connection to the coordinator's store.
    package init(_ coordinator: PersistentStoreCoordinator, over connection: Connection) {
        session = coordinator.session(over: connection)
    }

    /// Passes each row of an entity family's table to `body`, in the order of `Z_PK`.
    ///
    /// - Parameter columns: the columns of each ``WalkedRow``, indexed from 0 in this order.
    /// - Throws: `DatabaseError`, and the errors of `body`.
    package func forEachRow(
        ofTable table: String, columns: [String], _ body: (WalkedRow) throws -> Void
    ) throws {
        let list = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).map(\.sqlIdentifier)
        // No index is used, because the walk has to show the contents of the table itself.
        let sql = "SELECT \(list.joined(separator: ", ")) FROM \(table.sqlIdentifier) NOT INDEXED"
        try session.forEachRow(sql) { try body(WalkedRow(statement: $0)) }
    }

    /// Returns the primary keys of a table with the entities of their rows.
    ///
    /// - Throws: `DatabaseError`.
    package func keys(ofTable table: String) throws -> TargetIndex {
        let name = table.sqlIdentifier
        var bounds: (count: Int64, least: Int64, greatest: Int64) = (0, 0, 0)
        try session.forEachRow("SELECT count(*), min(Z_PK), max(Z_PK) FROM \(name)") {
            bounds = ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2))
        }
        var keys = TargetIndex(
            count: bounds.count, least: bounds.least, greatest: bounds.greatest)
        try session.forEachRow("SELECT Z_PK, Z_ENT FROM \(name) NOT INDEXED ORDER BY Z_PK") {
            keys.append($0.integer(at: 0), entityNumber: $0.isNull(at: 1) ? nil : $0.integer(at: 1))
        }
        return keys
    }
}

/// The current row of a walk. It is inlinable because checks in other modules read each cell.
@usableFromInline package struct WalkedRow {
    @usableFromInline let statement: Statement

    /// `Z_PK`.
    @inlinable package var primaryKey: Int64 { statement.integer(at: 0) }

    /// `Z_ENT`; nil if it is not an integer.
    @inlinable package var entityNumber: Int64? {
        statement.storageClass(at: 1) == .integer ? statement.integer(at: 1) : nil
    }

    /// `Z_OPT`; nil if it is not an integer.
    @inlinable package var version: Int64? {
        statement.storageClass(at: 2) == .integer ? statement.integer(at: 2) : nil
    }

    /// Returns the storage class of a column.
    @inlinable package func storageClass(at index: Int) -> StorageClass {
        statement.storageClass(at: index + RowReading.leadingColumns)
    }

    /// Returns whether a column is NULL.
    @inlinable package func isNull(at index: Int) -> Bool {
        statement.isNull(at: index + RowReading.leadingColumns)
    }

    /// Returns a column as an integer; 0 for NULL.
    @inlinable package func integer(at index: Int) -> Int64 {
        statement.integer(at: index + RowReading.leadingColumns)
    }

    /// Returns a column as a real; 0 for NULL.
    @inlinable package func real(at index: Int) -> Double {
        statement.real(at: index + RowReading.leadingColumns)
    }

    /// Passes the bytes of a text column, or nil for NULL. They are valid only during the call.
    @inlinable package func withText<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        try statement.withText(at: index + RowReading.leadingColumns, body)
    }

    /// Passes the bytes of a blob column, or nil for NULL. They are valid only during the call.
    @inlinable package func withBlob<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        try statement.withBlob(at: index + RowReading.leadingColumns, body)
    }

    /// Returns a column with its storage class.
    package func value(at index: Int) -> Value {
        statement.value(at: index + RowReading.leadingColumns)
    }

    /// `Z_ENT` with its storage class.
    package var entityValue: Value { statement.value(at: 1) }

    /// `Z_OPT` with its storage class.
    package var versionValue: Value { statement.value(at: 2) }

    /// Returns a column as an object of a context would show it.
    package func storedValue(at index: Int, of attribute: AttributeDescription) -> StoredValue {
        ValueCoding.value(of: value(at: index), attribute)
    }
}
