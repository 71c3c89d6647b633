/// Measures where the time of rows goes: one row out of ``interval``, so that measuring costs next
/// to nothing, stands for those around it.
final class RowClock {
    /// How long the phases took.
    private(set) var timings = BuildTimings()

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
        timings[phase] += (now - start) * Self.interval
        lapStart = now
    }

    /// Nothing more of the row is measured.
    @inline(__always)
    func endRow() { if isEnabled { lapStart = nil } }

    /// Adds time that was measured otherwise.
    func add(_ duration: Duration, to phase: BuildTimings.Phase) { timings[phase] += duration }
}
