import CSQLite

/// Rows for prepared statements, in one block of bytes that is cheap to fill and to pass to another thread.
///
/// A row begins with a header of 16 bytes: a word and the primary key. The word holds the number of the statement,
/// whether the row is appended, the number of values, and the length in bytes. Each value is a word with its kind,
/// parameter and length, followed by its bytes:
///
/// ```swift
/// batch.begin(statement: 0)
/// batch.append(42, at: 2)
/// batch.end(primaryKey: 1)         // bound at parameter 1
/// try batch.run(on: [RowStatement(insert)])
/// ```
package final class RowBatch {
    private enum Kind: UInt64 {
        case null, integer, real, text, blob
    }

    /// The number of finished rows.
    package private(set) var rowCount = 0
    /// The length of the finished rows in bytes.
    package private(set) var byteCount = 0

    private var block: UnsafeMutableRawPointer
    private var capacity: Int
    /// The end of the unfinished row, where its next value goes.
    private var end = 0
    private var values: UInt64 = 0
    private var statement: UInt64 = 0

    private static let headerLength = 16
    private static let wordLength = 8
    /// The bit of the header word for an appended row.
    private static let appended: UInt64 = 1 << 63

    /// Creates an empty batch with a capacity in bytes. It grows if a row needs more.
    package init(capacity: Int) {
        self.capacity = max(capacity, 1024)
        block = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { block.deallocate() }

    /// Removes all rows.
    package func removeAll() {
        rowCount = 0
        byteCount = 0
        end = 0
    }

    // MARK: Filling

    /// Begins a row. An unfinished row is discarded.
    @inline(__always)
    package func begin(statement number: Int) {
        end = byteCount
        makeRoom(Self.headerLength)
        end += Self.headerLength
        statement = UInt64(truncatingIfNeeded: number)
        values = 0
    }

    /// Ends a row.
    ///
    /// - Parameter isAppended: whether the primary key is the table's highest key plus one, after all earlier rows
    ///   were inserted. SQLite then does not need to search for the row's position.
    @inline(__always)
    package func end(primaryKey: Int64, isAppended: Bool = false) {
        let length = UInt64(truncatingIfNeeded: end - byteCount)
        let flag: UInt64 = isAppended ? Self.appended : 0
        block.storeBytes(
            of: flag | statement << 48 | values << 32 | length & 0xFFFF_FFFF,
            toByteOffset: byteCount, as: UInt64.self)
        block.storeBytes(
            of: primaryKey, toByteOffset: byteCount + Self.wordLength, as: Int64.self)
        byteCount = end
        rowCount += 1
    }

    /// Adds NULL for a parameter.
    package func appendNull(at parameter: Int) {
        makeRoom(Self.wordLength)
        append(.null, parameter, count: 0)
    }

    /// Adds an integer for a parameter.
    package func append(_ value: Int64, at parameter: Int) {
        makeRoom(Self.headerLength)
        append(.integer, parameter, count: 0)
        block.storeBytes(of: value, toByteOffset: end, as: Int64.self)
        end += Self.wordLength
    }

    /// Adds a real for a parameter.
    package func append(_ value: Double, at parameter: Int) {
        makeRoom(Self.headerLength)
        append(.real, parameter, count: 0)
        block.storeBytes(of: value, toByteOffset: end, as: Double.self)
        end += Self.wordLength
    }

    /// Adds UTF-8 bytes for a parameter, as a text.
    package func append(text: UnsafeRawBufferPointer, at parameter: Int) {
        append(text, .text, parameter)
    }

    /// Adds bytes for a parameter, as a blob.
    package func append(blob: UnsafeRawBufferPointer, at parameter: Int) {
        append(blob, .blob, parameter)
    }

    @inline(__always)
    private func append(_ bytes: UnsafeRawBufferPointer, _ kind: Kind, _ parameter: Int) {
        makeRoom(Self.wordLength + bytes.count)
        append(kind, parameter, count: bytes.count)
        if let start = bytes.baseAddress {
            (block + end).copyMemory(from: start, byteCount: bytes.count)
        }
        end += bytes.count
    }

    @inline(__always)
    private func append(_ kind: Kind, _ parameter: Int, count: Int) {
        let word =
            kind.rawValue | UInt64(truncatingIfNeeded: parameter & 0xFFFF) << 3
            | UInt64(truncatingIfNeeded: count) << 20
        block.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
        end += Self.wordLength
        values += 1
    }

    @inline(__always)
    private func makeRoom(_ count: Int) {
        if capacity - end < count { grow(by: count) }
    }

    private func grow(by count: Int) {
        capacity = max(capacity * 2, end + count)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: block, byteCount: end)
        block.deallocate()
        block = larger
    }

    // MARK: Running

    /// Runs the statement of each row in order, with its values bound.
    ///
    /// A parameter without a value in the row keeps its earlier binding. SQLite does not copy texts, so the batch
    /// must not change until this method returns.
    ///
    /// - Parameter statements: the statements, indexed by number.
    /// - Throws: ``DatabaseError`` for the first row that fails.
    package func run(on statements: [RowStatement]) throws {
        var position = 0
        while position < byteCount {
            let number = Int(truncatingIfNeeded: header(at: position) >> 48 & 0x7FFF)
            guard number < statements.count else { return }
            let statement = statements[number]
            if let wide = statement.wide, isFollowed(from: position, byRows: statement.wideRows) {
                var primaryKey: Int64 = 0
                for row in 0..<statement.wideRows {
                    primaryKey = self.primaryKey(at: position)
                    // Values are numbered from 2, after the primary key, which the wide statement does not bind.
                    try bindRow(to: wide, offset: row * statement.wideParameters - 1, &position)
                }
                try wide.run()
                try wide.checkLastInserted(primaryKey)
            } else {
                try statement.single.bind(primaryKey(at: position), at: 1)
                try bindRow(to: statement.single, offset: 0, &position)
                try statement.single.run()
            }
        }
    }

    @inline(__always)
    private func header(at position: Int) -> UInt64 {
        block.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    @inline(__always)
    private func primaryKey(at position: Int) -> Int64 {
        block.loadUnaligned(fromByteOffset: position + Self.wordLength, as: Int64.self)
    }

    /// Returns whether the next `count` rows are appended rows of one statement.
    @inline(__always)
    private func isFollowed(from start: Int, byRows count: Int) -> Bool {
        let number = header(at: start) >> 48
        guard number & (Self.appended >> 48) != 0 else { return false }
        var position = start
        for _ in 0..<count {
            guard position < byteCount else { return false }
            let header = header(at: position)
            guard header >> 48 == number else { return false }
            position += Int(header & 0xFFFF_FFFF)
        }
        return true
    }

    /// Binds a row's values, with the offset added to each parameter.
    @inline(__always)
    private func bindRow(to statement: Statement, offset: Int, _ position: inout Int) throws {
        let header = header(at: position)
        position += Self.headerLength
        for _ in 0..<(header >> 32 & 0xFFFF) { try bind(to: statement, offset, &position) }
    }

    @inline(__always)
    private func bind(
        to statement: Statement, _ offset: Int, _ position: inout Int
    ) throws {
        let word = block.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let parameter = Int(truncatingIfNeeded: (word >> 3) & 0xFFFF) + offset
        let count = Int(truncatingIfNeeded: word >> 20)
        position += Self.wordLength
        switch Kind(rawValue: word & 7) {
        case .integer:
            try statement.bind(
                block.loadUnaligned(fromByteOffset: position, as: Int64.self), at: parameter)
            position += Self.wordLength
        case .real:
            try statement.bind(
                block.loadUnaligned(fromByteOffset: position, as: Double.self), at: parameter)
            position += Self.wordLength
        case .text:
            try statement.bind(
                text: UnsafeRawBufferPointer(start: block + position, count: count),
                at: parameter, isStatic: true)
            position += count
        case .blob:
            try statement.bind(
                blob: UnsafeRawBufferPointer(start: block + position, count: count),
                at: parameter, isStatic: true)
            position += count
        case .null, nil: try statement.bindNull(at: parameter)
        }
    }
}

/// An insert statement for rows of a ``RowBatch``: a single-row version, and a version for several appended rows.
///
/// The second version saves SQLite most of the work at the start and end of a statement, and the search for each
/// row's position.
package struct RowStatement {
    let single: Statement
    let wide: Statement?
    let wideRows: Int
    let wideParameters: Int

    /// - Parameters:
    ///   - single: the insert for one row. Parameter 1 is the primary key.
    ///   - wide: the insert for several rows, without primary keys. Each row gets the key after the table's
    ///     highest.
    ///   - rows: the number of rows that `wide` inserts.
    ///   - parameters: the number of parameters of each row.
    package init(
        _ single: Statement, wide: Statement? = nil, rows: Int = 0, parameters: Int = 0
    ) {
        self.single = single
        self.wide = rows > 1 ? wide : nil
        wideRows = rows
        wideParameters = parameters
    }
}
