/// The durations of a build's phases.
package struct BuildTimings: Equatable, Sendable {
    /// The phases of a build, in their order.
    package enum Phase: String, CaseIterable, Sendable {
        /// Copying the reference.
        case prepare
        /// Reading rows from their sources.
        case read
        /// Converting cells to values.
        case convert
        /// Finding the objects that rows name, and existing objects with the rows' keys.
        case unique
        /// Inserting rows. If the load allows it, this is done on another thread at the same time as reading,
        /// converting and finding.
        case insert
        /// Everything after the rows, which is mostly building indexes.
        case index
        /// Verifying the store.
        case verify
        /// Flushing the store to the disk, and putting it in place.
        case sync
    }

    private var durations: [Phase: Duration] = [:]

    /// Creates timings without durations.
    package init() {}

    /// The duration of a phase.
    package subscript(phase: Phase) -> Duration {
        get { durations[phase] ?? .zero }
        set { durations[phase] = newValue }
    }

    /// Runs the body and adds its duration to a phase.
    package mutating func measure<Result>(
        _ phase: Phase, _ body: () throws -> Result
    ) rethrows -> Result {
        let start = ContinuousClock().now
        defer { self[phase] += ContinuousClock().now - start }
        return try body()
    }
}

extension Duration {
    /// The duration in milliseconds.
    package var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
