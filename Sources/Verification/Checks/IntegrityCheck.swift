import Files
import Foundation
import PageReading
import SQLite
import StoreFormat

/// The database itself is sound: its pages and trees, and each index against its table.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "SQLite finds nothing wrong, and each index holds its table's entries in order"

    /// How indexes are compared.
    var method = DatabaseIntegrity.Method.sums

    /// In bytes: below it SQLite has searched for all entries sooner than the schema is read.
    private static let smallSize = 1 << 20

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        try check(store.connection, path: nil, &outcome)
    }

    /// Begins the check of a file on another thread; nil where it is no SQLite database, or the
    /// thread's connection would need a copy of the store.
    func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)? {
        guard try StoreFile.isSQLite(path), try Connection.readsInPlace(path) else { return nil }
        return ConcurrentOutcome(on: thread) { try check($0, path: path, &$1) }
    }

    private func check(
        _ connection: Connection, path: String?, _ outcome: inout CheckOutcome
    ) throws {
        outcome.examine(1)
        // What has a `-wal` is read as a copy.
        if let path, let words = try DatabaseHeader.writeProblem(path) { outcome.report(Finding(words)) }
        let isSmall = try path.map { try FileStatus.size(of: $0) < Self.smallSize } ?? true
        let messages = try DatabaseIntegrity.messages(
            of: connection, path: path, most: CheckOutcome.mostExamples,
            by: isSmall ? .searches : method)
        for words in messages {
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
