/// Measures where the time of rows goes: one row out of ``interval``, so that measuring costs next
/// to nothing, stands for those around it. What all rows of a load took together is measured as a
/// whole, and divided as the measured rows were: looking at the clock takes time itself.
final class RowClock {
    /// How long the phases took.
    private(set) var timings = BuildTimings()
    /// How long those of the current load's measured rows took.
    private var laps = BuildTimings()

    private let isEnabled: Bool
    private var row = 0
    private var lapStart: ContinuousClock.Instant?

    /// Which rows are measured: every so manieth.
    static let interval = 64

    init(isEnabled: Bool) { self.isEnabled = isEnabled }

    /// A row begins.
    @inline(__always)
    func beginRow() {
        guard isEnabled else { return }
        lapStart = row % Self.interval == 0 ? ContinuousClock().now : nil
        row += 1
    }

    /// What the row did since it began, or since the last call, was of a phase.
    @inline(__always)
    func lap(_ phase: BuildTimings.Phase) {
        guard isEnabled, let start = lapStart else { return }
        let now = ContinuousClock().now
        laps[phase] += now - start
        lapStart = now
    }

    /// Nothing more of the row is measured.
    @inline(__always)
    func endRow() { if isEnabled { lapStart = nil } }

    /// A load ends.
    ///
    /// - Parameter duration: how long all its rows took.
    func endLoad(_ duration: Duration) {
        guard isEnabled else { return }
        let phases = BuildTimings.Phase.allCases
        let measured = phases.reduce(Duration.zero) { $0 + laps[$1] }
        if measured > .zero {
            for phase in phases { timings[phase] += duration * (laps[phase] / measured) }
        }
        laps = BuildTimings()
    }

    /// Adds time that was measured otherwise.
    func add(_ duration: Duration, to phase: BuildTimings.Phase) { timings[phase] += duration }
}
