extension SchemaEra {
    /// The lowest framework version with a digest of the hashes in its metadata (docs/format.md#metadata).
    public static let versionHashesDigestFramework = 973
    /// The lowest framework version with a model version checksum in its metadata (docs/format.md#metadata).
    public static let versionChecksumFramework = 1327
    /// The lowest framework version that notes the highest one that wrote the store
    /// (docs/format.md#metadata).
    public static let maximumFrameworkVersionFramework = 1513

    /// Whether the metadata has a digest of the version hashes.
    public var hasVersionHashesDigest: Bool { framework >= Self.versionHashesDigestFramework }
    /// Whether the metadata has the model version checksum.
    public var hasVersionChecksum: Bool { framework >= Self.versionChecksumFramework }
    /// Whether the metadata has the highest framework version that wrote the store.
    public var hasMaximumFrameworkVersion: Bool {
        framework >= Self.maximumFrameworkVersionFramework
    }
}
