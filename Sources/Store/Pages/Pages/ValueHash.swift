/// 64-bit hashes of values and rows. Their keys are random in every run, so that no file can be constructed with
/// equal hashes of different values.
struct ValueHash {
    private let row: UInt64
    private let number: UInt64
    private let word: UInt64
    private let rest: UInt64
    private let length: UInt64
    private let text: UInt64
    private let blob: UInt64
    /// The hash of NULL.
    let null: UInt64
    private let columns: [UInt64]

    /// - Parameter columns: the greatest number of columns in a row.
    init<Generator: RandomNumberGenerator>(columns: Int, using generator: inout Generator) {
        row = generator.next()
        number = generator.next()
        word = generator.next()
        rest = generator.next()
        length = generator.next()
        text = generator.next()
        blob = generator.next()
        null = generator.next()
        self.columns = (0..<columns).map { _ in generator.next() }
    }

    /// Returns the initial hash of an entry, with its row's number.
    @inline(__always)
    func start(_ rowID: Int64) -> UInt64 {
        Self.mix(UInt64(bitPattern: rowID) ^ row, number)
    }

    /// Returns the hash of an entry with the value of its next column added.
    @inline(__always)
    func adding(_ value: UInt64, column: Int, to entry: UInt64) -> UInt64 {
        Self.mix(entry ^ value, columns[column])
    }

    /// Returns the hash of a field. Numbers that are equal in SQL have the same hash.
    @inline(__always)
    func value(
        _ field: Int, of fields: borrowing RecordFields, _ record: UnsafeRawBufferPointer
    ) -> UInt64 {
        switch fields.kind(field) {
        case .null: return null
        case .number:
            guard fields.isReal(field) else { return integer(fields.integer(field, record)) }
            return real(fields.real(field, record))
        case .text: return text(fields.bytes(field, record))
        case .blob: return blob(fields.bytes(field, record))
        }
    }

    @inline(__always)
    func real(_ value: Double) -> UInt64 {
        if let exact = Int64(exactly: value) { return integer(exact) }
        return Self.mix(value.bitPattern ^ rest, length)
    }

    @inline(__always)
    func text(_ value: UnsafeRawBufferPointer) -> UInt64 { bytes(value, text) }

    @inline(__always)
    func blob(_ value: UnsafeRawBufferPointer) -> UInt64 { bytes(value, blob) }

    @inline(__always)
    func integer(_ value: Int64) -> UInt64 { Self.mix(UInt64(bitPattern: value) ^ word, number) }

    @inline(__always)
    private func bytes(_ bytes: UnsafeRawBufferPointer, _ key: UInt64) -> UInt64 {
        var result = key
        var offset = 0
        while offset + 8 <= bytes.count {
            result = Self.mix(result ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), word)
            offset += 8
        }
        let last = Self.last(bytes.count - offset, of: bytes)
        return Self.mix(Self.mix(result ^ last, rest) ^ UInt64(bytes.count), length)
    }

    /// Returns the last bytes, fewer than eight, as a big-endian number.
    @inline(__always)
    private static func last(_ count: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
        if bytes.count >= 8 {
            return bytes.longest(at: bytes.count - 8) & (1 << (8 * UInt64(truncatingIfNeeded: count)) - 1)
        }
        // Combines both ends. They may overlap in the middle, where their bytes are the same.
        if count >= 4 {
            return UInt64(bytes.long(at: 0)) << (8 * UInt64(truncatingIfNeeded: count - 4))
                | UInt64(bytes.long(at: count - 4))
        }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    @inline(__always)
    private static func mix(_ one: UInt64, _ other: UInt64) -> UInt64 {
        let product = one.multipliedFullWidth(by: other)
        return product.high ^ product.low
    }
}
