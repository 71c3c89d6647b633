import PageReading

/// Rows by their fingerprints: finds for each of other rows the first one that is equal and not taken.
struct FingerprintTable {
    /// A row's key and fingerprint.
    typealias Row = (key: Int64, fingerprint: RowFingerprint)

    private let rows: [Row]
    /// The first row of each fingerprint, or of several that share a slot; -1 for none.
    private var slots: [Int32]
    /// The next row of the same slot.
    private var following: [Int32]
    private var isTaken: [Bool]
    private let mask: Int

    /// - Parameter rows: at most 2^31, in ascending order of their keys.
    init(_ rows: [Row]) {
        self.rows = rows
        var size = 16
        while size < rows.count { size *= 2 }
        mask = size - 1
        slots = Array(repeating: -1, count: size)
        following = Array(repeating: -1, count: rows.count)
        isTaken = Array(repeating: false, count: rows.count)
        // From behind, so that the lowest key comes to be the first of its slot.
        for index in rows.indices.reversed() {
            let slot = Int(truncatingIfNeeded: rows[index].fingerprint.one) & mask
            following[index] = slots[slot]
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Pairs rows with equal ones, the first with the first, the second with the second.
    ///
    /// - Parameters:
    ///   - others: in ascending order of their keys.
    ///   - prefersUnmoved: whether equal keys are paired before.
    /// - Returns: the others' keys with those of the rows, in ascending order of the others' keys.
    mutating func pairs(with others: [Row], prefersUnmoved: Bool) -> [(old: Int64, new: Int64)] {
        var partners: [Int32] = Array(repeating: -1, count: others.count)
        if prefersUnmoved {
            var next = 0
            for (index, other) in others.enumerated() {
                while next < rows.count, rows[next].key < other.key { next += 1 }
                guard next < rows.count, rows[next].key == other.key,
                    rows[next].fingerprint == other.fingerprint
                else {
                    continue
                }
                partners[index] = Int32(truncatingIfNeeded: next)
                isTaken[next] = true
            }
        }
        for (index, other) in others.enumerated() where partners[index] < 0 {
            if let found = take(other.fingerprint) { partners[index] = Int32(truncatingIfNeeded: found) }
        }
        return zip(others, partners).compactMap { other, partner in
            partner < 0 ? nil : (other.key, rows[Int(partner)].key)
        }
    }

    /// Takes the first row of a fingerprint.
    private mutating func take(_ fingerprint: RowFingerprint) -> Int? {
        let slot = Int(truncatingIfNeeded: fingerprint.one) & mask
        var before: Int?
        var current = slots[slot]
        while current >= 0 {
            let index = Int(current)
            let isFree = !isTaken[index]
            guard !isFree || rows[index].fingerprint != fingerprint else {
                isTaken[index] = true
                unlink(index, behind: before, slot)
                return index
            }
            if isFree { before = index } else { unlink(index, behind: before, slot) }
            current = following[index]
        }
        return nil
    }

    /// Takes a row out of its slot: many equal ones would be gone through for each other one.
    private mutating func unlink(_ index: Int, behind before: Int?, _ slot: Int) {
        if let before { following[before] = following[index] } else { slots[slot] = following[index] }
    }
}
