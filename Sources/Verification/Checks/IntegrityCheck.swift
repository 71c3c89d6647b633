import Files
import Foundation
import SQLite
import StoreFormat

/// The database itself is sound: SQLite's own check of pages, trees and indexes.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "PRAGMA integrity_check finds nothing wrong"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        try Self.check(store.connection, &outcome)
    }

    /// Begins the check of a file on another thread; nil where it is no SQLite database, or the
    /// thread's connection would need a copy of the store.
    func start(onFile path: String, _ thread: CheckThread) -> (any RunningCheck)? {
        guard StoreFile.isSQLite(path), Connection.readsInPlace(path) else { return nil }
        return ConcurrentOutcome(on: thread) { try Self.check($0, &$1) }
    }

    private static func check(
        _ connection: Connection, _ outcome: inout CheckOutcome
    ) throws {
        outcome.examine(1)
        try connection.forEachRow("PRAGMA integrity_check(\(CheckOutcome.mostExamples))") {
            let words = $0.text(at: 0) ?? ""
            guard words != "ok" else { return }
            // SQLite tells what it could not read like what it could not understand.
            if let number = connection.systemError {
                outcome.report(
                    FileError(
                        path: connection.path, action: .read,
                        reason: String(cString: strerror(number))))
            } else {
                outcome.report(Finding(words))
            }
        }
    }
}
