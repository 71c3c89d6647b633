/// Suggestions for unknown names.
package enum NearestName {
    /// Returns the candidate that is most similar to a name, if it is similar enough to be meant.
    ///
    /// Upper and lower case are equal. Of equally similar candidates, the first is returned. Names longer than
    /// ``longestName`` and lists longer than ``mostCandidates`` have no suggestion.
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

    /// The limit of a compared name, in bytes of UTF-8.
    private static let longestName = 1_000
    /// The limit of compared candidates.
    private static let mostCandidates = 10_000

    /// Returns the number of insertions, deletions, replacements and swaps of neighbors between two names; nil if
    /// there are more than `most`.
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
            // A swap continues from the row before the last one. No earlier row is needed.
            if let one = current.min(), let other = last.min(), min(one, other) > most { return nil }
            beforeLast = last
            last = current
        }
        return last[b.count] <= most ? last[b.count] : nil
    }
}
