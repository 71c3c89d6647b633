import Foundation
import ObjectModel

/// Makes UUIDs that follow from names: version 5 of RFC 9562, which RFC 4122 was before. The same
/// name gives the same UUID on every machine.
struct NameBasedUUID: Equatable {
    /// The 16 bytes of the UUID that names are counted under.
    let namespace: [UInt8]

    /// Names of the Domain Name System, URLs, object identifiers and distinguished names: the
    /// namespaces that the RFC itself gives.
    static let known: [String: String] = [
        "dns": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "url": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
        "oid": "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
        "x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
    ]

    /// The namespace of everything that a plan gives none: changing it would give all seeds other
    /// UUIDs.
    private static let standard = "5eedc0de-0d1a-5b3e-9c41-2f6a7e8d9b10"

    /// What stands between the parts of a name.
    static let separator: UInt8 = 0x1F

    /// A namespace: a UUID, or the word for one of ``known``; nil for another text.
    init?(_ text: String) {
        guard let bytes = BytesText.bytes(ofUUID: Self.known[text] ?? text) else { return nil }
        namespace = bytes
    }

    /// The namespace of one attribute's values that are made from the same parts.
    ///
    /// - Parameter parts: the names of the parts; none for primary keys.
    init(entity: String, attribute: String, parts: [String]) {
        let name = "\(entity).\(attribute)(\(parts.joined(separator: ",")))"
        let own = NameBasedUUID(namespace: BytesText.bytes(ofUUID: Self.standard) ?? [])
        namespace = own.bytes(of: Array(name.utf8))
    }

    private init(namespace: [UInt8]) { self.namespace = namespace }

    /// The 16 bytes of the UUID of a name.
    func bytes(of name: [UInt8]) -> [UInt8] {
        var bytes = Array(SecureHash.sha1(namespace + name).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }
}
