import Files
import Foundation
import SQLite

/// Opens files that should be stores, and says clearly why one is none.
package enum StoreFile {
    /// The bytes with which every SQLite database begins.
    static let magic = Array("SQLite format 3\0".utf8)

    /// Opens a store to read it as it is now, its `-wal` included; nothing is written beside it.
    ///
    /// - Parameter keepsStill: whether to keep writers out where a reader can.
    /// - Throws: ``StoreError``.
    package static func openForReading(
        _ path: String, keepsStill: Bool = false
    ) throws -> Connection {
        try StoreError.telling(of: path) {
            try check(path)
            try InputFiles.watched?.add(externalFolder(of: path))
            let connection = try Connection.reading(path: path, keepsStill: keepsStill)
            try checkTables(of: connection, path: path)
            return connection
        }
    }

    /// Whether there is a file that begins like an SQLite database.
    ///
    /// - Throws: `FileError` where that cannot be told.
    package static func isSQLite(_ path: String) throws -> Bool {
        guard try FileStatus(path: path)?.isFolder == false else { return false }
        return try header(of: path).starts(with: magic)
    }

    /// Refuses a database without the tables that every Core Data store has (docs/format.md#tables).
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
            // A new database may still live in its -wal alone.
            if try hasContent(path + "-wal") { return }
            throw StoreError(.empty, path: path)
        }
        guard header.starts(with: magic) else {
            throw StoreError(looksEncrypted(header) ? .encrypted : .notSQLite, path: path)
        }
        try checkLength(path, header: header)
    }

    /// The header gives the page size at offset 16, the page count at 28, and says at 92 for which
    /// change counter (24) that count is valid. See <https://www.sqlite.org/fileformat2.html>.
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

    /// The first bytes of a file, at most 4,096.
    private static func header(of path: String) throws(FileError) -> [UInt8] {
        try FileBytes.first(4096, of: path)
    }

    /// Whether bytes are spread as evenly as those of a good cipher: at least 1,024 of them, with
    /// an entropy above 7.5 bits a byte (text has 4 to 5, most binary formats less than 7).
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
    /// A file of SQLite's beside a database.
    package struct Companion: Equatable, Sendable {
        /// What its name ends with: `-wal`, `-journal` or `-shm`.
        package let suffix: String
        /// How many bytes it has.
        package let size: Int64

        /// Whether it is a write-ahead log with content.
        package var isLiveLog: Bool { suffix == "-wal" && size > 0 }
    }

    /// The folder with the files of large values, `.Store_SUPPORT/_EXTERNAL_DATA` for `Store.sqlite`: of a store behind a
    /// link beside what it leads to, where outputs go, too, unless there is one beside the link alone.
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
            // Whoever opens the store, or reads the file of a value, is told.
            return own
        }
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
