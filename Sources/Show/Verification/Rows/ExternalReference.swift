import StoreFormat

/// A reference to an external file: the byte 2, the 36 characters of a UUID, and a zero
/// (docs/internals/format.md#rows).
struct ExternalReference: Hashable {
    /// The name of the file.
    let fileName: String

    /// Reads a stored value; nil if it is not a reference to a file.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 38, bytes.first == 2 else { return nil }
        let rest = bytes.dropFirst()
        let name = String(decoding: rest.prefix(36), as: UTF8.self)
        guard StoreMetadata.isUUID(name), rest.dropFirst(36).first == 0 else { return nil }
        fileName = name
    }
}
