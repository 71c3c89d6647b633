/// Goes through a table: sums the entries that its indexes must have.
final class IndexedRows {
    private let table: TableDefinition
    private let hash: ValueHash
    private let walk: BTreeWalk
    /// The fields that any index has, in ascending order.
    private let used: [Int]
    /// The fields of all indexes one after the other, -1 for the row's number, and where those of
    /// each begin.
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

    /// The sums of the indexes' entries, in the order of the indexes.
    ///
    /// - Throws: ``PageDoubt`` where a row is none, or lacks a field that stands for another value
    ///   than NULL; `FileError`.
    func entrySums() throws -> [EntrySum] {
        try walk.forEachCell(ofTreeAt: table.root, isIndex: false) { cell in
            // Most often what is on the page is enough.
            if try fields.read(cell.local), fields.end <= cell.local.count {
                return try add(cell.local, cell.rowID)
            }
            try walk.withRecord(of: cell) { record in
                guard try fields.read(record), fields.end <= record.count else {
                    throw PageDoubt("a row ends early")
                }
                try add(record, cell.rowID)
            }
        }
        return sums
    }

    private func add(_ record: UnsafeRawBufferPointer, _ rowID: Int64) throws {
        for field in used {
            guard field < fields.count else {
                // A column that came later.
                guard table.lackingIsNull[field] else { throw PageDoubt("a default value") }
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
