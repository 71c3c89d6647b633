/// Where the values of a record lie, and of which types they are.
///
/// See <https://www.sqlite.org/fileformat2.html#record_format>.
struct RecordFields {
    /// The types of SQL values, in the order in which SQLite sorts them.
    enum Kind: UInt8, Comparable {
        case null, number, text, blob

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// How many fields the record has, of those that were asked for.
    private(set) var count = 0
    /// How many bytes header and fields take.
    private(set) var end = 0
    private var types: [Int64]
    private var offsets: [Int]

    /// - Parameter most: how many fields are looked at.
    init(most: Int) {
        types = Array(repeating: 0, count: most)
        offsets = Array(repeating: 0, count: most)
    }

    /// Reads the header of a record, of which the beginning is enough that holds it.
    ///
    /// - Returns: false where the header goes on behind the bytes.
    /// - Throws: ``IndexDoubt`` where it is no header.
    mutating func read(_ record: UnsafeRawBufferPointer) throws -> Bool {
        var offset = 0
        let length = try record.varint(at: &offset)
        guard length >= offset, length <= record.count else {
            guard length > record.count else { throw IndexDoubt("a record without header") }
            return false
        }
        let header = UnsafeRawBufferPointer(rebasing: record[..<Int(length)])
        count = 0
        end = header.count
        while offset < header.count, count < types.count {
            let type = try header.varint(at: &offset)
            types[count] = type
            offsets[count] = end
            end += try Self.size(of: type)
            count += 1
        }
        return true
    }

    @inline(__always)
    private static func size(of type: Int64) throws -> Int {
        switch type {
        case 0, 8, 9: return 0
        case 1...4: return Int(type)
        case 5: return 6
        case 6, 7: return 8
        // No value is longer than 2 GiB; sums of longer ones would be no numbers any more.
        case 12..<(1 << 33): return Int(type - 12) / 2
        default: throw IndexDoubt("a value of no known type")
        }
    }

    func kind(_ field: Int) -> Kind {
        switch types[field] {
        case 0: .null
        case 1...9: .number
        case let type: type & 1 == 1 ? .text : .blob
        }
    }

    /// Whether a number is a floating-point one.
    func isReal(_ field: Int) -> Bool { types[field] == 7 }

    /// The integer of a field.
    @inline(__always)
    func integer(_ field: Int, _ record: UnsafeRawBufferPointer) -> Int64 {
        switch types[field] {
        case 8: return 0
        case 9: return 1
        default:
            let bytes = bytes(field, record)
            guard let first = bytes.first else { return 0 }
            var result = Int64(Int8(bitPattern: first))
            for byte in bytes.dropFirst() { result = result << 8 | Int64(byte) }
            return result
        }
    }

    func real(_ field: Int, _ record: UnsafeRawBufferPointer) -> Double {
        Double(bitPattern: bytes(field, record).reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The bytes of a field.
    @inline(__always)
    func bytes(_ field: Int, _ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = offsets[field]
        let next = field + 1 < count ? offsets[field + 1] : end
        return UnsafeRawBufferPointer(rebasing: record[start..<next])
    }
}
