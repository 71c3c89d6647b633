/// The integers by which a store orders the members of a relationship (docs/internals/format.md#relationships).
enum OrderKeys {
    static let first: Int64 = 2048
    static let step: Int64 = 1024

    /// Assigns a key to each member of a list, so that the keys ascend.
    ///
    /// As many members as possible keep their keys. New members are spread evenly over the gap at their position, or
    /// follow the last member by steps of 1024. If a gap is too small, all keys are reassigned.
    ///
    /// - Parameter existing: the key of each member in the requested order; nil for a new member.
    static func assigned(to existing: [Int64?]) -> [Int64] {
        var keys: [Int64] = []
        keys.reserveCapacity(existing.count)
        let kept = longestIncreasing(existing)
        var lower: Int64?
        var waiting: Int64 = 0
        for (index, key) in existing.enumerated() {
            guard kept.contains(index), let key else {
                waiting += 1
                continue
            }
            guard fill(&keys, count: waiting, above: lower ?? 0, below: key) else {
                return fresh(existing.count)
            }
            keys.append(key)
            lower = key
            waiting = 0
        }
        guard waiting > 0 else { return keys }
        guard let lower else { return fresh(existing.count) }
        for _ in 0..<waiting {
            let (next, overflows) = (keys.last ?? lower).addingReportingOverflow(step)
            guard !overflows else { return fresh(existing.count) }
            keys.append(next)
        }
        return keys
    }

    private static func fresh(_ count: Int) -> [Int64] {
        (0..<Int64(count)).map { first + $0 * step }
    }

    /// Spreads new keys between two others; returns false if there is no room.
    private static func fill(
        _ keys: inout [Int64], count: Int64, above lower: Int64, below upper: Int64
    ) -> Bool {
        guard count > 0 else { return true }
        let (gap, overflows) = upper.subtractingReportingOverflow(lower)
        let step = gap / (count + 1)
        guard !overflows, step > 0 else { return false }
        for number in 1...count { keys.append(lower + step * number) }
        return true
    }

    /// Returns the indices of the longest subsequence of members whose keys already ascend.
    private static func longestIncreasing(_ keys: [Int64?]) -> Set<Int> {
        var tails: [Int] = []
        var before: [Int?] = Array(repeating: nil, count: keys.count)
        for (index, key) in keys.enumerated() {
            guard let key else { continue }
            var low = 0
            var high = tails.count
            while low < high {
                let middle = (low + high) / 2
                if let other = keys[tails[middle]], other < key {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            before[index] = low > 0 ? tails[low - 1] : nil
            if low == tails.count { tails.append(index) } else { tails[low] = index }
        }
        var result: Set<Int> = []
        var next = tails.last
        while let index = next {
            result.insert(index)
            next = before[index]
        }
        return result
    }
}
