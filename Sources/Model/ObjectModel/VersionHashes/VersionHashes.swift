import Foundation

/// The version hashes of a model's entities, by which Core Data decides whether a store belongs to a model
/// (docs/internals/format.md#version-hashes).
///
/// ```swift
/// let hashes = VersionHashes(of: model)
/// hashes["Item"]      // 32 bytes
/// hashes.checksum     // NSStoreModelVersionChecksumKey
/// ```
public struct VersionHashes: Equatable, Sendable {
    /// The 32 bytes of each entity, by its name.
    public let entities: [String: [UInt8]]

    /// Creates hashes from known ones, such as those in a store's metadata.
    public init(entities: [String: [UInt8]]) { self.entities = entities }

    /// Computes the hashes of a model.
    public init(of model: ManagedObjectModel) {
        var hashes: [String: [UInt8]] = [:]
        // Superentities precede their subentities, so their hashes are already known.
        var attributeHashes: [String: [String: [UInt8]]] = [:]
        for entity in model.entities {
            var hasher = EntityHasher(
                model: model, entity: entity,
                inherited: entity.superentityName.flatMap { attributeHashes[$0] } ?? [:])
            hashes[entity.name] = hasher.hash(
                superentityHash: entity.superentityName.flatMap { hashes[$0] })
            if !entity.subentityNames.isEmpty {
                attributeHashes[entity.name] = hasher.attributeHashes
            }
        }
        entities = hashes
    }

    /// The 32 bytes of an entity.
    public subscript(entityName: String) -> [UInt8]? { entities[entityName] }

    /// The names of the entities in binary order.
    public var entityNames: [String] { entities.keys.sortedInBinaryOrder() }

    /// The model version checksum, Base64: in `VersionInfo.plist`, and in a store's metadata since
    /// framework 1327 (docs/internals/format.md#metadata).
    public var checksum: String {
        let bytes = entityNames.flatMap { entities[$0] ?? [] }
        return Data(SecureHash.sha256(bytes)).base64EncodedString()
    }

    /// The digest of the hashes, Base64: in a store's metadata since framework 973 (docs/internals/format.md#metadata).
    public var digest: String {
        let bytes = entityNames.flatMap { Array($0.utf8) + (entities[$0] ?? []) }
        return Data(SecureHash.sha512(bytes)).base64EncodedString()
    }

    /// Returns the hash of an entity as 64 hexadecimal digits.
    public func hexadecimal(_ entityName: String) -> String? {
        entities[entityName].map { bytes in
            bytes.map { byte in
                let text = String(byte, radix: 16)
                return text.utf8.count == 1 ? "0" + text : text
            }.joined()
        }
    }
}

extension ManagedObjectModel {
    /// The version hashes of all entities, computed at each call.
    public var versionHashes: VersionHashes { VersionHashes(of: self) }

    /// A warning for each derived attribute whose kind of expression no real store shows. The version hash of its
    /// entities depends on a rule alone (docs/internals/format.md#version-hashes).
    package var unsampledDerivations: [ModelWarning] {
        entities.flatMap { entity in
            entity.ownAttributes.filter { $0.derivation?.isSampledDerivation == false }
                .map { .unsampledDerivation(entity: entity.name, attribute: $0.name) }
        }
    }
}
