import ObjectModel

/// What a SwiftData class declares for an entity, piece by piece.
package struct EntityDeclaration: Sendable {
    /// The line that begins the class.
    package let heading: String
    /// Constraints and indexes of several properties.
    package let macros: [String]
    /// The lines of each property that the entity adds, with the type that is declared for it.
    package let properties: [String: [String]]
    /// All of the class.
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

    /// A line without the access that a class of a version needs and one of the app's may do without.
    private static func plain(_ line: String) -> String {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("public ") else { return line }
        return String(repeating: " ", count: line.count - text.count) + text.dropFirst(7)
    }
}

extension CodeGenerator {
    /// What SwiftData classes declare for each entity, so that they have its version hash as far as SwiftData
    /// can say what the model says.
    ///
    /// - Parameter values: what is known of the cases of enumerations and the elements of arrays.
    package func declarations(values: SourceValues) -> [String: EntityDeclaration] {
        let code = FrozenSchemaCode(generator: self, name: "Schema", version: [1, 0, 0], values: values)
        return Dictionary(
            model.entities.map { ($0.name, code.declaration(of: $0)) },
            uniquingKeysWith: { first, _ in first })
    }
}
