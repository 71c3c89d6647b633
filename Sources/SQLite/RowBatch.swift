import CSQLite

/// Rows on their way to prepared statements: values in one block of bytes, which costs nothing to
/// fill and to hand to another thread.
///
/// A row is a header of 16 bytes (a word with the number of its statement and how many values
/// follow, and the primary key), and for each value a word with its kind, parameter and length,
/// and its bytes:
///
/// ```swift
/// batch.begin(statement: 0)
/// batch.append(42, at: 2)
/// batch.end(primaryKey: 1)         // bound at parameter 1
/// try batch.run(on: [insert])
/// ```
public final class RowBatch {
    private enum Kind: UInt64 {
        case null, integer, real, text, blob
    }

    /// How many rows have ended.
    public private(set) var rowCount = 0
    /// How many bytes the rows have.
    public private(set) var byteCount = 0

    private var block: UnsafeMutableRawPointer
    private var capacity: Int
    /// Where the unfinished row begins, and where its next value goes.
    private var end = 0
    private var values: UInt64 = 0
    private var statement: UInt64 = 0

    private static let headerLength = 16
    private static let wordLength = 8

    /// Makes an empty batch with room for some bytes; it grows where a row needs more.
    public init(capacity: Int) {
        self.capacity = max(capacity, 1024)
        block = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { block.deallocate() }

    /// Forgets all rows.
    public func removeAll() {
        rowCount = 0
        byteCount = 0
        end = 0
    }

    // MARK: Filling

    /// Begins a row; what there is of an unfinished one is forgotten.
    @inline(__always)
    public func begin(statement number: Int) {
        end = byteCount
        makeRoom(Self.headerLength)
        end += Self.headerLength
        statement = UInt64(truncatingIfNeeded: number)
        values = 0
    }

    /// Ends a row.
    @inline(__always)
    public func end(primaryKey: Int64) {
        block.storeBytes(of: statement << 32 | values, toByteOffset: byteCount, as: UInt64.self)
        block.storeBytes(
            of: primaryKey, toByteOffset: byteCount + Self.wordLength, as: Int64.self)
        byteCount = end
        rowCount += 1
    }

    /// Adds NULL for a parameter.
    public func appendNull(at parameter: Int) {
        makeRoom(Self.wordLength)
        append(.null, parameter, count: 0)
    }

    /// Adds an integer for a parameter.
    public func append(_ value: Int64, at parameter: Int) {
        makeRoom(Self.headerLength)
        append(.integer, parameter, count: 0)
        block.storeBytes(of: value, toByteOffset: end, as: Int64.self)
        end += Self.wordLength
    }

    /// Adds a real for a parameter.
    public func append(_ value: Double, at parameter: Int) {
        makeRoom(Self.headerLength)
        append(.real, parameter, count: 0)
        block.storeBytes(of: value, toByteOffset: end, as: Double.self)
        end += Self.wordLength
    }

    /// Adds UTF-8 bytes for a parameter, as a text.
    public func append(text: UnsafeRawBufferPointer, at parameter: Int) {
        append(text, .text, parameter)
    }

    /// Adds bytes for a parameter, as a blob.
    public func append(blob: UnsafeRawBufferPointer, at parameter: Int) {
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

    /// Runs the rows' statements in the order of the rows, with the values bound; a parameter that
    /// a row has no value for keeps what is bound to it.
    ///
    /// SQLite copies no text: the batch must stay as it is until this returns.
    ///
    /// - Parameter statements: the statements by their numbers.
    /// - Throws: ``DatabaseError`` for the first row that fails.
    public func run(on statements: [Statement]) throws {
        var position = 0
        while position < byteCount {
            let header = block.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            let number = Int(truncatingIfNeeded: header >> 32)
            guard number < statements.count else { return }
            let statement = statements[number]
            try statement.bind(
                block.loadUnaligned(fromByteOffset: position + Self.wordLength, as: Int64.self),
                at: 1)
            position += Self.headerLength
            for _ in 0..<(header & 0xFFFF_FFFF) { try bind(to: statement, &position) }
            try statement.run()
        }
    }

    @inline(__always)
    private func bind(to statement: Statement, _ position: inout Int) throws {
        let word = block.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let parameter = Int(truncatingIfNeeded: (word >> 3) & 0xFFFF)
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
