extension SchemaEra {
    /// The lowest framework version with a digest of the hashes in its metadata (docs/format.md#metadata).
    package static let versionHashesDigestFramework = 973
    /// The lowest framework version with a model version checksum in its metadata (docs/format.md#metadata).
    package static let versionChecksumFramework = 1327
    /// The lowest framework version that notes the highest one that wrote the store
    /// (docs/format.md#metadata).
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
