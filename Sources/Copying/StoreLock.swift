import Files
import SQLite

/// Whether somebody has a store open that is to be replaced.
enum StoreLock {
    /// Refuses a store that another process has locked; one with a live `-wal` is refused as an output anyway.
    ///
    /// - Throws: `OutputError`.
    static func check(_ path: String) throws {
        // In WAL mode, opening it for writing would make files beside it.
        guard try FileStatus(path: path)?.isRegularFile == true,
            try FileBytes.part(2, at: 18, of: path) == [1, 1],
            let connection = try? Connection(path: path, mode: .readWrite)
        else { return }
        do {
            try connection.setBusyTimeout(milliseconds: 2_000)
            try connection.execute("BEGIN IMMEDIATE; ROLLBACK")
        } catch let error as DatabaseError where [.busy, .locked].contains(error.resultCode) {
            throw OutputError(.inUse(path), path: path)
        } catch {
            // What else is wrong is told where it is read.
        }
    }
}
