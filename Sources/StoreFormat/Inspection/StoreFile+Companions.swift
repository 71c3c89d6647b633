import Files

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

    /// The folder with the files of large values, `.Store_SUPPORT/_EXTERNAL_DATA` for `Store.sqlite`.
    static func externalFolder(of path: String) -> String {
        let path = FilePath(path)
        return path.folder.appending(".\(path.stem)_SUPPORT").appending("_EXTERNAL_DATA").text
    }

    /// SQLite's files beside a store.
    ///
    /// - Throws: `FileError` where they cannot be looked at.
    package static func companions(of path: String) throws -> [Companion] {
        try ["-wal", "-journal", "-shm"].compactMap { suffix in
            try FileStatus(path: path + suffix).map { Companion(suffix: suffix, size: $0.size) }
        }
    }
}
