import Files
import Foundation
import ObjectModel
import SQLite

/// The UUID of a store that nobody has open, and where a new one comes from (docs/format.md#metadata).
package enum StoreIdentity {
    /// The UUID that stands in a store while its content is digested.
    package static let placeholder = "00000000-0000-0000-0000-000000000000"

    /// A UUID by chance.
    package static func random() -> String { UUID().uuidString.uppercased() }

    /// A UUID that follows from the bytes of a file: version 8 of RFC 9562, with the first bits of
    /// their SHA-256.
    ///
    /// - Throws: `FileError`.
    package static func derived(fromFile path: String) throws -> String {
        var digest = ContentDigest()
        try FileBytes.forEachPiece(of: path) { digest.update($0) }
        return text(of: digest.finished())
    }

    /// The UUID that the first bits of a digest make.
    package static func text(of digest: [UInt8]) -> String {
        StoreMetadata.uuid(ofDigest: digest)
    }

    /// Whether a UUID follows from what is in the store, as that of a store made here does: Core Data's are by
    /// chance (version 4).
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
