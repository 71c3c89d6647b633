import ObjectModel
import SQLite
import StoreFormat

/// Reads the persistent history of a store (docs/internals/format.md#persistent-history).
struct HistoryReading {
    private let session: StoreSession
    private let hasStrings: Bool
    private let tombstoneCount: Int
    /// The bits of each entity's bitmaps, looked up once.
    private let bitmaps: [Int: HistoryBitmap]

    init(_ session: StoreSession) throws {
        self.session = session
        func columns(_ table: HistoryTable) throws -> Set<String> {
            Set(
                try session.rows("SELECT name FROM pragma_table_info(?)", [.text(table.name)]) {
                    $0.text(at: 0) ?? ""
                })
        }
        let transactionColumns = try columns(.transaction)
        let strings = try columns(.transactionString)
        hasStrings = transactionColumns.contains("ZAUTHORTS") && strings.contains("ZNAME")
        let changeColumns = try columns(.change)
        tombstoneCount = (0...).first { !changeColumns.contains("ZTOMBSTONE\($0)") } ?? 0
        bitmaps = HistoryBitmap.all(in: session.map)
    }

    /// Passes each transaction to `body`, oldest first.
    func forEachTransaction(
        after number: Int64, _ body: (PersistentHistoryTransaction) throws -> Void
    ) throws {
        var open: (head: Head, changes: [PersistentHistoryChange])?
        func close() throws {
            guard let (head, changes) = open else { return }
            try body(head.transaction(with: changes))
        }
        try session.forEachRow(sql, [.integer(number)]) { row in
            let head = Head(row)
            if open?.head.number != head.number {
                try close()
                open = (head, [])
            }
            if !row.isNull(at: Self.changeColumn) { open?.changes.append(change(row)) }
        }
        try close()
    }

    private static let changeColumn = 6
    private static let tombstoneColumn = 11

    private var sql: String {
        func text(_ plain: String) -> String {
            guard hasStrings else { return "t.\(plain)" }
            return "coalesce((SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = t.\(plain)TS), t.\(plain))"
        }
        let tombstones = (0..<tombstoneCount).map { ", c.ZTOMBSTONE\($0)" }.joined()
        return """
            SELECT t.Z_PK, t.ZTIMESTAMP, \(text("ZAUTHOR")), \(text("ZCONTEXTNAME")), \
            \(text("ZBUNDLEID")), \(text("ZPROCESSID")), \
            c.Z_PK, c.ZCHANGETYPE, c.ZENTITY, c.ZENTITYPK, c.ZCOLUMNS\(tombstones) \
            FROM ATRANSACTION AS t LEFT JOIN ACHANGE AS c ON c.ZTRANSACTIONID = t.Z_PK \
            WHERE t.Z_PK > ? ORDER BY t.Z_PK, c.Z_PK
            """
    }

    private struct Head {
        let number: Int64
        let timestamp: Double
        let author: String?
        let contextName: String?
        let bundleID: String?
        let processID: String?

        init(_ row: Statement) {
            number = row.integer(at: 0)
            timestamp = row.real(at: 1)
            author = row.text(at: 2)
            contextName = row.text(at: 3)
            bundleID = row.text(at: 4)
            processID = row.text(at: 5)
        }

        func transaction(
            with changes: [PersistentHistoryChange]
        ) -> PersistentHistoryTransaction {
            PersistentHistoryTransaction(
                transactionNumber: number, timestamp: timestamp, author: author,
                contextName: contextName, bundleID: bundleID, processID: processID,
                changes: changes)
        }
    }

    private func change(_ row: Statement) -> PersistentHistoryChange {
        let number = Int(clamping: row.integer(at: Self.changeColumn + 2))
        let key = row.integer(at: Self.changeColumn + 3)
        let entity = session.map.entity(numbered: number)
        let type =
            PersistentHistoryChange.ChangeType(
                rawValue: Int(clamping: row.integer(at: Self.changeColumn + 1))) ?? .update
        var properties: [String]? = []
        if type == .update, let bitmap = row.blob(at: Self.changeColumn + 4) {
            properties = bitmaps[number]?.bits(of: bitmap).map { bits in
                bits.reduce(into: []) { names, bit in
                    if !names.contains(bit.property) { names.append(bit.property) }
                }
            }
        }
        var tombstone: [String: PropertyValue] = [:]
        if type == .delete, let entity {
            for (index, column) in entity.layout.tombstoneAttributes.enumerated()
            where index < tombstoneCount {
                let stored = row.value(at: Self.tombstoneColumn + index)
                guard case .attribute(let value) = ValueCoding.value(of: stored, column.attribute)
                else { continue }
                tombstone[column.path] = value
            }
        }
        return PersistentHistoryChange(
            changeID: row.integer(at: Self.changeColumn), changeType: type,
            entityName: entity?.name ?? "entity \(number)", primaryKey: key,
            changedObjectID: entity.map { ManagedObjectID(entity: $0, key: .permanent(key)) },
            updatedProperties: properties, tombstone: tombstone)
    }
}

extension HistoryBitmap {
    /// Returns the bitmap layouts of all entities of a store, by entity number.
    static func all(in map: StoreMap) -> [Int: HistoryBitmap] {
        Dictionary(
            keepingFirst: map.entities.map {
                ($0.number, HistoryBitmap($0.description, $0.layout, in: map.model))
            })
    }
}
