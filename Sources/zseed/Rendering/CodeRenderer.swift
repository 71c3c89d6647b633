import CodeGeneration

/// Says what is wrong with generated code, or different from the model.
enum CodeRenderer {
    static func words(_ error: CodeGenerationError) -> String {
        switch error {
        case .sharedClass(let name, let entities):
            "the entities \(entities.joined(separator: " and ")) have the same class \(name), "
                + "and neither inherits it from the other: give one of them another class"
        }
    }

    static func words(_ note: CodeGenerationNote) -> String {
        switch note {
        case .generatedByXcode(let entities):
            "Xcode generates the code of \(entities.joined(separator: ", ")), too, when it builds "
                + "the app: set their Codegen to Manual/None"
        case .unordered(let entity, let relationship):
            "\(entity).\(relationship): SwiftData has no ordered relationships"
        case .notDerived(let entity, let attribute):
            "\(entity).\(attribute): SwiftData has no derived attributes; the class stores it, "
                + "and the version hashes differ"
        case .notAbstract(let entity): "\(entity): SwiftData has no abstract models"
        case .unknownClass(let entity, let attribute):
            "\(entity).\(attribute): the model does not say which class its values have"
        case .noFetchedProperty(let entity, let property):
            "\(entity).\(property): SwiftData has no fetched properties; it is left out"
        }
    }
}
