import SQLite
import StoreFormat

/// The database itself is sound: SQLite's own check of pages, trees and indexes.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "PRAGMA integrity_check finds nothing wrong"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        try Self.check(store.connection, &outcome)
    }

    /// Begins the check on a thread and a connection of its own; nil where the rows are partly in
    /// a `-wal`, of which each connection would need a copy.
    static func start(on store: VerifiedStore) -> ConcurrentOutcome? {
        let path = store.path
        guard StoreFile.companions(of: path).allSatisfy({ $0.size == 0 }) else { return nil }
        return ConcurrentOutcome {
            var outcome = CheckOutcome()
            do {
                try check(Connection.reading(path: path), &outcome)
            } catch {
                outcome.report(StoreVerifier.unreadable(error))
            }
            return outcome
        }
    }

    private static func check(
        _ connection: Connection, _ outcome: inout CheckOutcome
    ) throws {
        outcome.examine(1)
        try connection.forEachRow("PRAGMA integrity_check(\(CheckOutcome.mostExamples))") {
            let words = $0.text(at: 0) ?? ""
            if words != "ok" { outcome.report(Finding(words)) }
        }
    }
}
