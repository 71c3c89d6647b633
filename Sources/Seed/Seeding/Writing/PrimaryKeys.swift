/// Assigns the primary keys of each root entity, in ascending order (docs/internals/format.md#metadata).
final class PrimaryKeys {
    /// The keys of one root entity.
    final class Counter {
        /// The highest key assigned so far.
        fileprivate(set) var highest: Int64

        fileprivate init(highest: Int64) { self.highest = highest }

        /// Returns the next key; nil if all keys are used.
        @inline(__always)
        func next() -> Int64? {
            guard highest < Int64.max else { return nil }
            highest += 1
            return highest
        }

        /// The highest key of the rows written in this build; nil before the first row.
        private var highestWritten: Int64?

        /// Records that a row with a key is written.
        ///
        /// - Returns: whether the key follows the table's highest key; false if that is not known.
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
    /// The highest keys assigned before the build. Rows up to them already existed.
    let initial: [String: Int64]

    /// Continues after the keys of earlier builds, and starts at 1 if there are none.
    init(initial: [String: Int64] = [:]) {
        self.initial = initial
        for (root, highest) in initial { counters[root] = Counter(highest: highest) }
    }

    /// The highest key assigned so far, by the name of the root entity. Entities without any key are left out.
    var highest: [String: Int64] {
        counters.mapValues(\.highest).filter { $0.value > 0 || initial[$0.key] != nil }
    }

    /// Returns the keys of a root entity.
    func counter(of root: String) -> Counter {
        if let counter = counters[root] { return counter }
        let counter = Counter(highest: 0)
        counters[root] = counter
        return counter
    }

    /// Records a key from a source.
    func note(_ key: Int64, of root: String) {
        let counter = counter(of: root)
        counter.highest = max(counter.highest, key)
    }

    /// Returns whether a key was assigned before the build.
    @inline(__always)
    func isOld(_ key: Int64, of root: String) -> Bool { key <= initial[root] ?? 0 }
}
