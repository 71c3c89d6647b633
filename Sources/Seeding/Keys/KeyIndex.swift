import Foundation

/// Finds the object that has a key: an open-addressing table over one block of key bytes.
///
/// An entry costs 24 bytes, its key, and between 6 and 11 bytes of slots; nothing is allocated for
/// a look-up.
///
/// Invariant: `slots.count` is a power of two, larger than the number of entries; a slot holds 0,
/// or the number of an entry counted from 1.
final class KeyIndex {
    /// An object: its primary key and the number of its entity.
    struct Object: Equatable {
        let primaryKey: Int64
        let entityNumber: Int32
    }

    private struct Entry {
        let keyOffset: UInt32
        let keyLength: UInt32
        /// ``removed`` where the key was taken away.
        var primaryKey: Int64
        var entityNumber: Int32
        let hash: UInt32
    }

    /// The primary key that no object has.
    private static let removed = Int64.min

    private var slots = [UInt32](repeating: 0, count: 64)
    private var entries: [Entry] = []
    private var keys: [UInt8] = []

    /// Whether rows whose keys belong here were refused: that a key is missing then proves nothing.
    var isIncomplete = false

    /// How many keys there are.
    var count: Int { entries.count }

    /// The object of a key; nil where there is none.
    @inline(__always)
    func object(forKey key: UnsafeRawBufferPointer) -> Object? {
        let hash = Self.hash(key)
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, isEqual(entry, key) {
                guard entry.primaryKey != Self.removed else { return nil }
                return Object(primaryKey: entry.primaryKey, entityNumber: entry.entityNumber)
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    /// Adds a key.
    ///
    /// - Returns: false, and nothing changes, where the key is there already, or where all keys
    ///   together would exceed 4 GiB.
    @discardableResult
    func insert(_ object: Object, forKey key: UnsafeRawBufferPointer) -> Bool {
        let hash = Self.hash(key)
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if entries[number].hash == hash, isEqual(entries[number], key) {
                guard entries[number].primaryKey == Self.removed else { return false }
                entries[number].primaryKey = object.primaryKey
                entries[number].entityNumber = object.entityNumber
                return true
            }
            slot = (slot + 1) & mask
        }
        guard let offset = UInt32(exactly: keys.count), let length = UInt32(exactly: key.count),
            let number = UInt32(exactly: entries.count + 1)
        else { return false }
        keys.append(contentsOf: key)
        entries.append(
            Entry(
                keyOffset: offset, keyLength: length, primaryKey: object.primaryKey,
                entityNumber: object.entityNumber, hash: hash))
        slots[slot] = number
        if entries.count * 4 > slots.count * 3 { grow() }
        return true
    }

    /// Removes a key; its bytes stay.
    func remove(_ key: UnsafeRawBufferPointer) {
        let hash = Self.hash(key)
        let mask = slots.count - 1
        var slot = Int(hash) & mask
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if entries[number].hash == hash, isEqual(entries[number], key) {
                entries[number].primaryKey = Self.removed
                return
            }
            slot = (slot + 1) & mask
        }
    }

    private func grow() {
        var larger = [UInt32](repeating: 0, count: slots.count * 2)
        let mask = larger.count - 1
        for (index, entry) in entries.enumerated() {
            var slot = Int(entry.hash) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = UInt32(index + 1)
        }
        slots = larger
    }

    @inline(__always)
    private func isEqual(_ entry: Entry, _ key: UnsafeRawBufferPointer) -> Bool {
        guard Int(entry.keyLength) == key.count else { return false }
        return keys.withUnsafeBytes { bytes in
            let offset = Int(entry.keyOffset)
            guard let start = bytes.baseAddress, let other = key.baseAddress else { return true }
            return memcmp(start + offset, other, key.count) == 0
        }
    }

    /// Eight bytes at a time, each mixed in by a multiplication: the same on every machine and in
    /// every run.
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

    /// Both halves of a product of 128 bits, folded.
    @inline(__always)
    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
