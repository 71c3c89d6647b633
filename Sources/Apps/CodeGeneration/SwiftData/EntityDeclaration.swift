import ObjectModel

/// The parts of the SwiftData class for an entity.
package struct EntityDeclaration: Sendable {
    /// The first line of the class.
    package let heading: String
    /// The constraints and indexes of several properties.
    package let macros: [String]
    /// The lines of each property that the entity adds, including the declaration of its type.
    package let properties: [String: [String]]
    /// All lines of the class.
    package let lines: [String]
}

extension FrozenSchemaCode {
    func declaration(of entity: EntityDescription) -> EntityDeclaration {
        let lines = model(entity).map(Self.plain)
        let properties = members(of: entity).map { key, member in
            let value = member.value.map { " = \($0)" } ?? ""
            return (
                key,
                (member.attributes + ["var \(member.name): \(member.type)\(value)"] + member.declaration)
                    .map(Self.plain)
            )
        }
        return EntityDeclaration(
            heading: lines.first { $0.contains("class ") } ?? "",
            macros: macros(of: entity, generator.classes.name(of: entity.name)),
            properties: Dictionary(properties, uniquingKeysWith: { first, _ in first }), lines: lines)
    }

    /// Returns a line without `public`, which the class of a version needs, but not a class of the app.
    private static func plain(_ line: String) -> String {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("public ") else { return line }
        return String(repeating: " ", count: line.count - text.count) + text.dropFirst(7)
    }
}

extension CodeGenerator {
    /// Returns the SwiftData classes for each entity. They have the entity's version hash unless SwiftData cannot
    /// express the model.
    ///
    /// - Parameter values: The known cases of enumerations and elements of arrays.
    package func declarations(values: SourceValues) -> [String: EntityDeclaration] {
        let code = FrozenSchemaCode(generator: self, name: "Schema", version: [1, 0, 0], values: values)
        return Dictionary(
            model.entities.map { ($0.name, code.declaration(of: $0)) },
            uniquingKeysWith: { first, _ in first })
    }
}
