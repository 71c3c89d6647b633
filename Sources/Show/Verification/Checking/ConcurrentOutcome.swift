import Files
import SQLite

/// The outcome of a check on another thread.
struct ConcurrentOutcome: RunningCheck {
    private let result: BackgroundResult<CheckOutcome>

    /// Starts the work on a thread. An error that it throws becomes a finding.
    init(
        on thread: CheckThread,
        _ work:
            @escaping @Sendable (
                _ connection: Connection, _ outcome: inout CheckOutcome
            ) throws -> Void
    ) {
        result = thread.result { store in
            var outcome = CheckOutcome()
            do {
                try work(store.connection(), &outcome)
            } catch {
                outcome.report(error)
            }
            return outcome
        }
    }

    /// Waits for the end of the work.
    func wait() -> CheckOutcome {
        do {
            return try result.wait()
        } catch {
            var outcome = CheckOutcome()
            outcome.report(error)
            return outcome
        }
    }

    package func finish(on store: VerifiedStore) -> CheckOutcome { wait() }
}
