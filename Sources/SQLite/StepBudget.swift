import Foundation

/// The steps of SQLite's virtual machine that statements may still run.
///
/// A step may take long: it can search a text of a megabyte. Such steps count as many: one for each 100 nanoseconds
/// of the processor.
final class StepBudget {
    /// After how many steps SQLite asks.
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

    /// Takes the steps of an interval, and returns whether there were too many.
    func isSpent() -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let now = time.tv_sec * 1_000_000_000 + time.tv_nsec
        left -= max(Int(Self.interval), (now - (last ?? now)) / Self.nanosecondsOfStep)
        last = now
        return left < 0
    }
}
