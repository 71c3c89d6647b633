/// Hands out the primary keys of each root entity, in ascending order (docs/format.md#metadata).
final class PrimaryKeys {
    /// The keys of one root entity.
    final class Counter {
        /// The highest key handed out so far.
        fileprivate(set) var highest: Int64

        fileprivate init(highest: Int64) { self.highest = highest }

        /// The next key; nil where there are no more.
        @inline(__always)
        func next() -> Int64? {
            guard highest < Int64.max else { return nil }
            highest += 1
            return highest
        }

        /// The highest key of the rows that were written during the build; nil before the first.
        private var highestWritten: Int64?

        /// Notes that a row with a key is written after all others so far.
        ///
        /// - Returns: whether the key is the one after the table's highest; false, too, where that
        ///   is not known.
        @inline(__always)
        func write(_ key: Int64) -> Bool {
            guard let written = highestWritten else {
                highestWritten = key
                return false
            }
            guard key > written else { return false }
            highestWritten = key
            return key == written + 1
        }
    }

    private var counters: [String: Counter] = [:]
    /// The highest key handed out before the build: rows up to it were there already.
    let initial: [String: Int64]

    /// Begins behind the keys that were handed out before; from 1 where there are none.
    init(initial: [String: Int64] = [:]) {
        self.initial = initial
        for (root, highest) in initial { counters[root] = Counter(highest: highest) }
    }

    /// The highest key handed out so far, by the name of the root entity; those that had none
    /// before the build, and got none, are missing.
    var highest: [String: Int64] {
        counters.mapValues(\.highest).filter { $0.value > 0 || initial[$0.key] != nil }
    }

    /// The keys of a root entity.
    func counter(of root: String) -> Counter {
        if let counter = counters[root] { return counter }
        let counter = Counter(highest: 0)
        counters[root] = counter
        return counter
    }

    /// Notes a key that a source gave.
    func note(_ key: Int64, of root: String) {
        let counter = counter(of: root)
        counter.highest = max(counter.highest, key)
    }

    /// Whether a key was handed out before the build.
    @inline(__always)
    func isOld(_ key: Int64, of root: String) -> Bool { key <= initial[root] ?? 0 }
}
