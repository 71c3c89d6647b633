/// Something that gives items in ascending order, and shows the one that comes next.
protocol MergedRun {
    /// Goes to the next item; false where there is none.
    mutating func advance() throws -> Bool

    /// Whether its item comes before that of another run.
    func precedes(_ other: Self) -> Bool
}

/// Merges sorted runs. Of equal items that of the earlier run comes first.
struct RunMerge<Run: MergedRun> {
    /// A binary heap with the run of the least item in front; each with its place among the runs.
    private var heap: [(run: Run, place: Int)] = []

    /// - Throws: what reading the runs throws.
    init(_ runs: [Run]) throws {
        for (place, run) in runs.enumerated() {
            var run = run
            if try run.advance() { heap.append((run, place)) }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// The run with the least item; nil at the end.
    var first: Run? { heap.first?.run }

    /// Goes to the next item.
    ///
    /// - Throws: what reading the runs throws.
    mutating func advance() throws {
        guard !heap.isEmpty else { return }
        if try !heap[0].run.advance() {
            let last = heap.removeLast()
            if heap.isEmpty { return }
            heap[0] = last
        }
        sink(0)
    }

    private mutating func sink(_ start: Int) {
        var index = start
        while true {
            var least = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < heap.count && precedes(child, least) {
                least = child
            }
            guard least != index else { return }
            heap.swapAt(index, least)
            index = least
        }
    }

    @inline(__always)
    private func precedes(_ one: Int, _ other: Int) -> Bool {
        if heap[one].run.precedes(heap[other].run) { return true }
        if heap[other].run.precedes(heap[one].run) { return false }
        return heap[one].place < heap[other].place
    }
}
