import ObjectModel

extension FrozenSchemaCode {
    /// The names that types inside a class must not hide.
    private static let taken: Set<String> = [
        "Any", "Array", "Attribute", "Bool", "Codable", "Data", "Date", "Decimal", "Double", "Float",
        "Int", "Int16", "Int32", "Model", "Optional", "Protocol", "Relationship", "Schema", "Self", "Set",
        "String", "Type", "URL", "UUID",
    ]

    func typeName(_ property: String) -> String {
        let name = SwiftName.capitalized(SwiftName.identifier(property))
        let isTaken =
            Self.taken.contains(name) || name == self.name || name == property
            || generator.model.entities.contains { generator.classes.plainName(of: $0.name) == name }
        return isTaken ? name + "Value" : name
    }

    func declaration(
        _ attribute: AttributeDescription, _ name: String, at path: String,
        of entity: EntityDescription
    ) -> [String] {
        switch attribute.enumeration {
        case .plain(let cases):
            return ["public enum \(name): Codable {"]
                + cases.map { "    case \(SwiftName.escaped(SwiftName.identifier($0)))" } + ["}"]
        case .raw(let element):
            let raw = element.type == .string ? scalar(.string) : scalar(.integer64)
            return ["public enum \(name): \(raw), Codable {"]
                + rawCases(at: path, of: entity).map { "    " + $0 } + ["}"]
        case nil:
            let members = attribute.elements.map { member($0, at: path + "." + $0.name, of: entity) }
            let properties = members.map { "public var \($0.name): \($0.type)" }
            let types = members.filter { !$0.declaration.isEmpty }.flatMap { [""] + $0.declaration }
            return ["public struct \(name): Codable {"]
                + (properties + types).map(CodeGenerator.indented) + ["}"]
        }
    }

    /// Returns a member of a structure. The stored form distinguishes lists: those of plain values are archives, all
    /// others are bytes (docs/start/swiftdata.md).
    private func member(
        _ element: AttributeDescription, at path: String, of entity: EntityDescription
    ) -> Member {
        let form = values.form(of: path, entity: entity.name)
        var type = scalar(element.type)
        var declaration: [String] = []
        if element.isComposite {
            type = typeName(element.name)
            declaration = self.declaration(element, type, at: path, of: entity)
        } else if element.type == .transformable {
            let elements = element.arrayElements(form, isInside: true, isSwiftData: true)
            type = "[\(elements.map(elementType) ?? scalar(.string))]"
        } else if case .array(.enumeration(let cases))? = form, let first = cases.first {
            type = typeName(element.name)
            let raw = if case .string = first.rawValue { scalar(.string) } else { scalar(.integer64) }
            declaration =
                ["public enum \(type): \(raw), Codable {"] + rawCases(cases).map { "    " + $0 } + ["}"]
            type = "[\(type)]"
        }
        return Member(
            name: SwiftName.member(element.name), type: type + (element.isOptional ? "?" : ""), value: nil,
            declaration: declaration)
    }

    /// Returns the known cases of an enumeration with raw values, with their names in the code.
    func namedCases(
        at path: String, of entity: EntityDescription
    ) -> [(name: String, item: SourceValues.Case)] {
        guard case .enumeration(let cases)? = values.form(of: path, entity: entity.name) else { return [] }
        return named(cases)
    }

    private func named(_ cases: [SourceValues.Case]) -> [(name: String, item: SourceValues.Case)] {
        var used: Set<String> = []
        return cases.map { item in
            var name = SwiftName.identifier(item.name)
            while !used.insert(name).inserted || SwiftName.unusableMembers.contains(name) {
                name += "_"
            }
            return (name, item)
        }
    }

    private func rawCases(at path: String, of entity: EntityDescription) -> [String] {
        guard case .enumeration(let cases)? = values.form(of: path, entity: entity.name), !cases.isEmpty
        else { return ["// No value is known: write the cases.", "case unknown"] }
        return rawCases(cases)
    }

    func rawCases(_ cases: [SourceValues.Case]) -> [String] {
        named(cases).map { name, item -> String in
            let value =
                switch item.rawValue {
                case .string(let text): SwiftName.literal(text)
                case .integer(let number): String(number)
                default: "0"
                }
            return "case \(SwiftName.escaped(name)) = \(value)"
        }
    }
}
