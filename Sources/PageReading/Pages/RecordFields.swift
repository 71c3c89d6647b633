/// Where the values of a record lie, and of which types they are.
///
/// See <https://www.sqlite.org/fileformat2.html#record_format>.
struct RecordFields: ~Copyable {
    /// The types of SQL values, in the order in which SQLite sorts them.
    enum Kind: UInt8, Comparable {
        case null, number, text, blob

        static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
    }

    /// How many fields the record has, of those that were asked for.
    private(set) var count = 0
    /// How many bytes header and fields take.
    private(set) var end = 0
    private let most: Int
    /// Plain memory: each entry of an index comes by here, and Swift's arrays would count references.
    private let types: UnsafeMutablePointer<Int64>
    private let offsets: UnsafeMutablePointer<Int>

    /// - Parameter most: how many fields are looked at.
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

    /// Reads the header of a record, of which the beginning is enough that holds it.
    ///
    /// - Returns: false where the header goes on behind the bytes.
    /// - Throws: ``PageDoubt`` where it is no header.
    mutating func read(_ record: UnsafeRawBufferPointer) throws -> Bool {
        var offset = 0
        let length = try record.varint(at: &offset)
        guard length >= offset, length <= record.count else {
            guard length > record.count else { throw PageDoubt("a record without header") }
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

    @inline(__always)
    private static func size(of type: Int64) throws -> Int {
        switch type {
        case 0, 8, 9: return 0
        case 1...4: return Int(type)
        case 5: return 6
        case 6, 7: return 8
        // No value is longer than 2 GiB; sums of longer ones would be no numbers any more.
        case 12..<(1 << 33): return Int(type - 12) / 2
        default: throw PageDoubt("a value of no known type")
        }
    }

    /// The type of a field that the record has.
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

    /// Whether a number is a floating-point one.
    @inline(__always)
    func isReal(_ field: Int) -> Bool { type(field) == 7 }

    /// The integer of a field.
    @inline(__always)
    func integer(_ field: Int, _ record: UnsafeRawBufferPointer) -> Int64 {
        let start = offsets[field]
        switch type(field) {
        case 1: return Int64(Int8(bitPattern: record[start]))
        case 2: return Int64(Int16(bitPattern: record.short(at: start)))
        case 3: return Int64(Int8(bitPattern: record[start])) << 16 | Int64(record.short(at: start + 1))
        case 4: return Int64(Int32(bitPattern: record.long(at: start)))
        case 5:
            return Int64(Int16(bitPattern: record.short(at: start))) << 32
                | Int64(record.long(at: start + 2))
        case 6: return Int64(bitPattern: record.longest(at: start))
        case 9: return 1
        default: return 0
        }
    }

    @inline(__always)
    func real(_ field: Int, _ record: UnsafeRawBufferPointer) -> Double {
        Double(bitPattern: record.longest(at: offsets[field]))
    }

    /// The bytes of a field.
    @inline(__always)
    func bytes(_ field: Int, _ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let start = offsets[field]
        return UnsafeRawBufferPointer(rebasing: record[start..<start + Int(type(field) - 12) / 2])
    }
}
