/// A model as the XML of an `.xcdatamodel/contents` file, in the form of Xcode's editor.
///
/// ```swift
/// let source = try ModelSource(of: model)
/// source.text       // <?xml version="1.0" …
/// source.omissions  // the parts that the format does not support
/// ```
package struct ModelSource: Sendable {
    /// The XML.
    package let text: String
    /// The differences after reading the XML back, because the format does not support a part of the model or the
    /// model compiler adds to it: an index for each indexed attribute, user info that is not text, sort descriptors
    /// of fetched properties and others. The written model is on the left, and the model read back on the right.
    package let omissions: [ModelDifference]

    /// Whether reading the text gives an equal model.
    package var isComplete: Bool { omissions.isEmpty }

    /// Writes a model.
    ///
    /// - Parameter generatesClasses: whether Xcode generates the classes, as for new entities.
    /// - Throws: ``ModelSourceError`` for a name that XML does not allow, or ``ModelError`` if the result cannot be
    ///   read back.
    package init(of model: ManagedObjectModel, generatesClasses: Bool = false) throws {
        var writer = ModelSourceWriter(model: model, generatesClasses: generatesClasses)
        text = try writer.write()
        let (read, _) = try XMLModelReader.read(Array(text.utf8))
        omissions = read == model ? [] : ModelComparison(model, read).differences
    }
}

/// A text with a character that XML does not allow.
package struct ModelSourceError: Error, Equatable, Sendable {
    /// The text.
    package let text: String
}
