import Files
import Foundation
import ObjectModel
import SQLite

/// The UUID of a store that no process has open, and the ways to make a new one (docs/internals/format.md#metadata).
package enum StoreIdentity {
    /// The UUID that a store has while the digest of its content is computed.
    package static let placeholder = "00000000-0000-0000-0000-000000000000"

    /// Returns a random UUID.
    package static func random() -> String { UUID().uuidString.uppercased() }

    /// Returns a UUID derived from the bytes of a file: version 8 of RFC 9562, with the first bits of their SHA-256.
    ///
    /// - Throws: `FileError`.
    package static func derived(fromFile path: String) throws -> String {
        var digest = ContentDigest()
        try FileBytes.forEachPiece(of: path) { digest.update($0) }
        return text(of: digest.finished())
    }

    /// Returns the UUID made from the first bits of a digest.
    package static func text(of digest: [UInt8]) -> String {
        StoreMetadata.uuid(ofDigest: digest)
    }

    /// Returns whether a UUID is derived from the store's contents, as in stores that zseed creates. Core Data's
    /// UUIDs are random (version 4).
    package static func isDerived(_ uuid: String) -> Bool {
        Array(uuid.utf8).dropFirst(14).first == UInt8(ascii: "8")
    }

    /// Writes the UUID of a store.
    ///
    /// - Throws: `DatabaseError`.
    package static func write(_ uuid: String, to connection: Connection) throws {
        let update = try connection.prepare("UPDATE Z_METADATA SET Z_UUID = ?")
        try update.bind(uuid, at: 1)
        try update.run()
    }

    /// Writes the UUID of a finished store.
    ///
    /// - Throws: `DatabaseError`.
    package static func write(_ uuid: String, toFile path: String) throws {
        let connection = try Connection(path: path, mode: .readWrite)
        try connection.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        try write(uuid, to: connection)
    }
}
