import Foundation
import SQLite

/// What a check on another thread finds.
final class ConcurrentOutcome: RunningCheck, @unchecked Sendable {
    // Written by the thread before it signals, read after: the semaphore orders both.
    private var outcome = CheckOutcome()
    private let isDone = DispatchSemaphore(value: 0)

    /// Gives a thread the work; an error it throws becomes a finding.
    init(
        on thread: CheckThread,
        _ work:
            @escaping @Sendable (
                _ connection: Connection, _ outcome: inout CheckOutcome
            ) throws -> Void
    ) {
        thread.add { [self] store in
            do {
                try work(store.connection(), &outcome)
            } catch {
                outcome.report(error)
            }
            isDone.signal()
        }
    }

    /// Waits for the work to be done; to be called once.
    func wait() -> CheckOutcome {
        isDone.wait()
        return outcome
    }

    package func finish(on store: VerifiedStore) -> CheckOutcome { wait() }
}
