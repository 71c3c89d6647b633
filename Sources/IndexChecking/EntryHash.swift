/// Numbers of 64 bits for the entries of indexes, keyed by chance for each run: no file can be made
/// so that other entries have the same sum.
struct EntryHash {
    private let keys: [UInt64]

    /// - Parameter columns: the most columns of an index.
    init<Generator: RandomNumberGenerator>(columns: Int, using generator: inout Generator) {
        keys = (0..<Self.fixedKeys + columns).map { _ in generator.next() }
    }

    private static let fixedKeys = 8

    /// The beginning of an entry, with the number of its row.
    @inline(__always)
    func start(_ rowID: Int64) -> UInt64 {
        Self.mix(UInt64(bitPattern: rowID) ^ keys[0], keys[1])
    }

    /// An entry with the value of its next column.
    @inline(__always)
    func adding(_ value: UInt64, column: Int, to entry: UInt64) -> UInt64 {
        Self.mix(entry ^ value, keys[Self.fixedKeys + column])
    }

    /// The value of a field; numbers that SQL takes for equal have the same.
    @inline(__always)
    func value(
        _ field: Int, of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer
    ) -> UInt64 {
        switch fields.kind(field) {
        case .null: return null
        case .number:
            guard fields.isReal(field) else { return integer(fields.integer(field, record)) }
            let real = fields.real(field, record)
            if let exact = Int64(exactly: real) { return integer(exact) }
            return Self.mix(real.bitPattern ^ keys[3], keys[4])
        case .text: return bytes(fields.bytes(field, record), keys[5])
        case .blob: return bytes(fields.bytes(field, record), keys[6])
        }
    }

    /// What stands for NULL.
    var null: UInt64 { keys[7] }

    @inline(__always)
    func integer(_ value: Int64) -> UInt64 { Self.mix(UInt64(bitPattern: value) ^ keys[2], keys[1]) }

    @inline(__always)
    private func bytes(_ bytes: UnsafeRawBufferPointer, _ key: UInt64) -> UInt64 {
        var result = key
        var offset = 0
        while offset + 8 <= bytes.count {
            result = Self.mix(result ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), keys[2])
            offset += 8
        }
        var rest: UInt64 = 0
        while offset < bytes.count {
            rest = rest << 8 | UInt64(bytes[offset])
            offset += 1
        }
        return Self.mix(Self.mix(result ^ rest, keys[3]) ^ UInt64(bytes.count), keys[4])
    }

    @inline(__always)
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
