/// The reason why no source code can be generated for a model.
package enum CodeGenerationError: Error, Equatable, Sendable {
    /// Two entities have the same class.
    case sharedClass(name: String, entities: [String])
}

/// A part of the model that generated code does not express.
package enum CodeGenerationNote: Equatable, Sendable {
    /// Xcode also generates these classes, or their properties, when it builds the app.
    case generatedByXcode(entities: [String])
    /// SwiftData has no ordered relationships.
    case unordered(entity: String, relationship: String)
    /// SwiftData has no derived attributes.
    case notDerived(entity: String, attribute: String)
    /// SwiftData has no abstract models.
    case notAbstract(entity: String)
    /// The class of a transformable attribute's values is not in the model.
    case unknownClass(entity: String, attribute: String)
    /// SwiftData has no fetched properties.
    case noFetchedProperty(entity: String, property: String)
}
