import Foundation
import ObjectModel
import SQLite
import StoreFormat

extension StoreWriter {
    /// Adds the save to the persistent history, if the store has one, as Core Data does
    /// (docs/internals/format.md#persistent-history). An app that follows the history sees the changes.
    func writeHistory(
        inserted: [ManagedObject], updates: [MergeResolution.Update], deleted: [ManagedObject]
    ) throws {
        guard store.hasPersistentHistory,
            !inserted.isEmpty || !updates.isEmpty || !deleted.isEmpty
        else { return }
        let history = try HistoryTables(session)
        let transaction = try writeTransaction(history)
        let bitmaps = HistoryBitmap.all(in: session.map)
        var changes = ChangeWriter(
            session: session, transaction: transaction, next: try history.nextKey(of: .change),
            tombstoneCount: history.tombstoneCount)
        for object in inserted { try changes.write(.insert, permanent(object.objectID)) }
        for update in updates {
            let id = permanent(update.object.objectID)
            try changes.write(
                .update, id, bitmap: bitmap(of: update, bitmaps[id.entity.number]))
        }
        for object in deleted {
            try changes.write(.delete, object.objectID, tombstone: tombstone(of: object))
        }
        try history.setHighestKey(changes.next - 1, of: .change)
    }

    // MARK: Transactions

    private func writeTransaction(_ history: HistoryTables) throws -> Int64 {
        let process = ProcessInfo.processInfo.processName
        let texts: [(column: String, text: String?)] = [
            ("ZAUTHOR", context.transactionAuthor),
            ("ZBUNDLEID", Bundle.main.bundleIdentifier ?? process),
            ("ZCONTEXTNAME", context.name), ("ZPROCESSID", process),
        ]
        let key = try history.nextKey(of: .transaction)
        var columns = ["Z_PK", "Z_ENT", "ZTIMESTAMP"]
        var binds: [Value] = [
            .integer(key), .integer(HistoryTable.transaction.entityNumber),
            .real(Date().timeIntervalSinceReferenceDate),
        ]
        for case (let column, let text?) in texts {
            columns.append(history.hasStrings ? column + "TS" : column)
            binds.append(
                history.hasStrings ? .integer(try history.key(ofString: text)) : .text(text))
        }
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        try session.run(
            "INSERT INTO ATRANSACTION (\(columns.joined(separator: ", "))) VALUES (\(marks))", binds)
        try history.setHighestKey(key, of: .transaction)
        return key
    }

    // MARK: Changes

    private func bitmap(
        of update: MergeResolution.Update, _ bits: HistoryBitmap?
    ) -> [UInt8] {
        guard let bits else { return [] }
        let object = update.object
        let slots = update.changes.keys.map { object.mapped.slots[$0] }
        let toManys = object.mapped.toManys.enumerated()
            .filter { object.toManys[$0.offset].isChanged }.map(\.element.name)
        // A member with a new owner also gets a new order key.
        return bits.bitmap(
            slots.map(\.name) + toManys, ordered: slots.filter(\.isToOne).map(\.name))
    }

    /// Returns the values that are kept after an object's deletion, as they were in the store.
    private func tombstone(of object: ManagedObject) throws -> [Value] {
        let values = try object.fired().values
        return object.mapped.layout.tombstoneAttributes.map { column in
            guard let slot = object.mapped.slot(named: column.path), values.indices.contains(slot)
            else { return .null }
            return ValueCoding.stored(values[slot], column.attribute)
        }
    }

    /// Writes rows of `ACHANGE`.
    private struct ChangeWriter {
        let session: StoreSession
        let transaction: Int64
        var next: Int64
        let tombstoneCount: Int

        mutating func write(
            _ type: PersistentHistoryChange.ChangeType, _ id: ManagedObjectID,
            bitmap: [UInt8]? = nil, tombstone: [Value] = []
        ) throws {
            guard let key = id.primaryKey else { return }
            var columns = "Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
            var binds: [Value] = [
                .integer(next), .integer(HistoryTable.change.entityNumber),
                .integer(Int64(type.rawValue)), .integer(Int64(id.entity.number)), .integer(key),
                .integer(transaction), bitmap.map { .blob($0) } ?? .null,
            ]
            for (index, value) in tombstone.prefix(tombstoneCount).enumerated() {
                columns += ", ZTOMBSTONE\(index)"
                binds.append(value)
            }
            let marks = binds.map { _ in "?" }.joined(separator: ", ")
            try session.run("INSERT INTO ACHANGE (\(columns)) VALUES (\(marks))", binds)
            next += 1
        }
    }
}

/// The tables of the persistent history while a save is added to them.
private struct HistoryTables {
    let session: StoreSession
    /// Whether transactions refer to texts in a table of their own, as since framework 973, instead of containing them.
    let hasStrings: Bool
    let tombstoneCount: Int

    init(_ session: StoreSession) throws {
        self.session = session
        let strings = try session.rows(
            "SELECT 1 FROM pragma_table_info('ATRANSACTION') WHERE name = 'ZAUTHORTS'"
        ) { _ in true }
        let table = try session.rows(
            "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'ATRANSACTIONSTRING'"
        ) { _ in true }
        hasStrings = !strings.isEmpty && !table.isEmpty
        tombstoneCount =
            try session.rows(
                "SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE*'"
            ) { Int(clamping: $0.integer(at: 0)) }.first ?? 0
    }

    /// Returns the next primary key of a table. Its row in `Z_PRIMARYKEY` may be missing while the table is empty.
    func nextKey(of table: HistoryTable) throws -> Int64 {
        let highest =
            try session.rows(
                """
                SELECT max(ifnull((SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?), 0), \
                ifnull((SELECT max(Z_PK) FROM \(table.name)), 0))
                """, [.integer(table.entityNumber)]
            ) { $0.integer(at: 0) }.first ?? 0
        let (next, overflows) = highest.addingReportingOverflow(1)
        guard !overflows else {
            throw PersistentStoreError.primaryKeysExhausted(entity: table.entityName)
        }
        return next
    }

    func setHighestKey(_ key: Int64, of table: HistoryTable) throws {
        let number = Value.integer(table.entityNumber)
        let changed = try session.run(
            "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [.integer(key), number])
        guard changed == 0 else { return }
        try session.run(
            "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, ?)",
            [number, .text(table.entityName), .integer(key)])
    }

    /// Returns the key of a text's row, inserting the row if needed.
    func key(ofString text: String) throws -> Int64 {
        let known = try session.rows(
            "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ? ORDER BY Z_PK LIMIT 1", [.text(text)]
        ) { $0.integer(at: 0) }
        if let key = known.first { return key }
        let key = try nextKey(of: .transactionString)
        try session.run(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, ?, ?)",
            [.integer(key), .integer(HistoryTable.transactionString.entityNumber), .text(text)])
        try setHighestKey(key, of: .transactionString)
        return key
    }
}
