import ObjectModel

/// Typed accessors for values of SwiftData models: enumerations whose only values are their cases, structures, and
/// arrays.
extension ObjectLayerCode {
    /// A value, with the type that the code declares for it.
    private struct TypedValue {
        enum Kind {
            /// A value that an attribute can have directly.
            case plain
            /// A value that is stored as JSON.
            case json
            case structure([Member])
        }

        let kind: Kind
        let type: String
        /// The declaration of its type, inside the class.
        var declaration: [String] = []
    }

    private struct Member {
        /// The name as it is written in code.
        let name: String
        let path: String
        let value: TypedValue
        let isRequired: Bool

        var type: String { value.type + (isRequired ? "" : "?") }
    }

    /// Returns the accessors of an enumeration, a structure or an array; nil for every other attribute.
    func typedAccessors(of attribute: AttributeDescription, in owner: EntityDescription) -> [String]? {
        guard attribute.isComposite || !attribute.isDerived,
            let value = typedValue(attribute, at: attribute.name, of: owner)
        else { return nil }
        if case .plain = value.kind, attribute.enumeration == nil { return nil }
        let member = Member(
            name: names.written(attribute.name), path: attribute.name, value: value,
            isRequired: !attribute.isOptional)
        let title = SwiftName.capitalized(names.plain(attribute.name))
        return
            value.declaration + (value.declaration.isEmpty ? [] : [""])
            + ["public var \(member.name): \(member.type) {"] + reading(member).map(CodeGenerator.indented)
            + ["}", "", "public func set\(title)(_ value: \(member.type)) throws {"]
            + setting(member, "value").map(CodeGenerator.indented) + ["}"]
    }

    // MARK: Reading and setting

    private func reading(_ member: Member) -> [String] {
        guard case .structure(let members) = member.value.kind else {
            return ["get throws { \(call(member)) }"]
        }
        let key = SwiftName.literal(member.path)
        let missing =
            member.isRequired
            ? "throw \(generator.classes.type("ManagedObjectError", of: "ObjectLayer")).missingValue("
                + "entity: objectID.entityName, key: \(key))" : "return nil"
        let arguments = members.map { "        \(SwiftName.label($0.name)): \(call($0))" }
        return ["get throws {", "    guard try value(forKey: \(key)) != nil else { \(missing) }"]
            + ["    return \(member.value.type)("] + arguments.dropLast().map { $0 + "," }
            + arguments.suffix(1).map { $0 + ")" } + ["}"]
    }

    private func call(_ member: Member) -> String {
        let key = SwiftName.literal(member.path)
        if case .json = member.value.kind {
            return "try codableValue(forKey: \(key), as: \(member.value.type).self)"
                + (member.isRequired ? " ?? []" : "")
        }
        return
            "try \(member.isRequired ? "requiredValue" : "value")(forKey: \(key), as: \(member.value.type).self)"
    }

    private func setting(_ member: Member, _ expression: String) -> [String] {
        let key = SwiftName.literal(member.path)
        let mark = member.isRequired ? "" : "?"
        switch member.value.kind {
        case .plain: return ["try setAttributeValue(\(expression)\(mark).attributeValue, forKey: \(key))"]
        case .json: return ["try setCodableValue(\(expression), forKey: \(key))"]
        case .structure(let members):
            return members.flatMap { setting($0, "\(expression)\(mark).\($0.name)") }
        }
    }

    // MARK: Types

    /// The generator of type declarations, shared with frozen schemas.
    private var declarations: FrozenSchemaCode {
        FrozenSchemaCode(generator: generator, name: "", version: [], values: generator.values)
    }

    private func typedValue(
        _ attribute: AttributeDescription, at path: String, of entity: EntityDescription
    ) -> TypedValue? {
        let form = generator.values.form(of: path, entity: entity.name)
        switch attribute.enumeration {
        case .plain(let cases)?:
            return enumeration(attribute.name, cases.map { .init(name: $0, rawValue: .string($0)) })
        case .raw(let element)?:
            if case .enumeration(let cases)? = form, let found = enumeration(attribute.name, cases) {
                return found
            }
            return types.name(of: element.type).map { TypedValue(kind: .plain, type: $0) }
        case nil: break
        }
        if attribute.isComposite {
            return generator.isSwiftData ? structure(attribute, at: path, of: entity) : nil
        }
        let elements = attribute.arrayElements(
            form, isInside: path.contains("."), isSwiftData: generator.isSwiftData)
        guard let elements else {
            return types.name(of: attribute.type).map { TypedValue(kind: .plain, type: $0) }
        }
        switch elements {
        case .value(let type): return types.name(of: type).map { TypedValue(kind: .json, type: "[\($0)]") }
        case .enumeration(let cases):
            return enumeration(attribute.name, cases).map {
                TypedValue(kind: .json, type: "[\($0.type)]", declaration: $0.declaration)
            }
        case .structure, .list, .other: return nil
        }
    }

    private func enumeration(_ property: String, _ cases: [SourceValues.Case]) -> TypedValue? {
        guard let first = cases.first else { return nil }
        let type = declarations.typeName(property)
        let raw: String
        switch first.rawValue {
        case .string: raw = generator.classes.type("String", of: "Swift")
        case .integer: raw = generator.classes.type("Int", of: "Swift")
        default: return nil
        }
        let parents = [
            raw, generator.classes.type("AttributeConvertible", of: "ObjectLayer"),
            generator.classes.type("CaseIterable", of: "Swift"), conformances,
        ]
        return TypedValue(
            kind: .plain, type: type,
            declaration: ["public enum \(type): \(parents.joined(separator: ", ")) {"]
                + declarations.rawCases(cases).map(CodeGenerator.indented) + ["}"])
    }

    private var conformances: String {
        ["Codable", "Hashable", "Sendable"].map { generator.classes.type($0, of: "Swift") }.joined(
            separator: ", ")
    }

    /// Returns a structure; nil if the type of a member is not known.
    private func structure(
        _ attribute: AttributeDescription, at path: String, of entity: EntityDescription
    ) -> TypedValue? {
        let type = declarations.typeName(attribute.name)
        var members: [Member] = []
        var types: [String] = []
        for element in attribute.elements {
            let path = path + "." + element.name
            guard let value = typedValue(element, at: path, of: entity) else { return nil }
            if case .structure = value.kind { return nil }
            if !value.declaration.isEmpty { types += [""] + value.declaration }
            let isRequired = !element.isOptional || generator.values.isRequired(path, entity: entity.name)
            // The accessors are outside of the structure, so they need the qualified name.
            let own = declarations.typeName(element.name)
            let name =
                value.declaration.isEmpty ? value.type : value.type.replacing(own, with: "\(type).\(own)")
            members.append(
                Member(
                    name: SwiftName.member(element.name), path: path,
                    value: TypedValue(kind: value.kind, type: name), isRequired: isRequired))
        }
        let parameters = members.map {
            "\($0.name): \($0.type)" + ($0.isRequired ? "" : " = nil")
        }
        let body =
            members.map { "public var \($0.name): \($0.type)" }
            + ["", "public init(\(parameters.joined(separator: ", "))) {"]
            + members.map { "    self.\($0.name) = \($0.name)" } + ["}"] + types
        return TypedValue(
            kind: .structure(members), type: type,
            declaration: ["public struct \(type): \(conformances) {"] + body.map(CodeGenerator.indented) + [
                "}"
            ])
    }
}
