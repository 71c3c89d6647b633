/// Measures the phases of rows. Only one row out of ``interval`` is measured, because reading the clock takes time
/// itself. The duration of a whole load is measured and divided in proportion to the measured rows.
final class RowClock {
    /// The durations of the phases.
    private(set) var timings = BuildTimings()
    /// The durations of the phases in the current load's measured rows.
    private var laps = BuildTimings()

    private let isEnabled: Bool
    private var row = 0
    private var lapStart: ContinuousClock.Instant?

    /// The distance between measured rows.
    static let interval = 64

    init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// Starts a row.
    @inline(__always)
    func beginRow() {
        guard isEnabled else { return }
        lapStart = row % Self.interval == 0 ? ContinuousClock().now : nil
        row += 1
    }

    /// Adds the time since the row's start, or since the last call, to a phase.
    @inline(__always)
    func lap(_ phase: BuildTimings.Phase) {
        guard isEnabled, let start = lapStart else { return }
        let now = ContinuousClock().now
        laps[phase] += now - start
        lapStart = now
    }

    /// Stops measuring the row.
    @inline(__always)
    func endRow() { if isEnabled { lapStart = nil } }

    /// Ends a load.
    ///
    /// - Parameter duration: the duration of all its rows.
    func endLoad(_ duration: Duration) {
        guard isEnabled else { return }
        let phases = BuildTimings.Phase.allCases
        let measured = phases.reduce(Duration.zero) { $0 + laps[$1] }
        if measured > .zero {
            for phase in phases { timings[phase] += duration * (laps[phase] / measured) }
        }
        laps = BuildTimings()
    }

    /// Adds a duration that was measured elsewhere.
    func add(_ duration: Duration, to phase: BuildTimings.Phase) { timings[phase] += duration }
}
