import Synchronization

/// A model as it was decoded from the content of a model cache.
struct DecodedModel: Sendable {
    let model: ManagedObjectModel
    let warnings: [ModelWarning]

    /// The content that was decoded last, and what came out: a build reads the model of its
    /// reference, and then the same bytes again from the store that it made. Kept until others are
    /// decoded.
    private static let latest = Mutex<(content: [UInt8], decoded: DecodedModel)?>(nil)

    /// Decodes the content of a model cache.
    ///
    /// - Throws: ``ModelError``.
    static func decode(_ content: [UInt8]) throws -> DecodedModel {
        if let latest = latest.withLock({ $0 }), latest.content == content {
            return latest.decoded
        }
        let (model, warnings) = try ArchivedModelReader.read(try Inflate.raw(content))
        let decoded = DecodedModel(model: model, warnings: warnings)
        latest.withLock { $0 = (content, decoded) }
        return decoded
    }
}
