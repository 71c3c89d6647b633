import Files
import ObjectModel
import Pages
import SQLite
import StoreFormat

/// A private copy of a reference store that is being filled.
///
/// It is set up for bulk writing, without a journal, locks or syncing, because no other process sees the file
/// before it is finished. Indexes and triggers are dropped, and restored after the rows with identical text.
/// ``close()`` ends the work. The remaining parts are written into the file of a ``ClosedStore``.
package struct WorkingStore: ~Copyable {
    /// The copy, open for writing.
    package private(set) var connection: Connection
    private let reference: Connection
    private var indexes: [InspectedObject] = []
    private var triggers: [InspectedObject] = []
    /// The indexes that have a root but no entries yet.
    private var pendingIndexes: PendingIndexes?

    /// Copies a reference, including its `-wal`.
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
        /// Returns the connection that was used for the copy. Returns nil if the copy is in WAL mode, which can be
        /// left only while the file is closed.
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

    /// Removes all rows of entities, join tables, R-trees and history, and sets every `Z_MAX` to 0.
    ///
    /// `Z_METADATA`, `Z_MODELCACHE`, the numbers in `Z_PRIMARYKEY`, and tables that are not Core Data's are kept.
    /// Indexes and triggers are dropped until ``restoreIndexes()`` and ``restoreTriggers()``.
    ///
    /// - Parameter keepsHistory: whether the persistent history is kept (docs/internals/format.md#persistent-history).
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

    /// Keeps the rows, and drops indexes and triggers as ``empty(_:keepsHistory:)`` does.
    ///
    /// - Parameter clearsHistory: whether the persistent history is removed
    ///   (docs/internals/format.md#persistent-history).
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

    /// Drops indexes and triggers until they are restored.
    ///
    /// Triggers must not fire for the inserted rows, because they call functions that only Core Data has
    /// (docs/internals/format.md#triggers-and-r-trees).
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

    /// Removes the rows of every table with content, including `Z_PRIMARYKEY`, so that they can be inserted one by
    /// one.
    ///
    /// R-trees keep their rows, see ``InspectedTable/isRTree``. Indexes and triggers are dropped until
    /// ``restoreIndexes()`` and ``restoreTriggers()``.
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

    /// Restores the dropped indexes with their original text.
    ///
    /// Indexes of large tables get their entries later, from ``ClosedStore/writeIndexes()``.
    ///
    /// - Throws: `DatabaseError`, for example if a unique index finds equal rows. `FileError`.
    package mutating func restoreIndexes(reporting progress: ((SeedProgress) -> Void)? = nil) throws {
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

    /// Restores the indexes of some tables early, for looking up existing rows while later rows are inserted.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func restoreIndexes(onTables names: Set<String>) throws {
        for index in indexes where names.contains(index.table) {
            try connection.execute(index.sql)
        }
        indexes.removeAll { names.contains($0.table) }
    }

    /// Restores the dropped triggers with their original text.
    ///
    /// - Throws: `DatabaseError`.
    package mutating func restoreTriggers() throws {
        for trigger in triggers { try connection.execute(trigger.sql) }
        triggers = []
    }

    /// Closes the store. All statements prepared on its connection must already be released.
    package consuming func close() -> ClosedStore {
        var last = self
        assert(isKnownUniquelyReferenced(&last.connection), "the store is still open")
        return ClosedStore(
            path: last.connection.path, preparedStatements: last.connection.preparedStatements,
            pendingIndexes: last.pendingIndexes)
    }

    // MARK: Bookkeeping

    /// Returns the highest primary key ever used, by the name of the root entity (docs/internals/format.md#metadata).
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

    /// Writes the highest primary keys, by the numbers of root entities (docs/internals/format.md#metadata).
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
