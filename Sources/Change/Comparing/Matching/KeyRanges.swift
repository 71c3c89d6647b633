/// Primary keys, as ranges of consecutive keys.
struct KeyRanges {
    /// The ranges in ascending order, with a gap between each two.
    private(set) var ranges: [ClosedRange<Int64>] = []
    /// The range in which the last key was found. The next key is often near it.
    private var latest = 0

    /// Returns whether a key is in one of the ranges.
    mutating func contains(_ key: Int64) -> Bool {
        for index in latest..<min(latest + 2, ranges.count) where ranges[index].contains(key) {
            latest = index
            return true
        }
        guard let index = ranges.count.last(where: { ranges[$0].lowerBound <= key }) else { return false }
        latest = index
        return ranges[index].contains(key)
    }

    /// Adds keys.
    ///
    /// - Parameter others: new keys, in ascending order.
    mutating func add(_ others: some Sequence<ClosedRange<Int64>>) {
        var merged: [ClosedRange<Int64>] = []
        func append(_ range: ClosedRange<Int64>) {
            if let last = merged.last, last.upperBound &+ 1 == range.lowerBound {
                merged[merged.count - 1] = last.lowerBound...range.upperBound
            } else {
                merged.append(range)
            }
        }
        var next = 0
        for range in others {
            while next < ranges.count, ranges[next].lowerBound < range.lowerBound {
                append(ranges[next])
                next += 1
            }
            append(range)
        }
        while next < ranges.count {
            append(ranges[next])
            next += 1
        }
        ranges = merged
        latest = 0
    }
}

extension Int {
    /// Returns the greatest number from 0 on, below this one, for which a condition holds; nil if there is none. A
    /// condition that holds for a number must hold for all smaller ones.
    func last(where isBefore: (Int) -> Bool) -> Int? {
        var (low, high) = (0, self)
        while low < high {
            let middle = (low + high) / 2
            if isBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? low - 1 : nil
    }
}
