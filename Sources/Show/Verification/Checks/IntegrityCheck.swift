import Files
import Pages
import SQLite
import StoreFormat

/// Checks the database itself: its pages and trees, and each index against its table.
struct IntegrityCheck: StoreCheck {
    let name = "SQLite integrity"
    let purpose = "SQLite finds no damage, and each index has its table's entries in order"

    /// The method of comparing indexes with their tables.
    var method = DatabaseIntegrity.Method.sums

    /// A size in bytes. For smaller files, SQLite's search for all entries takes less time than reading the schema.
    private static let smallSize = 1 << 20

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        try check(store.connection, path: nil, &outcome)
    }

    /// Starts the check of a file on another thread. Returns nil if the file is not an SQLite database, or if the
    /// thread's connection would need a copy of the store.
    func start(onFile path: String, _ thread: CheckThread) throws -> (any RunningCheck)? {
        guard try StoreFile.isSQLite(path), try Connection.readsInPlace(path) else { return nil }
        return ConcurrentOutcome(on: thread) { try check($0, path: path, &$1) }
    }

    private func check(
        _ connection: Connection, path: String?, _ outcome: inout CheckOutcome
    ) throws {
        outcome.examine(1)
        // A database with a `-wal` is read as a copy.
        if let path, let words = try DatabaseHeader.writeProblem(path) { outcome.report(Finding(words)) }
        let isSmall = try path.map { try FileStatus.size(of: $0) < Self.smallSize } ?? true
        let messages = try DatabaseIntegrity.messages(
            of: connection, path: path, most: CheckOutcome.mostExamples,
            by: isSmall ? .searches : method)
        for words in messages {
            // SQLite reports unreadable pages in the same way as invalid ones.
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
