import Foundation
import SQLite

/// Changes to the header of a database that nobody has open.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
public enum DatabaseHeader {
    /// The version of SQLite that finished stores note: the oldest among the model-carrying stores
    /// we know, 3.8.10.
    static let notedVersion: [UInt8] = [0x00, 0x2D, 0xE6, 0x0A]

    /// Takes a copied database out of WAL mode: offsets 18 and 19 are 2 for WAL, 1 for a rollback
    /// journal. Allowed since the copy is complete and has no `-wal`.
    ///
    /// - Throws: `FileError`.
    static func leaveWAL(_ path: String) throws {
        try update(path) { handle in
            try handle.seek(toOffset: 18)
            try handle.write(contentsOf: Data([1, 1]))
        }
    }

    /// Makes a finished database independent of the SQLite library that wrote it.
    ///
    /// SQLite notes its own version at offset 96 and, at 92, the change counter (offset 24) for
    /// which that note holds. Neither says anything about the content, but the first would make
    /// the files of two machines differ.
    ///
    /// - Throws: `FileError`.
    public static func stampVersion(_ path: String) throws {
        try update(path) { handle in
            try handle.seek(toOffset: 24)
            let counter = try handle.read(upToCount: 4) ?? Data()
            try handle.seek(toOffset: 92)
            try handle.write(contentsOf: counter + Data(notedVersion))
        }
    }

    private static func update(_ path: String, _ body: (FileHandle) throws -> Void) throws {
        do {
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            defer { try? handle.close() }
            try body(handle)
        } catch {
            throw FileError(path: path, action: .write, reason: "\(error)")
        }
    }
}
