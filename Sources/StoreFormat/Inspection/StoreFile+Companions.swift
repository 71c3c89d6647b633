import Files
import SQLite

extension StoreFile {
    /// A file of SQLite's beside a database.
    package struct Companion: Equatable, Sendable {
        /// What its name ends with: `-wal`, `-journal` or `-shm`.
        package let suffix: String
        /// How many bytes it has.
        package let size: Int64

        /// Whether it is a write-ahead log with content.
        package var isLiveLog: Bool { suffix == "-wal" && size > 0 }
    }

    /// SQLite's files beside a store.
    package static func companions(of path: String) -> [Companion] {
        ["-wal", "-journal", "-shm"].compactMap { suffix in
            FileStatus(path: path + suffix).map { Companion(suffix: suffix, size: $0.size) }
        }
    }
}
