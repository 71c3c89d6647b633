/// A model written as the XML of an `.xcdatamodel/contents` file, as Xcode's editor saves it.
///
/// ```swift
/// let source = try ModelSource(of: model)
/// source.text       // <?xml version="1.0" …
/// source.omissions  // what the format cannot hold
/// ```
package struct ModelSource: Sendable {
    /// The XML.
    package let text: String
    /// What is different when the XML is read back, because the format cannot hold it or the
    /// model compiler adds to it: an index for each indexed attribute, user info that is no text,
    /// sort descriptors of fetched properties and the like. The written model is the left side,
    /// what is read back the right one.
    package let omissions: [ModelDifference]

    /// Whether reading the text gives an equal model.
    package var isComplete: Bool { omissions.isEmpty }

    /// Writes a model.
    ///
    /// - Parameter generatesClasses: whether Xcode makes the classes, as it does of new entities.
    /// - Throws: ``ModelSourceError`` for a name that no XML file can hold, or ``ModelError`` when
    ///   what was written cannot be read back.
    package init(of model: ManagedObjectModel, generatesClasses: Bool = false) throws {
        var writer = ModelSourceWriter(model: model, generatesClasses: generatesClasses)
        text = try writer.write()
        let (read, _) = try XMLModelReader.read(Array(text.utf8))
        omissions = read == model ? [] : ModelComparison(model, read).differences
    }
}

/// A text with a character that XML has no way to write.
package struct ModelSourceError: Error, Equatable, Sendable {
    /// The text.
    package let text: String

    /// Creates an error.
    package init(text: String) { self.text = text }
}
