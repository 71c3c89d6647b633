import Synchronization

/// The entities of an object walk that two threads share. Each thread takes the next entity that is still free, one
/// thread from the front and the other from the back, and stores its outcome.
final class WalkShares: Sendable {
    /// The end from which a thread takes its entities.
    enum End {
        case front, back
    }

    private struct State {
        var open: Range<Int>
        var outcomes: [CheckOutcome?]
    }

    private let state: Mutex<State>

    /// - Parameter count: the number of entities.
    init(count: Int) {
        state = Mutex(State(open: 0..<count, outcomes: Array(repeating: nil, count: count)))
    }

    /// Walks entities until all are taken.
    ///
    /// - Parameter walk: walks the entity at an index.
    func take(from end: End, _ walk: (Int, inout CheckOutcome) throws -> Void) rethrows {
        while let index = next(end) {
            var outcome = CheckOutcome()
            // Findings before an error are kept.
            defer { state.withLock { [outcome] in $0.outcomes[index] = outcome } }
            try walk(index, &outcome)
        }
    }

    private func next(_ end: End) -> Int? {
        state.withLock { state in
            guard let first = state.open.first, let last = state.open.last else { return nil }
            switch end {
            case .front: state.open = (first + 1)..<state.open.upperBound
            case .back: state.open = state.open.lowerBound..<last
            }
            return end == .front ? first : last
        }
    }

    /// The combined outcome of all entities, in their order, after both threads are done.
    var outcome: CheckOutcome {
        state.withLock { state in
            state.outcomes.reduce(into: CheckOutcome()) { sum, found in
                if let found { sum.add(found) }
            }
        }
    }
}
