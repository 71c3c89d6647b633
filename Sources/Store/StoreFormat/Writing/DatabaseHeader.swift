import Files

/// The header of a database. It is changed only while no process has the file open.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
package enum DatabaseHeader {
    /// The SQLite version in the header of finished stores: the oldest one in the known stores with a model, 3.8.10.
    static let notedVersion: [UInt8] = [0x00, 0x2D, 0xE6, 0x0A]

    /// Returns whether a database is in WAL mode: offsets 18 and 19 are 2 for WAL, 1 for a rollback journal.
    ///
    /// - Throws: `FileError`.
    package static func isWAL(_ path: String) throws -> Bool {
        try FileBytes.part(2, at: 18, of: path) != [1, 1]
    }

    /// Returns why SQLite can read a database but not write it, in words; nil if it can write it. Offset 18 has the
    /// version of the format that a writer must know, 1 or 2.
    ///
    /// - Throws: `FileError`.
    package static func writeProblem(_ path: String) throws -> String? {
        guard let version = try FileBytes.part(1, at: 18, of: path).first, version > 2 else { return nil }
        return "SQLite can read it and not write it: byte 18 of its header, the write version, is "
            + "\(version), and not 1 or 2"
    }

    /// Takes a copied database out of WAL mode, see ``isWAL(_:)``. The copy must be complete and have no `-wal`.
    ///
    /// - Throws: `FileError`.
    package static func leaveWAL(_ path: String) throws {
        try FileBytes.overwrite([1, 1], at: 18, of: path)
    }

    /// Marks the database in the header as being in WAL mode, see ``isWAL(_:)``. SQLite creates the `-wal` when the
    /// database is opened for writing.
    ///
    /// - Throws: `FileError`.
    package static func enterWAL(_ path: String) throws {
        try FileBytes.overwrite([2, 2], at: 18, of: path)
    }

    /// Makes a finished database independent of the SQLite library that wrote it.
    ///
    /// SQLite stores its own version at offset 96 and, at 92, the change counter (offset 24) for which that version
    /// is valid. Both are independent of the content, but the version would make the files of two machines differ.
    ///
    /// - Throws: `FileError`.
    package static func stampVersion(_ path: String) throws {
        let counter = try FileBytes.part(4, at: 24, of: path)
        try FileBytes.overwrite(counter + notedVersion, at: 92, of: path)
    }
}
