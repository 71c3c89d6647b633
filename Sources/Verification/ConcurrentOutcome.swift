import Foundation

/// What a check on a thread of its own finds.
final class ConcurrentOutcome: @unchecked Sendable {
    // Written by the thread before it signals, read after: the semaphore orders both.
    private var outcome = CheckOutcome()
    private let isDone = DispatchSemaphore(value: 0)

    /// Begins the work.
    init(_ work: @escaping @Sendable () -> CheckOutcome) {
        Thread.detachNewThread { [self] in
            outcome = work()
            isDone.signal()
        }
    }

    /// Waits for the work to be done; to be called once.
    func wait() -> CheckOutcome {
        isDone.wait()
        return outcome
    }
}
