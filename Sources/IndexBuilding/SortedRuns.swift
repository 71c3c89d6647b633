/// A sorted run that is read from front to back.
protocol MergedRun: AnyObject {
    /// What comes next; without references, so that it may be moved about for nothing.
    associatedtype Item: BitwiseCopyable

    /// The next item; nil at the end. What it points at stays until the next call.
    func next() throws -> Item?

    /// Whether an item comes before another, of a later run or of an earlier one as `whereEqual` says.
    /// The one that comes behind may note what was found out of it: it waits for what is behind the
    /// other.
    static func precedes(_ one: inout Item, _ other: inout Item, whereEqual: Bool) -> Bool
}

/// Merges sorted runs. Of equal items that of the earlier run comes first.
///
/// A tree of losers: each node keeps the run that lost there, so that the next item of the winning
/// run is compared once on each level.
struct SortedRuns<Run: MergedRun> {
    private let runs: [Run]
    /// The next item of each run; nil at its end.
    private var items: [Run.Item?]
    /// The runs that lost at the inner nodes, from 1 on, and in front the one that won.
    private var losers: [Int]

    /// - Throws: what reading the runs throws.
    init(_ runs: [Run]) throws {
        self.runs = runs
        items = try runs.map { try $0.next() }
        let nobody = -1
        losers = Array(repeating: nobody, count: max(runs.count, 1))
        // The first to come to a node waits there for the other.
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

    /// Gives all items in ascending order with the number of their run.
    ///
    /// - Throws: what reading the runs throws, and `body`.
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

    /// Whether an item comes before another; what has ended comes last.
    @inline(__always)
    private static func precedes(
        _ one: inout Run.Item?, _ oneRun: Int, _ other: inout Run.Item?, _ otherRun: Int
    ) -> Bool {
        guard one != nil else { return false }
        guard other != nil else { return true }
        return Run.precedes(&one!, &other!, whereEqual: oneRun < otherRun)
    }
}
