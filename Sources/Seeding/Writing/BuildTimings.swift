/// Where the time of a build went.
package struct BuildTimings: Equatable, Sendable {
    /// What a build does, in this order.
    package enum Phase: String, CaseIterable, Sendable {
        /// Copying the reference.
        case prepare
        /// Reading rows from their sources.
        case read
        /// Making values of cells.
        case convert
        /// Finding the objects that rows name, and those that rows are.
        case unique
        /// Inserting rows; beside the three before, on another thread, where a load allows it.
        case insert
        /// Everything after the rows, which mostly is building indexes.
        case index
        /// Verifying the store.
        case verify
        /// Flushing the store to the disk, and putting it in place.
        case sync
    }

    private var durations: [Phase: Duration] = [:]

    /// Creates timings of nothing.
    package init() {}

    /// How long a phase took.
    package subscript(phase: Phase) -> Duration {
        get { durations[phase] ?? .zero }
        set { durations[phase] = newValue }
    }

    /// Does some work and adds its time to a phase.
    package mutating func measure<Result>(
        _ phase: Phase, _ body: () throws -> Result
    ) rethrows -> Result {
        let start = ContinuousClock().now
        defer { self[phase] += ContinuousClock().now - start }
        return try body()
    }
}
