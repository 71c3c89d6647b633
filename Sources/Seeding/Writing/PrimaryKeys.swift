/// Hands out the primary keys of each root entity, in ascending order (SPEC 7).
final class PrimaryKeys {
    /// The highest key handed out so far, by the name of the root entity.
    private(set) var highest: [String: Int64] = [:]
    /// The highest key handed out before the build: rows up to it were there already.
    let initial: [String: Int64]

    /// Begins behind the keys that were handed out before; from 1 where there are none.
    init(initial: [String: Int64] = [:]) {
        self.initial = initial
        highest = initial
    }

    /// The next key of a root entity; nil where there are no more.
    func next(of root: String) -> Int64? {
        let last = highest[root] ?? 0
        guard last < Int64.max else { return nil }
        highest[root] = last + 1
        return last + 1
    }

    /// Notes a key that a source gave.
    func note(_ key: Int64, of root: String) {
        highest[root] = max(highest[root] ?? 0, key)
    }

    /// Whether a key was handed out before the build.
    @inline(__always)
    func isOld(_ key: Int64, of root: String) -> Bool { key <= initial[root] ?? 0 }
}
