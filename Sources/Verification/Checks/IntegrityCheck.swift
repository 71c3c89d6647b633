import SQLite
import StoreFormat

/// The database itself is sound: SQLite's own check of pages, trees and indexes.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "PRAGMA integrity_check finds nothing wrong"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        try Self.check(store.connection, &outcome)
    }

    /// Begins the check on a thread and a connection of its own; nil where a connection of its own
    /// would need a copy of the store, or take longer than the check.
    func start(on store: VerifiedStore) -> ConcurrentOutcome? {
        let path = store.path
        guard store.isWhole, FileStatus.size(of: path) > Self.smallestApart else { return nil }
        return ConcurrentOutcome { try Self.check(Connection.reading(path: path), &$0) }
    }

    /// In bytes.
    private static let smallestApart: Int64 = 1 << 20

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
