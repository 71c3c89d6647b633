import Foundation

/// The remaining steps of SQLite's virtual machine that statements may run.
///
/// A single step may take long, for example when it searches a text of a megabyte. Every 100 nanoseconds of
/// processor time therefore count as at least one step.
final class StepBudget {
    /// The number of steps between two calls of SQLite's progress handler.
    static let interval: Int32 = 1_000
    private static let nanosecondsOfStep = 100

    private var whole: Int
    private var left: Int
    private var last: Int?

    init(steps: Int) {
        whole = steps
        left = steps
    }

    func renew() {
        left = whole
        last = nil
    }

    func add(_ steps: Int) { left += steps }

    /// Subtracts the steps of an interval, and returns whether the budget is exceeded.
    func isSpent() -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = time.tv_sec * 1_000_000_000 + time.tv_nsec
        left -= max(Int(Self.interval), (now - (last ?? now)) / Self.nanosecondsOfStep)
        last = now
        return left < 0
    }
}
