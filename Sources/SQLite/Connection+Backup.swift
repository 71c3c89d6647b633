import CSQLite

extension Connection {
    /// Copies the whole database, what its `-wal` holds included, over the one in `destination`.
    ///
    /// See <https://www.sqlite.org/backup.html>.
    /// - Throws: ``DatabaseError``.
    package func backup(to destination: Connection) throws {
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw destination.error(sqlite3_errcode(destination.handle), sql: nil)
        }
        let status = sqlite3_backup_step(backup, -1)
        let finished = sqlite3_backup_finish(backup)
        guard status == SQLITE_DONE, finished == SQLITE_OK else {
            let failure = status == SQLITE_DONE ? finished : status
            // Only one of the two is at fault: a disk that is full is the copy's.
            let isOfCopy = destination.systemError != nil || failure & 0xFF == SQLITE_FULL
            let isUnreadable = failure & 0xFF == SQLITE_CORRUPT && systemError != nil
            throw DatabaseError(
                code: isUnreadable ? SQLITE_IOERR : failure,
                message: String(cString: sqlite3_errstr(isUnreadable ? SQLITE_IOERR : failure)),
                path: isOfCopy ? destination.path : path)
        }
    }
}
