import Files

/// The header of a database. It is changed only while nobody has the file open.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
package enum DatabaseHeader {
    /// The version of SQLite that finished stores note: the oldest among the model-carrying stores
    /// we know, 3.8.10.
    static let notedVersion: [UInt8] = [0x00, 0x2D, 0xE6, 0x0A]

    /// Whether a database is in WAL mode: offsets 18 and 19 are 2 for WAL, 1 for a rollback
    /// journal.
    ///
    /// - Throws: `FileError`.
    package static func isWAL(_ path: String) throws -> Bool {
        try FileBytes.part(2, at: 18, of: path) != [1, 1]
    }

    /// Why SQLite can read a database and not write it, in words; nil where it can: at offset 18 stands the
    /// version of the format that a writer must know, 1 or 2.
    ///
    /// - Throws: `FileError`.
    package static func writeProblem(_ path: String) throws -> String? {
        guard let version = try FileBytes.part(1, at: 18, of: path).first, version > 2 else { return nil }
        return "SQLite can read it and not write it: byte 18 of its header, the write version, is "
            + "\(version), and not 1 or 2"
    }

    /// Takes a copied database out of WAL mode, see ``isWAL(_:)``. Allowed since the copy is
    /// complete and has no `-wal`.
    ///
    /// - Throws: `FileError`.
    package static func leaveWAL(_ path: String) throws {
        try FileBytes.overwrite([1, 1], at: 18, of: path)
    }

    /// Says in the header that the database is in WAL mode, see ``isWAL(_:)``: SQLite makes the `-wal` when it
    /// is opened for writing.
    ///
    /// - Throws: `FileError`.
    package static func enterWAL(_ path: String) throws {
        try FileBytes.overwrite([2, 2], at: 18, of: path)
    }

    /// Makes a finished database independent of the SQLite library that wrote it.
    ///
    /// SQLite notes its own version at offset 96 and, at 92, the change counter (offset 24) for
    /// which that note holds. Neither says anything about the content, but the first would make
    /// the files of two machines differ.
    ///
    /// - Throws: `FileError`.
    package static func stampVersion(_ path: String) throws {
        let counter = try FileBytes.part(4, at: 24, of: path)
        try FileBytes.overwrite(counter + notedVersion, at: 92, of: path)
    }
}
