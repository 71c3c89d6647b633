/// A model written as the XML of an `.xcdatamodel/contents` file, as Xcode's editor saves it.
///
/// ```swift
/// let source = try ModelSource(of: model)
/// source.text       // <?xml version="1.0" …
/// source.omissions  // what the format cannot hold
/// ```
public struct ModelSource: Sendable {
    /// The XML.
    public let text: String
    /// What is different when the XML is read back, because the format cannot hold it or the
    /// model compiler adds to it: an index for each indexed attribute, user info that is no text,
    /// sort descriptors of fetched properties and the like. The written model is the left side,
    /// what is read back the right one.
    public let omissions: [ModelDifference]

    /// Whether reading the text gives an equal model.
    public var isComplete: Bool { omissions.isEmpty }

    /// Writes a model.
    ///
    /// - Throws: ``ModelSourceError`` for a name that no XML file can hold, or ``ModelError`` when
    ///   what was written cannot be read back.
    public init(of model: ManagedObjectModel) throws {
        var writer = ModelSourceWriter(model: model)
        text = try writer.write()
        let (read, _) = try XMLModelReader.read(Array(text.utf8))
        omissions = read == model ? [] : ModelComparison(model, read).differences
    }
}

/// A text with a character that XML has no way to write.
public struct ModelSourceError: Error, Equatable, Sendable {
    /// The text.
    public let text: String

    /// Creates an error.
    public init(text: String) { self.text = text }
}
