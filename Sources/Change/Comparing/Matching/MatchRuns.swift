/// The matching objects of a table in both stores, by their primary keys. They are kept in runs, since most objects
/// keep their key or move together with their neighbors.
struct MatchRuns {
    /// Objects with consecutive keys in both stores.
    struct Run: Equatable {
        /// The first object's key in the old store, and in the new one.
        let old: Int64
        let new: Int64
        /// The distance from the first key to the last. The run may include keys that neither store has.
        var span: Int64
        /// Whether the objects are known to have equal attributes, and links to the same objects.
        let isEqual: Bool
    }

    /// The runs in ascending order of the old store's keys.
    private(set) var runs: [Run] = []
    /// The indexes of the runs in ascending order of the new store's keys, computed at the first use.
    private var byNew: [Int32] = []
    private var oldKeys = KeyRanges()
    private var newKeys = KeyRanges()
    /// The run in which the last key was found. The next key is often near it.
    private var latest = 0

    /// Returns whether an object of the old store has a match.
    mutating func hasOld(_ key: Int64) -> Bool { oldKeys.contains(key) }

    /// Returns whether an object of the new store has a match.
    mutating func hasNew(_ key: Int64) -> Bool { newKeys.contains(key) }

    /// Returns the key in the new store of an object of the old one.
    mutating func new(of old: Int64) -> Int64? { run(ofOld: old).map { $0.new + (old - $0.old) } }

    /// Returns the key in the new store of an object that is not known to be equal.
    mutating func doubtful(of old: Int64) -> Int64? {
        guard let run = run(ofOld: old), !run.isEqual else { return nil }
        return run.new + (old - run.old)
    }

    private mutating func run(ofOld key: Int64) -> Run? {
        for index in latest..<min(latest + 2, runs.count) where runs[index].holdsOld(key) {
            latest = index
            return runs[index]
        }
        guard let index = runs.count.last(where: { runs[$0].old <= key }), runs[index].holdsOld(key) else {
            return nil
        }
        latest = index
        return runs[index]
    }

    /// Returns the key in the old store of an object of the new one.
    mutating func old(of new: Int64) -> Int64? {
        if byNew.isEmpty, !runs.isEmpty {
            byNew = runs.indices.map { Int32(truncatingIfNeeded: $0) }
                .sorted { runs[Int($0)].new < runs[Int($1)].new }
        }
        guard let index = byNew.count.last(where: { runs[Int(byNew[$0])].new <= new }) else { return nil }
        let run = runs[Int(byNew[index])]
        return run.holdsNew(new) ? run.old + (new - run.new) : nil
    }

    // MARK: Changes

    /// Adds an object that has the same key in both stores and is equal. Its key must be greater than all present
    /// ones.
    ///
    /// - Parameter continues: whether neither store has an object between the previous one and this one.
    mutating func append(unmoved key: Int64, continues: Bool) {
        if continues, let last = runs.indices.last {
            let (span, isTooLong) = key.subtractingReportingOverflow(runs[last].old)
            if !isTooLong {
                runs[last].span = span
                return
            }
        }
        runs.append(Run(old: key, new: key, span: 0, isEqual: true))
    }

    /// Ends the addition of unmoved objects.
    mutating func finishUnmoved() { runsChanged() }

    /// Adds objects without a match in either store.
    ///
    /// - Parameter pairs: in ascending order of the old store's keys.
    mutating func add(_ pairs: [(old: Int64, new: Int64)], areEqual: Bool) {
        guard !pairs.isEmpty else { return }
        var merged: [Run] = []
        merged.reserveCapacity(runs.count)
        var next = 0
        for pair in pairs {
            while next < runs.count, runs[next].old < pair.old {
                merged.append(runs[next])
                next += 1
            }
            if let last = merged.indices.last, merged[last].isEqual == areEqual,
                merged[last].isBefore(pair)
            {
                merged[last].span += 1
            } else {
                merged.append(Run(old: pair.old, new: pair.new, span: 0, isEqual: areEqual))
            }
        }
        merged += runs[next...]
        runs = merged
        byNew = []
        oldKeys.add(pairs.lazy.map { $0.old...$0.old })
        let keys = pairs.map(\.new)
        let isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
        newKeys.add((isSorted ? keys : keys.sorted()).lazy.map { $0...$0 })
    }

    /// Removes unmoved objects.
    ///
    /// - Parameter keys: in ascending order.
    mutating func remove(_ keys: [Int64]) {
        guard !keys.isEmpty else { return }
        var rest: [Run] = []
        var next = 0
        for run in runs {
            var run = run
            while next < keys.count, keys[next] < run.old { next += 1 }
            var isLeft = true
            while next < keys.count, keys[next] <= run.lastOld {
                let offset = keys[next] - run.old
                next += 1
                if offset > 0 {
                    rest.append(Run(old: run.old, new: run.new, span: offset - 1, isEqual: run.isEqual))
                }
                isLeft = offset < run.span
                guard isLeft else { break }
                run = Run(
                    old: run.old + offset + 1, new: run.new + offset + 1, span: run.span - offset - 1,
                    isEqual: run.isEqual)
            }
            if isLeft { rest.append(run) }
        }
        runs = rest
        runsChanged()
    }

    /// Updates the indexes of keys after a change of runs of unmoved objects.
    private mutating func runsChanged() {
        (byNew, latest) = ([], 0)
        oldKeys = KeyRanges()
        oldKeys.add(runs.lazy.map { $0.old...$0.lastOld })
        newKeys = oldKeys
    }
}

extension MatchRuns.Run {
    var lastOld: Int64 { old + span }
    var lastNew: Int64 { new + span }

    /// Returns whether a pair continues the run.
    func isBefore(_ pair: (old: Int64, new: Int64)) -> Bool {
        span < .max && lastNew < .max && lastOld &+ 1 == pair.old && lastNew + 1 == pair.new
    }

    func holdsOld(_ key: Int64) -> Bool { key >= old && key <= lastOld }
    func holdsNew(_ key: Int64) -> Bool { key >= new && key <= lastNew }
}
