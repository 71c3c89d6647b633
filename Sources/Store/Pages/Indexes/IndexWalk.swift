import Files

/// Reads an index, sums its entries, and checks their order.
final class IndexWalk {
    private let index: TableDefinition.Index
    private let hash: ValueHash
    private let walk: BTreeWalk
    /// The current and the previous entry, which are swapped at each step.
    private var current: Entry
    private var previous: Entry

    /// An entry with its bytes. They are on its page until the walk reaches the second entry after it, or are a
    /// copy if the entry has overflow pages.
    private struct Entry: ~Copyable {
        var record = UnsafeRawBufferPointer(start: nil, count: 0)
        var fields: RecordFields
        private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

        init(columns: Int) {
            // One field more than allowed, to detect records with too many fields.
            fields = RecordFields(most: columns + 2)
        }

        deinit { copy.deallocate() }

        mutating func keep(_ bytes: UnsafeRawBufferPointer) {
            if copy.count < bytes.count {
                copy.deallocate()
                copy = .allocate(byteCount: bytes.count, alignment: 8)
            }
            copy.copyMemory(from: bytes)
            record = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        }
    }

    init(_ index: TableDefinition.Index, hash: ValueHash, walk: BTreeWalk) {
        self.index = index
        self.hash = hash
        self.walk = walk
        current = Entry(columns: index.columns.count)
        previous = Entry(columns: index.columns.count)
    }

    /// Returns the sum and the number of all entries.
    ///
    /// - Throws: ``UnreadablePage`` if an entry is invalid, out of order, or repeated in a unique index. `FileError`.
    func sum() throws -> EntrySum {
        var sum = EntrySum()
        let rowField = index.columns.count
        try walk.forEachCell(ofTreeAt: index.root, isIndex: true) { cell in
            swap(&current, &previous)
            if cell.overflow == 0 {
                current.record = cell.local
            } else {
                try walk.withRecord(of: cell) { current.keep($0) }
            }
            let record = current.record
            guard try current.fields.read(record), current.fields.count == rowField + 1,
                current.fields.end == record.count, current.fields.kind(rowField) == .number,
                !current.fields.isReal(rowField)
            else { throw UnreadablePage("an entry of \(index.name) is none") }
            var entry = hash.start(current.fields.integer(rowField, record))
            for column in 0..<rowField {
                entry = hash.adding(
                    hash.value(column, of: current.fields, record), column: column, to: entry)
            }
            sum.add(entry)
            if sum.count > 1 { try checkOrder(of: record, behind: previous.record) }
        }
        return sum
    }

    private func checkOrder(
        of record: UnsafeRawBufferPointer, behind other: UnsafeRawBufferPointer
    ) throws {
        var hasNull = false
        for (field, column) in index.columns.enumerated() {
            let order = try compare(field, other, record, foldsCase: column.foldsCase)
            guard order == 0 else {
                guard (order < 0) != column.isDescending else {
                    throw UnreadablePage("\(index.name) is out of order")
                }
                return
            }
            hasNull = hasNull || current.fields.kind(field) == .null
        }
        // NULL never equals NULL.
        guard !index.isUnique || hasNull else { throw UnreadablePage("\(index.name) has a key twice") }
        let rowField = index.columns.count
        guard previous.fields.integer(rowField, other) < current.fields.integer(rowField, record) else {
            throw UnreadablePage("\(index.name) is out of order")
        }
    }

    /// Returns the order of a field of the previous entry and that of the current one: negative, 0 or positive.
    private func compare(
        _ field: Int, _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer, foldsCase: Bool
    ) throws -> Int {
        let kind = previous.fields.kind(field)
        let otherKind = current.fields.kind(field)
        guard kind == otherKind else { return kind < otherKind ? -1 : 1 }
        switch kind {
        case .null: return 0
        case .number:
            if !previous.fields.isReal(field), !current.fields.isReal(field) {
                return Self.order(
                    previous.fields.integer(field, one), current.fields.integer(field, other))
            }
            return Self.order(
                try real(field, of: previous.fields, one), try real(field, of: current.fields, other))
        case .text, .blob:
            let (one, other) = (previous.fields.bytes(field, one), current.fields.bytes(field, other))
            guard !foldsCase || kind == .blob else { return Self.foldedOrder(one, other) }
            let common = min(one.count, other.count)
            if common > 0, let start = one.baseAddress, let otherStart = other.baseAddress {
                let order = memcmp(start, otherStart, common)
                guard order == 0 else { return order < 0 ? -1 : 1 }
            }
            return Self.order(one.count, other.count)
        }
    }

    /// Returns a number as a floating-point number.
    ///
    /// - Throws: ``UnreadablePage`` for an integer without an exact floating-point value.
    private func real(
        _ field: Int, of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer
    ) throws -> Double {
        guard !fields.isReal(field) else { return fields.real(field, record) }
        guard let exact = Double(exactly: fields.integer(field, record)) else {
            throw UnreadablePage("numbers of \(index.name) that cannot be compared")
        }
        return exact
    }

    private static func foldedOrder(
        _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Int {
        for (byte, otherByte) in zip(one, other) {
            let order = order(folded(byte), folded(otherByte))
            guard order == 0 else { return order }
        }
        return order(one.count, other.count)
    }

    private static func folded(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func order<Number: Comparable>(_ one: Number, _ other: Number) -> Int {
        one < other ? -1 : one == other ? 0 : 1
    }
}

/// The sum of the entries of an index, which is independent of their order.
struct EntrySum: Equatable {
    private(set) var count = 0
    private var total: UInt64 = 0

    @inline(__always)
    mutating func add(_ entry: UInt64) {
        count += 1
        total &+= entry
    }
}
