import Foundation

/// Finds the object that has a key, in an open-addressing table over one block of key bytes.
///
/// An entry costs 24 bytes, its key, and between 6 and 11 bytes of slots. A look-up allocates nothing. Large blocks
/// grow by half.
///
/// Invariant: `slotCount` is a power of two, larger than the number of entries. A slot is 0, or the number of an
/// entry counted from 1.
final class KeyIndex {
    /// An object: its primary key and the number of its entity.
    struct Object: Equatable {
        let primaryKey: Int64
        let entityNumber: Int32
    }

    private struct Entry {
        let keyOffset: UInt32
        let keyLength: UInt32
        /// The object's primary key, or ``removed`` if the key was removed.
        var primaryKey: Int64
        var entityNumber: Int32
        let hash: UInt32
    }

    /// A primary key that no object has.
    private static let removed = Int64.min

    private var slots = UnsafeMutablePointer<UInt32>.allocate(capacity: 64)
    private var slotCount = 64
    private let entries = GrowingBlock()
    private let keys = GrowingBlock()

    /// Whether rows with keys of this index were refused, so that a missing key may belong to one of them.
    var isIncomplete = false

    /// The number of keys.
    private(set) var count = 0

    init() { slots.initialize(repeating: 0, count: slotCount) }

    deinit { slots.deallocate() }

    /// Returns the object of a key; nil if there is none.
    @inline(__always)
    func object(forKey key: UnsafeRawBufferPointer) -> Object? {
        guard let number = find(key, Self.hash(key)).entry else { return nil }
        let entry = self.entry(number).pointee
        guard entry.primaryKey != Self.removed else { return nil }
        return Object(primaryKey: entry.primaryKey, entityNumber: entry.entityNumber)
    }

    /// Adds a key.
    ///
    /// - Returns: false, without a change, if the index already has the key or if all keys together would exceed 4
    ///   GiB.
    @discardableResult
    func insert(_ object: Object, forKey key: UnsafeRawBufferPointer) -> Bool {
        let hash = Self.hash(key)
        let index = find(key, hash)
        if let number = index.entry {
            let entry = self.entry(number)
            guard entry.pointee.primaryKey == Self.removed else { return false }
            entry.pointee.primaryKey = object.primaryKey
            entry.pointee.entityNumber = object.entityNumber
            return true
        }
        guard let offset = UInt32(exactly: keys.count), let length = UInt32(exactly: key.count),
            let number = UInt32(exactly: count + 1)
        else { return false }
        keys.append(key)
        let entry = Entry(
            keyOffset: offset, keyLength: length, primaryKey: object.primaryKey,
            entityNumber: object.entityNumber, hash: hash)
        withUnsafeBytes(of: entry) { entries.append($0) }
        slots[index.slot] = number
        count += 1
        if count * 4 > slotCount * 3 { grow() }
        return true
    }

    /// Removes a key. Its bytes are kept.
    func remove(_ key: UnsafeRawBufferPointer) {
        guard let number = find(key, Self.hash(key)).entry else { return }
        entry(number).pointee.primaryKey = Self.removed
    }

    /// Passes each key of an object, and the object, to `body`, in the order in which they were added.
    func forEach(_ body: (UnsafeRawBufferPointer, Object) throws -> Void) rethrows {
        for number in 0..<count {
            let entry = self.entry(number).pointee
            guard entry.primaryKey != Self.removed else { continue }
            let key = UnsafeRawBufferPointer(
                start: keys.start + Int(entry.keyOffset), count: Int(entry.keyLength))
            try body(
                key, Object(primaryKey: entry.primaryKey, entityNumber: entry.entityNumber))
        }
    }

    // MARK: Slots

    /// Returns the entry with a key, or the slot for it.
    @inline(__always)
    private func find(
        _ key: UnsafeRawBufferPointer, _ hash: UInt32
    ) -> (entry: Int?, slot: Int) {
        let mask = slotCount - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            let entry = self.entry(number).pointee
            if entry.hash == hash, isEqual(entry, key) { return (number, slot) }
            slot = (slot + 1) & mask
        }
        return (nil, slot)
    }

    @inline(__always)
    private func entry(_ number: Int) -> UnsafeMutablePointer<Entry> {
        (entries.start + number * MemoryLayout<Entry>.stride)
            .assumingMemoryBound(to: Entry.self)
    }

    private func grow() {
        slots.deallocate()
        slotCount *= 2
        slots = .allocate(capacity: slotCount)
        slots.initialize(repeating: 0, count: slotCount)
        let mask = slotCount - 1
        for number in 0..<count {
            var slot = Int(entry(number).pointee.hash) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number + 1)
        }
    }

    @inline(__always)
    private func isEqual(_ entry: Entry, _ key: UnsafeRawBufferPointer) -> Bool {
        guard Int(entry.keyLength) == key.count else { return false }
        guard let other = key.baseAddress else { return true }
        return memcmp(keys.start + Int(entry.keyOffset), other, key.count) == 0
    }

    /// Hashes eight bytes at a time, each mixed in by a multiplication. The result is the same on every machine and
    /// in every run.
    @inline(__always)
    private static func hash(_ key: UnsafeRawBufferPointer) -> UInt32 {
        var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: key.count)
        var index = 0
        while index + 8 <= key.count {
            let word = key.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            hash = mixed(hash ^ UInt64(littleEndian: word))
            index += 8
        }
        var rest: UInt64 = 0
        while index < key.count {
            rest = rest << 8 | UInt64(key[index])
            index += 1
        }
        hash = mixed(hash ^ rest)
        return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
    }

    /// Returns the two halves of a product of 128 bits, combined.
    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
