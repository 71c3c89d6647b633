import ObjectModel
import SQLite

/// Goes through all rows of a store, one table after the other, without making objects of them.
///
/// A million objects cost a context seconds and gigabytes of short-lived memory; a walk shows the
/// same rows in the same forms at the price of reading them. What it shows of a row is valid only
/// until it goes on to the next one.
package final class RowWalk {
    private let session: StoreSession

    /// The walk's connection, to compare what it shows with SQL.
    package var connection: Connection { session.connection }

    /// Prepares a walk over a connection to the coordinator's store that is open already.
    package init(_ coordinator: PersistentStoreCoordinator, over connection: Connection) {
        session = coordinator.session(over: connection)
    }

    /// Gives each row of the table of an entity's family to `body`, in the order of `Z_PK`.
    ///
    /// - Parameter columns: the columns that ``WalkedRow`` shows, from 0 in this order.
    /// - Throws: `DatabaseError`, and what `body` throws.
    package func forEachRow(
        ofTable table: String, columns: [String], _ body: (WalkedRow) throws -> Void
    ) throws {
        let list = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).map(\.sqlIdentifier)
        // Not by an index: the walk is to show what the table itself holds.
        let sql = "SELECT \(list.joined(separator: ", ")) FROM \(table.sqlIdentifier) NOT INDEXED"
        try session.forEachRow(sql) { try body(WalkedRow(statement: $0)) }
    }

    /// The primary keys of a table with the entities of their rows.
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

/// The row that a walk has come to. Inlinable, since checks of other modules look at each cell.
@usableFromInline package struct WalkedRow {
    @usableFromInline let statement: Statement

    /// `Z_PK`.
    @inlinable package var primaryKey: Int64 { statement.integer(at: 0) }

    /// `Z_ENT`; nil where it is no integer.
    @inlinable package var entityNumber: Int64? {
        statement.storageClass(at: 1) == .integer ? statement.integer(at: 1) : nil
    }

    /// `Z_OPT`; nil where it is no integer.
    @inlinable package var version: Int64? {
        statement.storageClass(at: 2) == .integer ? statement.integer(at: 2) : nil
    }

    /// The storage class of a column.
    @inlinable package func storageClass(at index: Int) -> StorageClass {
        statement.storageClass(at: index + RowReading.leadingColumns)
    }

    /// Whether a column is NULL.
    @inlinable package func isNull(at index: Int) -> Bool {
        statement.isNull(at: index + RowReading.leadingColumns)
    }

    /// A column as an integer; 0 for NULL.
    @inlinable package func integer(at index: Int) -> Int64 {
        statement.integer(at: index + RowReading.leadingColumns)
    }

    /// A column as a real; 0 for NULL.
    @inlinable package func real(at index: Int) -> Double {
        statement.real(at: index + RowReading.leadingColumns)
    }

    /// Gives the bytes of a text column, nil for NULL, valid during the call.
    @inlinable package func withText<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        try statement.withText(at: index + RowReading.leadingColumns, body)
    }

    /// Gives the bytes of a blob column, nil for NULL, valid during the call.
    @inlinable package func withBlob<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        try statement.withBlob(at: index + RowReading.leadingColumns, body)
    }

    /// A column with its storage class.
    package func value(at index: Int) -> Value {
        statement.value(at: index + RowReading.leadingColumns)
    }

    /// `Z_ENT` with its storage class.
    package var entityValue: Value { statement.value(at: 1) }

    /// `Z_OPT` with its storage class.
    package var versionValue: Value { statement.value(at: 2) }

    /// A column as an object of the context would show it.
    package func storedValue(at index: Int, of attribute: AttributeDescription) -> StoredValue {
        ValueCoding.value(of: value(at: index), attribute)
    }
}
