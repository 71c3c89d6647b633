/// Reads a table, and sums the entries that its indexes must have.
final class IndexedRows {
    private let table: TableDefinition
    private let hash: ValueHash
    private let walk: BTreeWalk
    /// The fields that occur in an index, in ascending order.
    private let used: [Int]
    /// The fields of all indexes in one list, with -1 for the row's number, and the start of each index in it.
    private let fieldsOfIndexes: [Int]
    private let starts: [Int]
    private var fields: RecordFields
    private var values: [UInt64]
    private var sums: [EntrySum]

    init(_ table: TableDefinition, hash: ValueHash, walk: BTreeWalk) {
        self.table = table
        self.hash = hash
        self.walk = walk
        used = Set(table.indexes.flatMap(\.columns).compactMap(\.field)).sorted()
        fieldsOfIndexes = table.indexes.flatMap { $0.columns.map { $0.field ?? -1 } }
        starts = table.indexes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.columns.count) }
        let most = (used.last ?? -1) + 1
        fields = RecordFields(most: most)
        values = Array(repeating: hash.null, count: most)
        sums = table.indexes.map { _ in EntrySum() }
    }

    /// Returns the sums of the entries of the indexes, in the order of the indexes.
    ///
    /// - Throws: ``UnreadablePage`` if a row is invalid, or lacks a field whose default is not NULL. `FileError`.
    func entrySums() throws -> [EntrySum] {
        try walk.forEachCell(ofTreeAt: table.root, isIndex: false) { cell in
            // The part on the page is usually enough.
            if try fields.read(cell.local), fields.end <= cell.local.count {
                return try add(cell.local, cell.rowID)
            }
            try walk.withRecord(of: cell) { record in
                guard try fields.read(record), fields.end <= record.count else {
                    throw UnreadablePage("a row ends early")
                }
                try add(record, cell.rowID)
            }
        }
        return sums
    }

    private func add(_ record: UnsafeRawBufferPointer, _ rowID: Int64) throws {
        for field in used {
            guard field < fields.count else {
                // The column was added after the row was written.
                guard table.lackingIsNull[field] else { throw UnreadablePage("a default value") }
                values[field] = hash.null
                continue
            }
            values[field] = hash.value(field, of: fields, record)
        }
        let start = hash.start(rowID)
        for index in sums.indices {
            var entry = start
            let first = starts[index]
            for column in first..<starts[index + 1] {
                let field = fieldsOfIndexes[column]
                let value = field >= 0 ? values[field] : hash.integer(rowID)
                entry = hash.adding(value, column: column - first, to: entry)
            }
            sums[index].add(entry)
        }
    }
}
