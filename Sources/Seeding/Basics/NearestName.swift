/// Finds what somebody probably meant.
package enum NearestName {
    /// The candidate that differs least from a name, where it differs little enough to be meant.
    ///
    /// Upper and lower case count as alike; of equally near candidates the first in order wins.
    package static func of(_ name: String, in candidates: some Sequence<String>) -> String? {
        let wanted = Array(name.lowercased())
        let limit = max(1, wanted.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates.sorted() {
            let distance = distance(wanted, Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lead from one to the other.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
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
            beforeLast = last
            last = current
        }
        return last[b.count]
    }
}
