import Files
import SQLite

extension StoreFile {
    /// A file of SQLite's beside a database.
    public struct Companion: Equatable, Sendable {
        /// What its name ends with: `-wal`, `-journal` or `-shm`.
        public let suffix: String
        /// How many bytes it has.
        public let size: Int64

        /// Whether it is a write-ahead log with content.
        public var isLiveLog: Bool { suffix == "-wal" && size > 0 }
    }

    /// SQLite's files beside a store.
    public static func companions(of path: String) -> [Companion] {
        ["-wal", "-journal", "-shm"].compactMap { suffix in
            FileStatus(path: path + suffix).map { Companion(suffix: suffix, size: $0.size) }
        }
    }
}
