import Pages

/// Rows by their fingerprints. For each other row, it finds the first equal row that is not taken.
struct FingerprintTable {
    /// The pairing of equal rows.
    enum Pairing {
        /// The first with the first, the second with the second.
        case inOrder
        /// Rows with equal keys before others.
        case unmovedFirst
        /// Rows with equal keys before others, if not all have a partner.
        case unmovedFirstOfMore
        /// Only rows without a second equal row on either side.
        case alone
    }

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
        // In reverse order, so that the lowest key becomes the first of its slot.
        for index in rows.indices.reversed() {
            let slot = Int(truncatingIfNeeded: rows[index].fingerprint.one) & mask
            following[index] = slots[slot]
            slots[slot] = Int32(truncatingIfNeeded: index)
        }
    }

    /// Pairs rows with equal ones.
    ///
    /// - Parameter others: in ascending order of their keys.
    /// - Returns: the others' keys and those of the rows, in ascending order of the others' keys.
    mutating func pairs(with others: [Row], _ pairing: Pairing) -> [(old: Int64, new: Int64)] {
        var partners: [Int32] = Array(repeating: -1, count: others.count)
        let counts = pairing == .alone || pairing == .unmovedFirstOfMore ? EqualRows(self, others) : nil
        if pairing == .unmovedFirst || pairing == .unmovedFirstOfMore {
            var next = 0
            for (index, other) in others.enumerated() {
                while next < rows.count, rows[next].key < other.key { next += 1 }
                guard next < rows.count, rows[next].key == other.key,
                    rows[next].fingerprint == other.fingerprint
                else {
                    continue
                }
                if let (own, other) = counts?.counts(ofOther: index), own == other { continue }
                partners[index] = Int32(truncatingIfNeeded: next)
                isTaken[next] = true
            }
        }
        for (index, other) in others.enumerated() where partners[index] < 0 {
            if pairing == .alone, counts?.counts(ofOther: index).map({ $0 == (1, 1) }) != true { continue }
            if let found = take(other.fingerprint) { partners[index] = Int32(truncatingIfNeeded: found) }
        }
        return zip(others, partners).compactMap { other, partner in
            partner < 0 ? nil : (other.key, rows[Int(partner)].key)
        }
    }

    /// The numbers of equal rows on both sides, counted without hashing the fingerprints again.
    private struct EqualRows {
        /// The first row that equals each other row; -1 for none.
        private var firsts: [Int32]
        /// The number of rows and of other rows that equal each first row.
        private var own: [Int32]
        private var theirs: [Int32]

        init(_ table: borrowing FingerprintTable, _ others: [Row]) {
            (own, theirs) = (
                Array(repeating: 0, count: table.rows.count), Array(repeating: 0, count: table.rows.count)
            )
            firsts = []
            firsts.reserveCapacity(others.count)
            for row in table.rows {
                if let first = table.first(row.fingerprint) { own[first] += 1 }
            }
            for other in others {
                let first = table.first(other.fingerprint)
                if let first { theirs[first] += 1 }
                firsts.append(Int32(truncatingIfNeeded: first ?? -1))
            }
        }

        /// Returns the numbers of rows and of other rows that equal an other row, or nil if there are no such rows.
        func counts(ofOther index: Int) -> (own: Int32, other: Int32)? {
            let first = Int(firsts[index])
            return first < 0 ? nil : (own[first], theirs[first])
        }
    }

    /// Returns the first row with a fingerprint, if none is taken.
    private func first(_ fingerprint: RowFingerprint) -> Int? {
        var current = slots[Int(truncatingIfNeeded: fingerprint.one) & mask]
        while current >= 0, rows[Int(current)].fingerprint != fingerprint {
            current = following[Int(current)]
        }
        return current < 0 ? nil : Int(current)
    }

    /// Takes the first row with a fingerprint.
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

    /// Removes a row from its slot. Otherwise, each search would visit all taken rows with equal fingerprints.
    private mutating func unlink(_ index: Int, behind before: Int?, _ slot: Int) {
        if let before { following[before] = following[index] } else { slots[slot] = following[index] }
    }
}
