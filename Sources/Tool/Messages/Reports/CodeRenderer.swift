import CodeGeneration

/// Messages about errors in generated code, and about differences from the model.
package enum CodeRenderer {
    package static func words(_ error: CodeGenerationError) -> String {
        switch error {
        case .sharedClass(let name, let entities):
            "the entities \(entities.joined(separator: " and ")) have the same class \(name), "
                + "and neither inherits it from the other: give one of them another class"
        }
    }

    package static func words(_ change: VersionPins.Change) -> String {
        switch change {
        case .edited(let version, let entities):
            "\(version) is pinned with other version hashes (\(entities.joined(separator: ", "))): if it "
                + "was published, restore it and add a version; --force pins it as it is now"
        case .removed(let version):
            "\(version) is pinned but is no longer a version of the model: its stores cannot be migrated; "
                + "--force drops the pin"
        }
    }

    package static func words(_ note: CodeGenerationNote) -> String {
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
            "\(entity).\(attribute): the model does not name the class of its values"
        case .noFetchedProperty(let entity, let property):
            "\(entity).\(property): SwiftData has no fetched properties; it is left out"
        }
    }
}
