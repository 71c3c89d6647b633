import Files

/// Finds the column of a name given as bytes, without creating a `String`.
///
/// The values of records are usually in the same order. The column after the last found one is therefore tried
/// before a hash table.
struct ColumnIndex {
    /// The names of the columns in order.
    private(set) var names: [String] = []
    private var keys: [[UInt8]] = []
    /// The hash table with open addressing: indexes in `keys`, with -1 for a free slot. Its size is a power of two.
    private var slots = [Int32](repeating: -1, count: 64)
    private var expected = 0

    /// The limit on columns. A file that exceeds it probably has data in place of names.
    static let limit = Limits.recordColumns.most

    init(_ names: [String] = []) {
        for name in names { _ = Array(name.utf8).withUnsafeBytes { add($0) } }
    }

    /// Returns the column of a name, or nil if there is none.
    mutating func find(_ name: UnsafeRawBufferPointer) -> Int? {
        if expected < keys.count, Self.equals(keys[expected], name) {
            defer { expected += 1 }
            return expected
        }
        let slot = slot(of: name)
        guard slots[slot] >= 0 else { return nil }
        let index = Int(slots[slot])
        expected = index + 1
        return index
    }

    /// Begins a new record.
    mutating func restart() { expected = 0 }

    /// Returns the column of a name, which is added if it is new. Returns nil if there are too many columns.
    mutating func add(_ name: UnsafeRawBufferPointer) -> Int? {
        if let known = find(name) { return known }
        guard keys.count < Self.limit else { return nil }
        if keys.count * 2 >= slots.count { grow() }
        slots[slot(of: name)] = Int32(keys.count)
        keys.append(Array(name))
        names.append(String(decoding: name, as: UTF8.self))
        return keys.count - 1
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 2)
        for (index, key) in keys.enumerated() {
            slots[key.withUnsafeBytes { slot(of: $0) }] = Int32(index)
        }
    }

    /// Returns the slot of a name, or the free slot for it.
    private func slot(of name: UnsafeRawBufferPointer) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325  // FNV-1a
        for byte in name { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 32)) & (slots.count - 1)
        while slots[slot] >= 0, !Self.equals(keys[Int(slots[slot])], name) {
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }

    @inline(__always)
    private static func equals(_ key: [UInt8], _ name: UnsafeRawBufferPointer) -> Bool {
        key.count == name.count && key.elementsEqual(name)
    }
}
