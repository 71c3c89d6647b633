import Files
import SQLite

/// Opens files that should be stores, with a clear error for other files.
package enum StoreFile {
    /// The first bytes of every SQLite database.
    static let magic = Array("SQLite format 3\0".utf8)

    /// Opens a store for reading in its present state, including its `-wal`. Nothing is written beside it.
    ///
    /// - Parameter keepsStill: whether to keep writers out if a reader can.
    /// - Throws: ``StoreError``.
    package static func openForReading(
        _ path: String, keepsStill: Bool = false
    ) throws -> Connection {
        try StoreError.translatingErrors(of: path) {
            try check(path)
            try InputFiles.watched?.add(externalFolder(of: path))
            let connection = try Connection.reading(path: path, keepsStill: keepsStill)
            try checkTables(of: connection, path: path)
            return connection
        }
    }

    /// Returns whether a file exists and begins like an SQLite database.
    ///
    /// - Throws: `FileError` if that cannot be found out.
    package static func isSQLite(_ path: String) throws -> Bool {
        guard try FileStatus(path: path)?.isFolder == false else { return false }
        return try header(of: path).starts(with: magic)
    }

    /// Refuses a database without the tables that every Core Data store has (docs/internals/format.md#tables).
    ///
    /// - Throws: ``StoreError`` or `DatabaseError`.
    static func checkTables(of connection: Connection, path: String) throws {
        let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") {
            $0.text(at: 0) ?? ""
        }
        try checkTables(named: names, path: path)
    }

    /// Refuses a database whose tables are not those of a Core Data store.
    ///
    /// - Throws: ``StoreError``.
    static func checkTables(named names: [String], path: String) throws {
        let tables = Set(names)
        let missing = ["Z_METADATA", "Z_PRIMARYKEY"].filter { !tables.contains($0) }
        guard missing.isEmpty else {
            throw StoreError(.notCoreData(missingTables: missing), path: path)
        }
    }

    private static func check(_ path: String) throws {
        guard let status = try FileStatus(path: path) else {
            throw StoreError(.missing, path: path)
        }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        let header = try Self.header(of: path)
        guard !header.isEmpty else {
            // A new database may exist only in its -wal.
            if try hasContent(path + "-wal") { return }
            throw StoreError(.empty, path: path)
        }
        guard header.starts(with: magic) else {
            throw StoreError(looksEncrypted(header) ? .encrypted : .notSQLite, path: path)
        }
        try checkLength(path, header: header)
    }

    /// Checks the length of the file. The header has the page size at offset 16 and the page count at 28. The value
    /// at 92 is the change counter (24) for which that count is valid. See <https://www.sqlite.org/fileformat2.html>.
    private static func checkLength(_ path: String, header: [UInt8]) throws {
        guard try !hasContent(path + "-wal") else { return }
        let found = try FileStatus.size(of: path)
        guard header.count >= 100 else {
            throw StoreError(.truncated(expected: 512, found: found), path: path)
        }
        let bytes = header.prefix(100)
        func number(_ offset: Int) -> Int64 {
            bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int64($1) }
        }
        let stored = Int64(bytes[16]) << 8 | Int64(bytes[17])
        let pageSize = stored == 1 ? 65_536 : stored
        guard number(24) == number(92) else { return }
        let expected = pageSize * number(28)
        guard found >= expected else {
            throw StoreError(.truncated(expected: expected, found: found), path: path)
        }
    }

    /// Returns the first bytes of a file, at most 4,096.
    private static func header(of path: String) throws(FileError) -> [UInt8] {
        try FileBytes.first(4096, of: path)
    }

    /// Returns whether bytes are distributed as evenly as those of a good cipher: at least 1,024 of them, with an
    /// entropy above 7.5 bits per byte (text has 4 to 5, most binary formats less than 7).
    private static func looksEncrypted(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 1024 else { return false }
        var counts = [Int](repeating: 0, count: 256)
        for byte in bytes { counts[Int(byte)] += 1 }
        let total = Double(bytes.count)
        let entropy = counts.reduce(0.0) { sum, count in
            guard count > 0 else { return sum }
            let share = Double(count) / total
            return sum - share * log2(share)
        }
        return entropy > 7.5
    }

    private static func hasContent(_ path: String) throws -> Bool {
        try FileStatus.size(of: path) > 0
    }
}

extension StoreFile {
    /// One of SQLite's files beside a database.
    package struct Companion: Equatable, Sendable {
        /// The end of its name: `-wal`, `-journal` or `-shm`.
        package let suffix: String
        /// Its size in bytes.
        package let size: Int64

        /// Whether it is a write-ahead log with content.
        package var isLiveLog: Bool { suffix == "-wal" && size > 0 }
    }

    /// Returns the folder with the files of large values, `.Store_SUPPORT/_EXTERNAL_DATA` for `Store.sqlite`. If the
    /// store's path is a link, the folder is beside the link's target, where outputs are also written, unless only
    /// the link has such a folder beside it.
    static func externalFolder(of path: String) -> String {
        func folder(_ path: FilePath) -> String {
            path.folder.appending(".\(path.stem)_SUPPORT").appending("_EXTERNAL_DATA").text
        }
        let own = folder(FilePath(path))
        do {
            guard try FileStatus(path: path, followsLinks: false)?.isLink == true else { return own }
            let target = folder(try FilePath(path).resolved)
            return try FileStatus(path: target) == nil && FileStatus(path: own) != nil ? own : target
        } catch {
            // The error is reported when the store is opened or the file of a value is read.
            return own
        }
    }

    /// Returns SQLite's files beside a store.
    ///
    /// - Throws: `FileError` if they cannot be examined.
    package static func companions(of path: String) throws -> [Companion] {
        try ["-wal", "-journal", "-shm"].compactMap { suffix in
            try FileStatus(path: path + suffix).map { Companion(suffix: suffix, size: $0.size) }
        }
    }
}
