/// Finds what somebody probably meant.
package enum NearestName {
    /// The candidate that differs least from a name, where it differs little enough to be meant.
    ///
    /// Upper and lower case count as alike; of equally near candidates the first in order wins.
    ///
    /// Names and lists of them that nobody reads have none: see ``longestName`` and ``mostCandidates``.
    package static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= longestName else { return nil }
        let all = Array(candidates.prefix(mostCandidates + 1))
        guard all.count <= mostCandidates else { return nil }
        let wanted = Array(name.lowercased())
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in all where candidate.utf8.count <= longestName {
            let found = distance(wanted, Array(candidate.lowercased()), most: best?.distance ?? limit)
            guard let found else { continue }
            if let best, found == best.distance, best.name <= candidate { continue }
            best = (candidate, found)
        }
        return best?.name
    }

    /// The longest name that is compared, in bytes of UTF-8.
    private static let longestName = 1_000
    /// The most candidates that are.
    private static let mostCandidates = 10_000

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other; nil
    /// where they are more than `most`.
    private static func distance(_ a: [Character], _ b: [Character], most: Int) -> Int? {
        guard abs(a.count - b.count) <= most else { return nil }
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for row in 1...a.count {
            var current = [row] + [Int](repeating: 0, count: b.count)
            for column in 1...b.count {
                let isSame = a[row - 1] == b[column - 1]
                current[column] = min(
                    last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            // A swap goes on from the row before the last one; nothing comes from further up.
            if let one = current.min(), let other = last.min(), min(one, other) > most { return nil }
            beforeLast = last
            last = current
        }
        return last[b.count] <= most ? last[b.count] : nil
    }
}
