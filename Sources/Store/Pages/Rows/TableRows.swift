import Files
import SQLite

/// Reads the rows of a table in the order of their numbers, straight from its pages, in a fraction of the time of a
/// statement.
///
/// If it throws a ``UnreadablePage``, the caller starts again with a statement.
package final class TableRows {
    /// The number of the current row.
    package private(set) var rowID = Int64.min

    private let walk: BTreeWalk
    private let columns: TableColumns
    private let fieldOf: [Int]
    private let fingerprinter: RowFingerprinter
    private var fields: RecordFields
    private var cell: BTreeWalk.Cell?
    private var isRead = false
    private var record = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The bytes of a record with overflow pages.
    private var copy = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// The location of a table in a file, according to SQLite. Another thread can read the table with it.
    package struct Place: Sendable {
        private let path: String
        let root: UInt32
        let columns: TableColumns
        /// The fields of the requested columns.
        let fieldOf: [Int]

        /// - Parameters:
        ///   - path: the file that the connection reads in place as `schema`.
        ///   - names: the requested columns. Values are accessed by their index in this list.
        /// - Throws: ``UnreadablePage`` if the rows cannot be read here, `DatabaseError`.
        package init(
            of table: String, columns: TableColumns, names: [String], path: String, schema: String,
            in connection: Connection
        ) throws {
            let number = try connection.firstRow(
                "SELECT rootpage FROM \(schema.sqlIdentifier).sqlite_schema "
                    + "WHERE type = 'table' AND name = ?1 COLLATE NOCASE", [.text(table)]
            ) { UInt32(exactly: $0.integer(at: 0)) }
            guard let number, let root = number, root > 0 else {
                throw UnreadablePage("\(table) has no root")
            }
            fieldOf = try names.map { name in
                guard let index = columns.index(of: name) else {
                    throw UnreadablePage("\(table) has no \(name)")
                }
                guard !columns.isRowID(name) else { throw UnreadablePage("\(name) is the row's number") }
                return index
            }
            self.path = path
            self.root = root
            self.columns = columns
        }

        /// Opens the file.
        ///
        /// - Throws: ``UnreadablePage`` if the rows cannot be read here, `FileError`.
        func file() throws -> DatabaseFile {
            let file = try DatabaseFile(path: path)
            guard file.isUTF8 else { throw UnreadablePage("texts in UTF-16") }
            return file
        }
    }

    /// Prepares to read a table.
    ///
    /// - Throws: ``UnreadablePage`` if the rows cannot be read here, `FileError`.
    package init(_ place: Place, fingerprinter: RowFingerprinter) throws {
        walk = BTreeWalk(try place.file())
        columns = place.columns
        fieldOf = place.fieldOf
        self.fingerprinter = fingerprinter
        fields = RecordFields(most: (fieldOf.max() ?? -1) + 1)
        try walk.begin(at: place.root, isIndex: false)
    }

    deinit { copy.deallocate() }

    /// Advances to the next row.
    ///
    /// - Returns: false after the last one.
    /// - Throws: ``UnreadablePage`` if the table is not sound, `FileError`.
    package func next() throws -> Bool {
        guard let cell = try walk.next() else {
            self.cell = nil
            return false
        }
        guard self.cell == nil || cell.rowID > rowID else { throw UnreadablePage("rows out of order") }
        rowID = cell.rowID
        self.cell = cell
        isRead = false
        return true
    }

    /// Returns whether the row's record equals that of another table's row, byte for byte.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func hasSameRecord(as other: TableRows) throws -> Bool {
        guard let cell, let otherCell = other.cell else { return false }
        guard cell.size == otherCell.size, cell.overflow == 0, otherCell.overflow == 0 else {
            guard cell.size == otherCell.size else { return false }
            try readWhole(cell)
            try other.readWhole(otherCell)
            return Self.areEqual(record, other.record)
        }
        return Self.areEqual(cell.local, otherCell.local)
    }

    /// Returns whether all remaining records equal those of another table, row by row, byte for byte.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func haveSameRecords(as other: TableRows) throws -> Bool {
        while true {
            let (isThere, isOtherThere) = (try next(), try other.next())
            guard isThere, isOtherThere else { return isThere == isOtherThere }
            guard try rowID == other.rowID && hasSameRecord(as: other) else { return false }
        }
    }

    private static func areEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
        guard one.count == other.count, let start = one.baseAddress, let otherStart = other.baseAddress else {
            return one.count == other.count
        }
        return memcmp(start, otherStart, one.count) == 0
    }

    // MARK: Values

    /// Returns whether a value is NULL.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func isNull(at index: Int) throws -> Bool {
        try read()
        let field = fieldOf[index]
        return try isLacking(field) || fields.kind(field) == .null
    }

    /// Returns an integer value, or nil for all other types.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func integer(at index: Int) throws -> Int64? {
        try read()
        let field = fieldOf[index]
        guard try !isLacking(field), fields.kind(field) == .number, !fields.isReal(field) else { return nil }
        return fields.integer(field, record)
    }

    /// Returns the bytes of a binary value, or nil for all other types.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func blob(at index: Int) throws -> [UInt8]? {
        try read()
        let field = fieldOf[index]
        guard try !isLacking(field), fields.kind(field) == .blob else { return nil }
        return Array(fields.bytes(field, record))
    }

    /// Adds a value to a fingerprint.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    package func add(at index: Int, column: Int, to fingerprint: inout RowFingerprint) throws {
        try read()
        let field = fieldOf[index]
        guard try !isLacking(field) else { return fingerprinter.addNull(column: column, to: &fingerprint) }
        fingerprinter.add(field, of: fields, record, column: column, to: &fingerprint)
    }

    @inline(__always)
    private func isLacking(_ field: Int) throws -> Bool {
        guard field >= fields.count else { return false }
        // The column was added after the row was written.
        guard columns.lackingIsNull(field) else { throw UnreadablePage("a default value") }
        return true
    }

    @inline(__always)
    private func read() throws {
        if !isRead { try readFields() }
    }

    private func readFields() throws {
        guard let cell else { throw UnreadablePage("no row") }
        record = cell.local
        // The part on the page is usually enough.
        if try !fields.read(record) || fields.end > record.count {
            try readWhole(cell)
            guard try fields.read(record), fields.end <= record.count else {
                throw UnreadablePage("a row ends early")
            }
        }
        isRead = true
    }

    private func readWhole(_ cell: BTreeWalk.Cell) throws {
        try walk.withRecord(of: cell) { bytes in
            if copy.count < bytes.count {
                copy.deallocate()
                copy = .allocate(byteCount: bytes.count, alignment: 8)
            }
            copy.copyMemory(from: bytes)
            record = UnsafeRawBufferPointer(rebasing: copy[..<bytes.count])
        }
    }
}
