/// Why no source code can be made of a model.
package enum CodeGenerationError: Error, Equatable, Sendable {
    /// Two entities have the same class.
    case sharedClass(name: String, entities: [String])
}

/// What generated code does not say as the model does.
package enum CodeGenerationNote: Equatable, Sendable {
    /// Xcode generates the classes, or their properties, when it builds the app, too.
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
