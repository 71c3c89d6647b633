import Foundation
import ObjectModel
import SQLite

/// The one row of `Z_METADATA`: the store's UUID and a property list (docs/internals/format.md#metadata).
///
/// Unknown keys, such as an app's own, are kept unchanged.
package struct StoreMetadata: Equatable, Sendable {
    /// The keys that Core Data writes.
    package enum Key {
        package static let storeType = "NSStoreType"
        package static let modelVersionIdentifiers = "NSStoreModelVersionIdentifiers"
        package static let versionHashes = "NSStoreModelVersionHashes"
        package static let versionHashesVersion = "NSStoreModelVersionHashesVersion"
        package static let frameworkVersion = "NSPersistenceFrameworkVersion"
        package static let autoVacuumLevel = "_NSAutoVacuumLevel"
        package static let versionHashesDigest = "NSStoreModelVersionHashesDigest"
        package static let versionChecksum = "NSStoreModelVersionChecksumKey"
        package static let maximumFrameworkVersion = "NSPersistenceMaximumFrameworkVersion"

        /// All keys.
        package static let all: Set<String> = [
            storeType, modelVersionIdentifiers, versionHashes, versionHashesVersion, frameworkVersion,
            autoVacuumLevel,
            versionHashesDigest, versionChecksum, maximumFrameworkVersion,
        ]
    }

    /// The value of `Z_VERSION` in every store.
    package static let version = 1

    /// The store's UUID, upper-case hexadecimal with hyphens.
    package var uuid: String
    /// The entries of the property list.
    package var entries: [String: PropertyList]

    /// Creates metadata from its parts.
    package init(uuid: String, entries: [String: PropertyList]) {
        self.uuid = uuid
        self.entries = entries
    }

    /// Creates the metadata that Core Data of a framework version gives a new store of a model.
    ///
    /// - Parameters:
    ///   - hashes: the version hashes; nil to compute them from the model.
    ///   - uuid: the UUID; nil for one derived from the hashes, see ``derivedUUID(from:)``.
    package init(
        model: ManagedObjectModel, era: SchemaEra, hashes: VersionHashes? = nil,
        uuid: String? = nil
    ) {
        let hashes = hashes ?? model.versionHashes
        self.uuid = uuid ?? Self.derivedUUID(from: hashes)
        entries = [
            Key.storeType: .string("SQLite"),
            Key.modelVersionIdentifiers: .array(model.versionIdentifiers.map { .string($0) }),
            Key.versionHashes: .dictionary(hashes.entities.mapValues { .data($0) }),
            Key.versionHashesVersion: .integer(3),
            Key.frameworkVersion: .integer(Int64(era.framework)),
            Key.autoVacuumLevel: .string("2"),
        ]
        if era.hasVersionHashesDigest {
            entries[Key.versionHashesDigest] = .string(hashes.digest)
        }
        if era.hasVersionChecksum { entries[Key.versionChecksum] = .string(hashes.checksum) }
        if era.hasMaximumFrameworkVersion {
            entries[Key.maximumFrameworkVersion] = .integer(Int64(era.framework))
        }
    }

    /// Reads the metadata of a row of `Z_METADATA`.
    ///
    /// - Throws: `ModelError` if the bytes are not a property list with a dictionary.
    package init(uuid: String, propertyList bytes: [UInt8]) throws {
        guard let entries = try PropertyList(bytes: bytes).dictionary else {
            throw ModelError(.malformed("the metadata of the store is no dictionary"))
        }
        self.init(uuid: uuid, entries: entries)
    }

    /// Reads the metadata of a store.
    ///
    /// - Throws: `DatabaseError`, or `ModelError` if there is no row or it contains no dictionary.
    package static func read(from store: Connection) throws -> StoreMetadata {
        let row = try store.firstRow("SELECT Z_UUID, Z_PLIST FROM Z_METADATA LIMIT 1") {
            ($0.text(at: 0) ?? "", $0.blob(at: 1) ?? [])
        }
        guard let row else { throw ModelError(.missing("Z_METADATA", usedBy: store.path)) }
        return try StoreMetadata(uuid: row.0, propertyList: row.1)
    }

    /// The property list as bytes, which are the same for equal metadata.
    package var propertyList: [UInt8] { PropertyList.dictionary(entries).binary }

    // MARK: Entries

    /// The version hashes of the entities; nil if there are none.
    package var versionHashes: VersionHashes? { VersionHashes(entries[Key.versionHashes]) }
    /// The framework version that last wrote the store; nil if it is not recorded.
    package var frameworkVersion: Int? {
        entries[Key.frameworkVersion]?.integer.flatMap { Int(exactly: $0) }
    }
    /// The identifiers of the model's version.
    package var modelVersionIdentifiers: [String] {
        (entries[Key.modelVersionIdentifiers]?.array ?? []).compactMap(\.string)
    }
    /// The model version checksum, Base64; nil before framework 1327.
    package var versionChecksum: String? { entries[Key.versionChecksum]?.string }
    /// The digest of the version hashes, Base64; nil before framework 973.
    package var versionHashesDigest: String? { entries[Key.versionHashesDigest]?.string }

    // MARK: UUID

    /// Returns a UUID derived from version hashes, so that creating a store twice gives the same one: version 8 of
    /// RFC 9562, with the first bits of the model version checksum.
    package static func derivedUUID(from hashes: VersionHashes) -> String {
        uuid(ofDigest: Array(Data(base64Encoded: hashes.checksum) ?? Data()))
    }

    /// Returns the UUID made from the first bits of a digest: version 8 of RFC 9562.
    static func uuid(ofDigest digest: [UInt8]) -> String {
        var bytes = Array(digest.prefix(16))
        bytes += [UInt8](repeating: 0, count: 16 - bytes.count)
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return BytesText.uuid(bytes)
    }

    /// Returns whether a text is a UUID in the form of stores: upper-case hexadecimal with hyphens.
    package static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { index, byte in
                switch index {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default:
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                        || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
                }
            }
    }
}

extension SchemaEra {
    /// The lowest framework version with a digest of the hashes in its metadata (docs/internals/format.md#metadata).
    package static let versionHashesDigestFramework = 973
    /// The lowest framework version with a model version checksum in its metadata (docs/internals/format.md#metadata).
    package static let versionChecksumFramework = 1327
    /// The lowest framework version that records the highest one that wrote the store
    /// (docs/internals/format.md#metadata).
    package static let maximumFrameworkVersionFramework = 1513

    /// Whether the metadata has a digest of the version hashes.
    package var hasVersionHashesDigest: Bool { framework >= Self.versionHashesDigestFramework }
    /// Whether the metadata has the model version checksum.
    package var hasVersionChecksum: Bool { framework >= Self.versionChecksumFramework }
    /// Whether the metadata has the highest framework version that wrote the store.
    package var hasMaximumFrameworkVersion: Bool {
        framework >= Self.maximumFrameworkVersionFramework
    }
}
