import SQLite

/// A checksum of the rows of a table that stores keep (docs/guides/merging.md#what-a-store-records).
///
/// Equal rows give the same sum in any order and on any machine. A NULL value does not contribute to it.
package struct RowSum: Equatable, Sendable {
    /// The number of rows.
    package private(set) var count = 0
    /// The sum of the rows' hashes.
    package private(set) var sum: UInt64 = 0

    /// Creates the sum of no rows.
    package init() {}

    /// Returns the sum of these rows and others.
    package func adding(_ other: RowSum) -> RowSum {
        var result = self
        result.count += other.count
        result.sum &+= other.sum
        return result
    }

    fileprivate mutating func add(_ row: UInt64) {
        count += 1
        sum &+= row
    }

    /// Adds up the rows of a statement. The first column is the row's number, or 0 if the number does not count.
    /// The values follow.
    ///
    /// - Throws: `DatabaseError`.
    package init(of statement: Statement, columns: Int) throws {
        let hash = StableHash(columns: columns)
        while try statement.step() {
            var row = hash.start(statement.integer(at: 0))
            for (index, column) in hash.columns.enumerated() {
                switch statement.storageClass(at: index + 1) {
                case .null: continue
                case .integer: row &+= column.term(statement.integer(at: index + 1))
                case .real: row &+= column.term(statement.real(at: index + 1))
                case .text: row &+= column.term(text: statement.bytes(at: index + 1))
                case .blob:
                    row &+= statement.withBlob(at: index + 1) { bytes in
                        column.term(blob: bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
                    }
                }
            }
            add(hash.finished(row))
        }
    }

    /// Adds up the rows of a part of a table, read from its pages.
    ///
    /// - Parameter hasNumbers: whether the rows' numbers count.
    /// - Throws: ``UnreadablePage`` if the rows cannot be read here, `FileError`.
    package init(of place: TableRows.Place, _ part: TreePart, hasNumbers: Bool) throws {
        let hash = StableHash(columns: place.fieldOf.count)
        let fields = try StableFields(place, hash)
        let walk = BTreeWalk(try place.file())
        try walk.begin(at: place.root, isIndex: false, part: part)
        while let cell = try walk.next() {
            let start = hash.start(hasNumbers ? cell.rowID : 0)
            let row =
                cell.overflow == 0
                ? try fields.adding(cell.local, to: start)
                : try walk.withRecord(of: cell) { try fields.adding($0, to: start) }
            add(hash.finished(row))
        }
    }
}

/// Computes hashes of rows as sums of one term per value, so that the terms can be computed independently.
private struct StableHash {
    /// The keys for the terms of a column's values.
    struct Column {
        let one: UInt64
        let other: UInt64
        let bytes: UInt64

        /// Returns the term of a number. 1 and 1.0 are equal.
        @inline(__always)
        func term(_ value: Int64) -> UInt64 { mix(UInt64(bitPattern: value) ^ one, other) }

        @inline(__always)
        func term(_ value: Double) -> UInt64 {
            if value >= -0x1p63, value < 0x1p63 {
                let whole = Int64(value)
                if Double(whole) == value { return term(whole) }
            }
            return mix(value.bitPattern ^ bytes, other)
        }

        @inline(__always)
        func term(text: UnsafeRawBufferPointer) -> UInt64 { term(text, one ^ bytes) }

        @inline(__always)
        func term(blob: UnsafeRawBufferPointer) -> UInt64 { term(blob, ~(one ^ bytes)) }

        /// Returns the term of bytes, read sixteen at a time. The last two words may overlap.
        @inline(__always)
        private func term(_ value: UnsafeRawBufferPointer, _ kind: UInt64) -> UInt64 {
            let count = value.count
            var (first, last) = (UInt64.zero, UInt64.zero)
            // Texts whose two ends are equal differ in their length.
            var result = kind &+ UInt64(truncatingIfNeeded: count) &* other
            if count >= 8 {
                var offset = 0
                while count - offset > 16 {
                    result = mix(value.word(at: offset) ^ bytes, value.word(at: offset + 8) ^ result)
                    offset += 16
                }
                first = value.word(at: max(count - 16, 0))
                last = value.word(at: count - 8)
            } else if count >= 4 {
                first = UInt64(value.long(at: 0))
                last = UInt64(value.long(at: count - 4))
            } else if count > 0 {
                first = UInt64(value[0]) << 16 | UInt64(value[count / 2]) << 8 | UInt64(value[count - 1])
            }
            return mix(first ^ bytes, last ^ result)
        }
    }

    let columns: [Column]
    private let number: Column

    /// - Parameter columns: the number of values in a row.
    init(columns: Int) {
        // SplitMix64 with the same keys in each run. Forgery is not a concern here.
        var state: UInt64 = 0x7A73_6565_6432
        func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var word = state
            word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
            word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
            return word ^ word >> 31
        }
        func column() -> Column { Column(one: next(), other: next(), bytes: next()) }
        number = column()
        self.columns = (0..<columns).map { _ in column() }
    }

    /// Returns the initial hash of a row, to which the terms of its values are added.
    @inline(__always)
    func start(_ rowID: Int64) -> UInt64 { number.term(rowID) }

    /// Mixes the sum of a row. Otherwise the sum of all rows would not depend on which values belong to the same
    /// row.
    @inline(__always)
    func finished(_ row: UInt64) -> UInt64 { mix(row ^ number.bytes, number.other) }
}

/// The columns of the row hash, by the fields of a table's records.
private struct StableFields: ~Copyable {
    /// The columns by field. Plain memory, because every value accesses it.
    private let columns: UnsafeMutablePointer<StableHash.Column?>
    private let count: Int
    /// The fewest fields in a readable record. All fields after these are NULL if they are missing.
    private let least: Int

    /// - Throws: ``UnreadablePage``.
    init(_ place: TableRows.Place, _ hash: StableHash) throws {
        count = (place.fieldOf.max() ?? -1) + 1
        columns = .allocate(capacity: count)
        columns.initialize(repeating: nil, count: count)
        for (column, field) in zip(hash.columns, place.fieldOf) { columns[field] = column }
        least = (place.fieldOf.filter { !place.columns.lackingIsNull($0) }.max() ?? -1) + 1
    }

    deinit { columns.deallocate() }

    /// Returns the hash of a row with the values of a record added.
    ///
    /// - Throws: ``UnreadablePage`` if the record is invalid.
    @inline(__always)
    func adding(_ record: UnsafeRawBufferPointer, to start: UInt64) throws -> UInt64 {
        var (row, field, offset) = (start, 0, 0)
        let length = try record.varint(at: &offset)
        guard length >= offset, length <= record.count else {
            throw UnreadablePage("a record without header")
        }
        let header = UnsafeRawBufferPointer(rebasing: record[..<Int(length)])
        var value = header.count
        while offset < header.count, field < count {
            let type = try header.varint(at: &offset)
            let begin = value
            value += try RecordFields.size(of: type)
            guard value <= record.count else { throw UnreadablePage("a row ends early") }
            if let column = columns[field] {
                switch type {
                case 0: break
                case 7: row &+= column.term(Double(bitPattern: record.longest(at: begin)))
                case 1...9: row &+= column.term(RecordFields.integer(of: type, at: begin, record))
                default:
                    let bytes = UnsafeRawBufferPointer(rebasing: record[begin..<value])
                    row &+= type & 1 == 1 ? column.term(text: bytes) : column.term(blob: bytes)
                }
            }
            field += 1
        }
        guard field >= least else { throw UnreadablePage("a default value") }
        return row
    }
}

@inline(__always)
private func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
}

extension UnsafeRawBufferPointer {
    /// Returns eight bytes as a little-endian integer.
    @inline(__always)
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
