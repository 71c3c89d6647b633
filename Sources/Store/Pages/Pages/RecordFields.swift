/// The offsets and types of the values in a record.
///
/// See <https://www.sqlite.org/fileformat2.html#record_format>.
struct RecordFields: ~Copyable {
    /// The types of SQL values, in SQLite's sort order.
    enum Kind: UInt8, Comparable {
        case null, number, text, blob

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// The number of fields in the record, at most the requested number.
    private(set) var count = 0
    /// The length of the header and these fields in bytes.
    private(set) var end = 0
    private let most: Int
    /// Plain memory, because every index entry accesses it and Swift's arrays would count references.
    private let types: UnsafeMutablePointer<Int64>
    private let offsets: UnsafeMutablePointer<Int>

    /// - Parameter most: the number of fields to read.
    init(most: Int) {
        self.most = most
        types = .allocate(capacity: most)
        types.initialize(repeating: 0, count: most)
        offsets = .allocate(capacity: most)
        offsets.initialize(repeating: 0, count: most)
    }

    deinit {
        types.deallocate()
        offsets.deallocate()
    }

    /// Reads the header of a record. The bytes may be only the beginning of the record.
    ///
    /// - Returns: false if the header extends beyond the bytes.
    /// - Throws: ``UnreadablePage`` if the header is invalid.
    mutating func read(_ record: UnsafeRawBufferPointer) throws -> Bool {
        var offset = 0
        let length = try record.varint(at: &offset)
        guard length >= offset, length <= record.count else {
            guard length > record.count else { throw UnreadablePage("a record without header") }
            return false
        }
        let header = UnsafeRawBufferPointer(rebasing: record[..<Int(length)])
        count = 0
        end = header.count
        while offset < header.count, count < most {
            let type = try header.varint(at: &offset)
            types[count] = type
            offsets[count] = end
            end += try Self.size(of: type)
            count += 1
        }
        return true
    }

    /// Returns the size of a value of a type in bytes.
    ///
    /// - Throws: ``UnreadablePage`` if there is no such type.
    @inline(__always)
    static func size(of type: Int64) throws -> Int {
        if type >= 0, type < 10 { return sizeOfNumber(type) }
        // No value is longer than 2 GiB. Sums of longer values would overflow.
        guard type >= 12, type < 1 << 33 else { throw UnreadablePage("a value of no known type") }
        return Int(type - 12) / 2
    }

    /// Returns the size for the types 0 to 9. The digits of the constant are the sizes, from the last type to the
    /// first.
    @inline(__always)
    private static func sizeOfNumber(_ type: Int64) -> Int { Int(0x00_8864_3210 >> (4 * UInt64(type)) & 0xF) }

    /// Returns the type of a field of the record.
    @inline(__always)
    private func type(_ field: Int) -> Int64 {
        precondition(field >= 0 && field < count)
        return types[field]
    }

    @inline(__always)
    func kind(_ field: Int) -> Kind {
        switch type(field) {
        case 0: .null
        case 1...9: .number
        case let type: type & 1 == 1 ? .text : .blob
        }
    }

    /// Returns whether a number is a floating-point number.
    @inline(__always)
    func isReal(_ field: Int) -> Bool { type(field) == 7 }

    /// Returns the integer in a field.
    @inline(__always)
    func integer(_ field: Int, _ record: UnsafeRawBufferPointer) -> Int64 {
        Self.integer(of: type(field), at: offsets[field], record)
    }

    /// Returns an integer of the types 1 to 6, 8 or 9. The last two have no bytes.
    @inline(__always)
    static func integer(of type: Int64, at start: Int, _ record: UnsafeRawBufferPointer) -> Int64 {
        if type >= 8 { return type - 8 }
        let size = sizeOfNumber(type)
        // Usually eight bytes can be read that end with the integer, whatever its size.
        guard start + size >= 8 else {
            let first = Int64(Int8(bitPattern: record[start]))
            return record[start + 1..<start + size].reduce(first) { $0 << 8 | Int64($1) }
        }
        let unused = UInt64(64 - 8 * size)
        return Int64(bitPattern: record.longest(at: start + size - 8) &<< unused) &>> Int64(unused)
    }

    @inline(__always)
    func real(_ field: Int, _ record: UnsafeRawBufferPointer) -> Double {
        Double(bitPattern: record.longest(at: offsets[field]))
    }

    /// Returns the bytes of a field.
    @inline(__always)
    func bytes(_ field: Int, _ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = offsets[field]
        return UnsafeRawBufferPointer(rebasing: record[start..<start + Int(type(field) - 12) / 2])
    }
}
