import SQLite
import Threads

/// What a check on another thread finds.
struct ConcurrentOutcome: RunningCheck {
    private let result: BackgroundResult<CheckOutcome>

    /// Gives a thread the work; an error it throws becomes a finding.
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

    /// Waits for the work to be done.
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
