/// A sorted run that is read from beginning to end.
protocol MergedRun: AnyObject {
    /// An item of the run, without references, so that moving it is cheap.
    associatedtype Item: BitwiseCopyable

    /// Returns the next item, or nil at the end. Memory to which it points is valid until the next call.
    func next() throws -> Item?

    /// Returns whether an item precedes another.
    ///
    /// The method may store its findings in the greater item, which is next compared with the successors of the
    /// smaller one.
    ///
    /// - Parameter whereEqual: the result for equal items, which depends on the order of their runs.
    static func precedes(_ one: inout Item, _ other: inout Item, whereEqual: Bool) -> Bool
}

/// Merges sorted runs. Of equal items, that of the earlier run comes first.
///
/// It is a tree of losers: each node keeps the run that lost there. The next item of the winning run is therefore
/// compared once per level.
struct SortedRuns<Run: MergedRun> {
    private let runs: [Run]
    /// The next item of each run, or nil at its end.
    private var items: [Run.Item?]
    /// The winning run, followed by the losing runs of the inner nodes from 1 on.
    private var losers: [Int]

    /// - Throws: the error of reading a run.
    init(_ runs: [Run]) throws {
        self.runs = runs
        items = try runs.map { try $0.next() }
        let nobody = -1
        losers = Array(repeating: nobody, count: max(runs.count, 1))
        // The first run at a node waits there for the second.
        let count = runs.count
        items.withUnsafeMutableBufferPointer { items in
            for run in 0..<count {
                var winner = run
                var node = (run + count) / 2
                while node > 0, losers[node] != nobody {
                    let waiting = losers[node]
                    if Self.precedes(&items[waiting], waiting, &items[winner], winner) {
                        swap(&losers[node], &winner)
                    }
                    node /= 2
                }
                losers[node] = winner
            }
        }
    }

    /// Passes all items to `body` in ascending order, with the number of their run.
    ///
    /// - Throws: the error of reading a run, or the error that `body` throws.
    mutating func forEach(_ body: (_ item: Run.Item, _ run: Int) throws -> Void) throws {
        guard !runs.isEmpty else { return }
        try items.withUnsafeMutableBufferPointer { items in
            try losers.withUnsafeMutableBufferPointer { losers in
                while let item = items[losers[0]] {
                    var winner = losers[0]
                    try body(item, winner)
                    items[winner] = try runs[winner].next()
                    var node = (winner + runs.count) / 2
                    while node > 0 {
                        let waiting = losers[node]
                        if Self.precedes(&items[waiting], waiting, &items[winner], winner) {
                            swap(&losers[node], &winner)
                        }
                        node /= 2
                    }
                    losers[0] = winner
                }
            }
        }
    }

    /// Returns whether an item precedes another. A run at its end comes last.
    @inline(__always)
    private static func precedes(
        _ one: inout Run.Item?, _ oneRun: Int, _ other: inout Run.Item?, _ otherRun: Int
    ) -> Bool {
        guard one != nil else { return false }
        guard other != nil else { return true }
        return Run.precedes(&one!, &other!, whereEqual: oneRun < otherRun)
    }
}
