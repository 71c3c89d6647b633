/// A sorted run that is read from front to back.
protocol MergedRun: AnyObject {
    /// What comes next; without references, so that it may be moved about for nothing.
    associatedtype Item: BitwiseCopyable

    /// The next item; nil at the end. What it points at stays until the next call.
    func next() throws -> Item?

    /// Whether one item comes before another.
    static func precedes(_ one: Item, _ other: Item) -> Bool
}

/// Merges sorted runs. Of equal items that of the earlier run comes first.
struct RunMerge<Run: MergedRun> {
    private struct Head {
        var item: Run.Item
        let run: Int
    }

    private let runs: [Run]
    /// A binary heap with the least item in front.
    private var heap: [Head] = []

    /// - Throws: what reading the runs throws.
    init(_ runs: [Run]) throws {
        self.runs = runs
        for (place, run) in runs.enumerated() {
            if let item = try run.next() { heap.append(Head(item: item, run: place)) }
        }
        for index in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sink(index) }
    }

    /// Gives all items in ascending order.
    ///
    /// - Throws: what reading the runs throws, and `body`.
    mutating func forEach(_ body: (Run.Item) throws -> Void) throws {
        while let head = heap.first {
            try body(head.item)
            if let item = try runs[head.run].next() {
                heap[0].item = item
            } else {
                let last = heap.removeLast()
                if heap.isEmpty { return }
                heap[0] = last
            }
            sink(0)
        }
    }

    private mutating func sink(_ start: Int) {
        heap.withUnsafeMutableBufferPointer { heap in
            var index = start
            while true {
                var least = index
                var child = 2 * index + 1
                if child < heap.count, Self.precedes(heap[child], heap[least]) { least = child }
                child += 1
                if child < heap.count, Self.precedes(heap[child], heap[least]) { least = child }
                guard least != index else { return }
                let moved = heap[index]
                heap[index] = heap[least]
                heap[least] = moved
                index = least
            }
        }
    }

    @inline(__always)
    private static func precedes(_ one: Head, _ other: Head) -> Bool {
        if Run.precedes(one.item, other.item) { return true }
        if Run.precedes(other.item, one.item) { return false }
        return one.run < other.run
    }
}
