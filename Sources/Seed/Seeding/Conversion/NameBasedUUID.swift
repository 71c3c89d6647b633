import ObjectModel

/// Makes UUIDs from names: version 5 of RFC 9562, which replaced RFC 4122. The same name gives the same UUID on every
/// machine.
struct NameBasedUUID: Equatable {
    /// The 16 bytes of the namespace's UUID.
    let namespace: [UInt8]

    /// The namespaces that the RFC defines: domain names, URLs, object identifiers and distinguished names.
    static let known: [String: String] = [
        "dns": "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "url": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
        "oid": "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
        "x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
    ]

    /// The namespace if a plan names none. A change to it would change the UUIDs of all seeds.
    private static let standard = "5eedc0de-0d1a-5b3e-9c41-2f6a7e8d9b10"

    /// The byte between the parts of a name.
    static let separator: UInt8 = 0x1F

    /// Creates a namespace from a UUID or from a word of ``known``; nil for other texts.
    init?(_ text: String) {
        guard let bytes = BytesText.bytes(ofUUID: Self.known[text] ?? text) else { return nil }
        namespace = bytes
    }

    /// Creates the namespace of the values of one attribute that are made from the same parts.
    ///
    /// - Parameter parts: the names of the parts; none for primary keys.
    init(entity: String, attribute: String, parts: [String]) {
        let name = "\(entity).\(attribute)(\(parts.joined(separator: ",")))"
        let own = NameBasedUUID(namespace: BytesText.bytes(ofUUID: Self.standard) ?? [])
        namespace = own.bytes(of: Array(name.utf8))
    }

    private init(namespace: [UInt8]) { self.namespace = namespace }

    /// Returns the 16 bytes of the UUID of a name.
    func bytes(of name: [UInt8]) -> [UInt8] {
        var bytes = Array(SecureHash.sha1(namespace + name).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x50
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }
}
