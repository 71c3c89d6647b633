import Files

/// What tells whether a database file changed while it was read.
///
/// A transaction of another process raises the change counter at offset 24 of the file, and changes
/// its time; one in WAL mode leaves a `-wal` with content.
/// See <https://www.sqlite.org/fileformat2.html#file_change_counter>.
struct DatabaseSnapshot: Equatable {
    private let identity: FileIdentity?
    private let status: FileStatus?
    private let header: [UInt8]
    private let companions: [String]

    /// Looks at a database.
    ///
    /// - Parameter isLocked: whether a lock keeps writers out; then the file must not be opened
    ///   here, since closing it gives up the locks that this process has on it.
    /// - Throws: `FileError` where it cannot be told.
    init(path: String, isLocked: Bool = false) throws {
        identity = try FileIdentity(path)
        status = try FileStatus(path: path)
        header = isLocked || status == nil ? [] : try FileBytes.first(100, of: path)
        // A writer that waits for the lock has its journal written already.
        companions = isLocked ? [] : try Connection.companionsWithContent(of: path)
    }

    /// Whether SQLite's locks are those of a rollback journal: a reader keeps writers out then.
    var hasRollbackJournal: Bool { header.count > 18 && header[18] == 1 }
}
