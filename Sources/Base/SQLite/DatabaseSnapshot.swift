import Files

/// The state of a database file, for detecting changes while it is read.
///
/// A transaction of another process increments the change counter at offset 24 of the file and changes the
/// modification time. In WAL mode it leaves a `-wal` with content.
/// See <https://www.sqlite.org/fileformat2.html#file_change_counter>.
struct DatabaseSnapshot: Equatable {
    private let identity: FileIdentity?
    private let status: FileStatus?
    private let header: [UInt8]
    private let companions: [String]

    /// Captures the state of a database.
    ///
    /// - Parameter isLocked: whether this process holds a lock on the file. The file must then not be opened here,
    ///   because closing it releases the locks of this process.
    /// - Throws: `FileError` if the file cannot be examined.
    init(path: String, isLocked: Bool = false) throws {
        identity = try FileIdentity(path)
        status = try FileStatus(path: path)
        header = isLocked || status == nil ? [] : try FileBytes.first(100, of: path)
        // With the lock held, a journal belongs to a writer that still waits for the lock.
        companions = isLocked ? [] : try Connection.companionsWithContent(of: path)
    }

    /// Whether SQLite uses the locks of rollback-journal mode, with which a reader keeps writers out.
    var hasRollbackJournal: Bool { header.count > 18 && header[18] == 1 }
}
