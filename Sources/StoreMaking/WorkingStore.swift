import IndexBuilding
import ObjectModel
import SQLite
import StoreFormat

/// A private copy of a reference store while it is being filled.
///
/// Made for bulk writing: no journal, no locks, no syncing, since nobody else sees the file before
/// it is finished; indexes and triggers are set aside and come back, text-identical, after the
/// rows. ``close()`` ends that: what is left to write goes into the file of a ``ClosedStore``.
package struct WorkingStore: ~Copyable {
    /// The copy, open for writing.
    package private(set) var connection: Connection
    private let reference: Connection
    private var indexes: [InspectedObject] = []
    private var triggers: [InspectedObject] = []
    /// Indexes that have a root already, and no entries yet.
    private var pendingIndexes: PendingIndexes?

    /// Copies a reference, its `-wal` included.
    ///
    /// - Parameters:
    ///   - path: an existing empty file.
    ///   - recordsStatements: see `Connection`.
    /// - Throws: `DatabaseError`, `FileError`.
    package init(
        copying reference: Connection, to path: String, recordsStatements: Bool = false
    ) throws {
        func open() throws -> Connection {
            let connection = try Connection(
                path: path, mode: .readWrite, recordsStatements: recordsStatements)
            try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            return connection
        }
        /// The connection that the copy was made over; nil where the copy is in WAL mode, which
        /// can only be left while nobody has the file open.
        func copied() throws -> Connection? {
            let copy = try open()
            try reference.backup(to: copy)
            return try DatabaseHeader.isWAL(path) ? nil : copy
        }
        let copy = try copied()
        if copy == nil { try DatabaseHeader.leaveWAL(path) }
        let connection = try copy ?? open()
        try connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16384")
        self.init(connection: connection, reference: reference)
    }

    private init(connection: Connection, reference: Connection) {
        self.connection = connection
        self.reference = reference
    }

    // MARK: Emptying

    /// Removes all rows of entities, joins, R-trees and history, and sets every `Z_MAX` to 0.
    ///
    /// `Z_METADATA`, `Z_MODELCACHE`, the numbers in `Z_PRIMARYKEY`, and tables that are none of
    /// Core Data's stay as they are. Indexes and triggers are set aside until
    /// ``restoreIndexes()`` and ``restoreTriggers()``.
    ///
    /// - Parameter keepsHistory: the persistent history stays (docs/format.md#persistent-history).
    /// - Throws: `DatabaseError`.
    package mutating func empty(_ inspection: StoreInspection, keepsHistory: Bool = false) throws {
        try setAside(inspection)
        for table in inspection.tables where table.holdsObjects {
            if keepsHistory, HistoryTable.isNamed(table.name) { continue }
            try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        }
        try connection.execute(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 0"
                + (keepsHistory ? " WHERE Z_ENT < \(PrimaryKeyRow.firstHistoryNumber)" : ""))
        try connection.execute("VACUUM")
    }

    /// Keeps the rows, and sets indexes and triggers aside as ``empty(_:keepsHistory:)`` does.
    ///
    /// - Parameter clearsHistory: the persistent history is emptied (docs/format.md#persistent-history).
    /// - Throws: `DatabaseError`.
    package mutating func keepRows(of inspection: StoreInspection, clearsHistory: Bool) throws {
        try setAside(inspection)
        guard clearsHistory else { return }
        for table in inspection.tables where HistoryTable.isNamed(table.name) {
            try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        }
        try connection.execute(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT >= \(PrimaryKeyRow.firstHistoryNumber)")
    }

    /// Triggers must not fire for our rows: they call functions that only Core Data has
    /// (docs/format.md#triggers-and-r-trees).
    private mutating func setAside(_ inspection: StoreInspection) throws {
        triggers = inspection.triggers
        for trigger in triggers {
            try connection.execute("DROP TRIGGER \(trigger.name.sqlIdentifier)")
        }
        indexes = inspection.indexes
        for index in indexes {
            try connection.execute("DROP INDEX \(index.name.sqlIdentifier)")
        }
    }

    /// Removes the rows of every table that holds content, `Z_PRIMARYKEY` among them, so that they
    /// can be written anew one by one; R-trees keep theirs, see ``InspectedTable/isRTree``.
    ///
    /// Indexes and triggers are set aside until ``restoreIndexes()`` and ``restoreTriggers()``.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func emptyTables(of inspection: StoreInspection) throws {
        try setAside(inspection)
        for table in inspection.tables where table.holdsContent && !table.isRTree {
            try connection.execute("DELETE FROM \(table.name.sqlIdentifier)")
        }
        try connection.execute("VACUUM")
    }

    // MARK: Finishing

    /// Builds the indexes that were set aside, with their own text; those of large tables get their
    /// entries only afterwards, from ``ClosedStore/writeIndexes()``.
    ///
    /// - Throws: `DatabaseError`: a unique index finds equal rows here. `FileError`.
    package mutating func restoreIndexes(telling progress: ((SeedProgress) -> Void)? = nil) throws {
        let definitions =
            try BulkIndexes.mayPay(for: connection)
            ? BulkIndexes.definitions(in: reference) : []
        let bulk = try BulkIndexes(definitions, connection: connection)
        for (number, index) in indexes.enumerated() {
            progress?(
                SeedProgress(
                    subject: "building indexes", fraction: Double(number) / Double(indexes.count)))
            if try !bulk.prepare(index.name) { try connection.execute(index.sql) }
        }
        indexes = []
        pendingIndexes = bulk.pending
    }

    /// Builds the indexes of some tables now, since the rows to come are looked for through them.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func restoreIndexes(onTables names: Set<String>) throws {
        for index in indexes where names.contains(index.table) {
            try connection.execute(index.sql)
        }
        indexes.removeAll { names.contains($0.table) }
    }

    /// Brings back the triggers that were set aside, with their own text.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func restoreTriggers() throws {
        for trigger in triggers { try connection.execute(trigger.sql) }
        triggers = []
    }

    /// Closes the store, once nothing prepared over its connection is left.
    package consuming func close() -> ClosedStore {
        var last = self
        assert(isKnownUniquelyReferenced(&last.connection), "somebody has the store open")
        return ClosedStore(
            path: last.connection.path, preparedStatements: last.connection.preparedStatements,
            pendingIndexes: last.pendingIndexes)
    }

    // MARK: Bookkeeping

    /// The highest primary key ever handed out, by the name of the root entity (docs/format.md#metadata).
    ///
    /// - Throws: `DatabaseError`.
    package func highestPrimaryKeys(of reference: ReferenceStore) throws -> [String: Int64] {
        var highest: [String: Int64] = [:]
        for entity in reference.layout.entities where entity.name == entity.rootName {
            let noted = reference.inspection.primaryKeys.first { $0.number == entity.number }
            let used = try connection.integer(
                "SELECT max(Z_PK) FROM \(entity.table.sqlIdentifier)")
            highest[entity.name] = max(noted?.highestPrimaryKey ?? 0, used ?? 0)
        }
        return highest
    }

    /// Writes the highest primary keys handed out, by the numbers of root entities
    /// (docs/format.md#metadata).
    ///
    /// - Throws: `DatabaseError`.
    package func setHighestPrimaryKeys(_ keys: [(entityNumber: Int, key: Int64)]) throws {
        let update = try connection.prepare("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?")
        for (number, key) in keys {
            try update.bind(key, at: 1)
            try update.bind(Int64(number), at: 2)
            try update.run()
        }
    }
}
