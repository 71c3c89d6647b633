/// The cell of an index entry: its length, and a record with one value and the row's number.
///
/// See <https://www.sqlite.org/fileformat2.html#record_format>. The record has schema format 4, which has special
/// types for 0 and 1.
struct IndexCell {
    private var bytes: [UInt8]
    private var count = 0

    /// - Parameter longest: the length of the longest text.
    init(longest: Int) { bytes = [UInt8](repeating: 0, count: longest + 64) }

    /// Passes the cell of a NULL entry to `body`.
    mutating func withNull<Result>(
        rowID: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        begin(type: 0, contentLength: 0, rowID)
        return try finish(rowID, body)
    }

    /// Passes the cell of an integer entry to `body`.
    mutating func with<Result>(
        _ value: Int64, rowID: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let (type, length) = Self.type(of: value)
        begin(type: Int(type), contentLength: length, rowID)
        put(value, length)
        return try finish(rowID, body)
    }

    /// Passes the cell of a real entry to `body`.
    mutating func with<Result>(
        _ value: Double, rowID: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        begin(type: 7, contentLength: 8, rowID)
        put(Int64(bitPattern: value.bitPattern), 8)
        return try finish(rowID, body)
    }

    /// Passes the cell of a text entry to `body`. The text must not exceed the longest length.
    mutating func with<Result>(
        _ text: UnsafeRawBufferPointer, rowID: Int64,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        begin(type: text.count * 2 + 13, contentLength: text.count, rowID)
        let start = count
        bytes.withUnsafeMutableBytes { $0[start...].copyBytes(from: text) }
        count += text.count
        return try finish(rowID, body)
    }

    // MARK: Bytes

    private mutating func begin(type: Int, contentLength: Int, _ rowID: Int64) {
        let (rowType, rowLength) = Self.type(of: rowID)
        // The header has its own length and two types. The type of a text of 58 or more bytes takes two bytes.
        let header = type < 0x80 ? 3 : 4
        count = 0
        append(variable: header + contentLength + rowLength)
        append(UInt8(header))
        append(variable: type)
        append(rowType)
    }

    /// Appends a variable-length integer below 16384.
    @inline(__always)
    private mutating func append(variable value: Int) {
        if value >= 0x80 { append(UInt8(truncatingIfNeeded: value >> 7) | 0x80) }
        append(UInt8(value & 0x7F))
    }

    private mutating func finish<Result>(
        _ rowID: Int64, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        put(rowID, Self.type(of: rowID).length)
        // A cell needs at least four bytes. Its length and a header of three bytes ensure that.
        return try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    @inline(__always)
    private mutating func append(_ byte: UInt8) {
        bytes[count] = byte
        count += 1
    }

    @inline(__always)
    private mutating func put(_ value: Int64, _ length: Int) {
        var shift = length * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> Int64(shift)))
        }
    }

    /// Returns the serial type of an integer and its size in bytes.
    @inline(__always)
    private static func type(of value: Int64) -> (type: UInt8, length: Int) {
        switch value {
        case 0: (8, 0)
        case 1: (9, 0)
        case -0x80...0x7F: (1, 1)
        case -0x8000...0x7FFF: (2, 2)
        case -0x80_0000...0x7F_FFFF: (3, 3)
        case -0x8000_0000...0x7FFF_FFFF: (4, 4)
        case -0x8000_0000_0000...0x7FFF_FFFF_FFFF: (5, 6)
        default: (6, 8)
        }
    }
}
