import ObjectModel
import SwiftSource

/// Converts types to attributes: scalars, composites for structures and enumerations, archives for arrays
/// (docs/start/swiftdata.md has the rules, with the certainty of each).
struct AttributeReader {
    /// An attribute without its name, or the reason why there is none.
    enum Form {
        case attribute(AttributeDescription, warnings: [ModelSourceIssue.Problem])
        case problem(ModelSourceIssue.Problem)
    }

    let resolver: TypeResolver
    private let effort = Effort()
    private static let deepest = 8

    /// The number of values that are still inspected for one attribute. It is limited because deeply nested structures
    /// have exponentially many members.
    private final class Effort {
        var left = 10_000
    }

    /// Returns the attribute for a property of a model.
    ///
    /// - Parameter traits: The name of the property, and whether it is optional.
    func attribute(
        _ type: ResolvedType, syntax: TypeSyntax, traits: PropertyTraits, options: PropertyOptions
    ) -> Form {
        if let transformer = options.transformer {
            return .attribute(
                AttributeDescription(
                    traits, type: .transformable,
                    attributeValueClassName: syntax.unwrapped.type.description,
                    valueTransformerName: transformer), warnings: [])
        }
        switch type {
        case .array(let element): return archive(of: element, syntax, traits)
        case .set:
            return archive(traits, warnings: [.analogy(syntax.unwrapped.type.description)])
        case .dictionary(let key, let value): return dictionary(key, value, syntax, traits)
        default: return value(type, traits: traits, in: [])
        }
    }

    // MARK: Values

    /// Returns the attribute for a value that is not a list: a scalar, a structure or an enumeration.
    ///
    /// - Parameter structures: The structures around the value, outermost first.
    private func value(
        _ type: ResolvedType, traits: PropertyTraits, in structures: [DeclaredType]
    ) -> Form {
        switch type {
        case .standard(let standard): return scalar(standard, traits, isElement: !structures.isEmpty)
        case .declared(let declared):
            if let problem = problem(with: declared) { return .problem(problem) }
            if declared.kind == .struct, resolver.isRawRepresentable(declared) {
                return .problem(.unknownForm("\(declared.name), a RawRepresentable"))
            }
            guard let outer = structures.last else {
                return declared.kind == .enum
                    ? enumeration(declared, traits) : structure(declared, traits, in: [])
            }
            guard declared.kind == .struct else { return element(declared, traits, in: outer) }
            return nested(declared, traits, in: structures, outer)
        case .unknown(let name): return .problem(.unknownType(name))
        case .ambiguous(let name, let types):
            return .problem(.ambiguousType(name, locations: types.map(\.locationText)))
        case .notStorable(let name): return .problem(.notStorable(name))
        case .optional(let inner): return value(inner, traits: traits, in: structures)
        case .array(let element): return array(of: element, traits, in: structures.last?.name ?? "")
        case .set: return .problem(.unknownForm(collection("a set", in: structures)))
        case .dictionary: return .problem(.unknownForm(collection("a dictionary", in: structures)))
        }
    }

    /// Returns the text for a collection other than an array, with the structure around it.
    private func collection(_ kind: String, in structures: [DeclaredType]) -> String {
        structures.last.map { "\(kind) in \($0.name)" } ?? kind
    }

    private func scalar(
        _ standard: StandardType, _ traits: PropertyTraits, isElement: Bool
    ) -> Form {
        guard let attribute = standard.attribute else {
            return .problem(.unknownForm(standard.name))
        }
        if isElement, !standard.fields.isEmpty || attribute == .uri {
            return .problem(.unknownForm("\(standard.name) in a structure"))
        }
        let elements = standard.fields.map { field in
            AttributeDescription(
                PropertyTraits(name: field.name, isOptional: traits.isOptional), type: field.type)
        }
        return .attribute(
            AttributeDescription(traits, type: attribute, elements: elements),
            warnings: standard.certainty == .analogy ? [.analogy(standard.name)] : [])
    }

    /// Returns why values of this type cannot be stored; nil if they can.
    func problem(with type: DeclaredType) -> ModelSourceIssue.Problem? {
        switch type.kind {
        case .class, .actor: return .notModel(type.qualifiedName)
        case .protocol: return .notStorable("any \(type.name)")
        case .extension: return .unknownType(type.name)
        case .struct, .enum:
            guard type.parameters.isEmpty else { return .unknownForm("\(type.name)<…>") }
            let codable: Set<String> = ["Codable", "Encodable", "Decodable"]
            guard resolver.conforms(type, to: codable) != false else {
                return .notStorable("\(type.name), which is not Codable,")
            }
            return nil
        }
    }

    // MARK: Structures

    /// Returns the attribute of a structure in a structure. Its hash is that of the leaves of both.
    private func nested(
        _ type: DeclaredType, _ traits: PropertyTraits, in structures: [DeclaredType],
        _ outer: DeclaredType
    ) -> Form {
        let form = structure(type, traits, in: structures)
        guard case .attribute(let attribute, let warnings) = form else { return form }
        let what =
            traits.isOptional
            ? "the columns of \(type.name) in \(outer.name)"
            : "\(type.name) in \(outer.name) where neither is optional"
        return .attribute(attribute, warnings: [.analogy(what)] + warnings)
    }

    private func structure(
        _ type: DeclaredType, _ traits: PropertyTraits, in structures: [DeclaredType]
    ) -> Form {
        effort.left -= type.properties.count
        guard effort.left > 0, structures.count < Self.deepest, !structures.contains(where: { $0 === type })
        else {
            return .problem(.unknownForm(type.name))
        }
        var elements: [AttributeDescription] = []
        var warnings: [ModelSourceIssue.Problem] = []
        if type.functions.contains("encode") {
            warnings.append(.analogy("\(type.name) with its own encode(to:)"))
        }
        if type.types["CodingKeys"] != nil {
            warnings.append(.analogy("\(type.name) with coding keys, which do not count"))
        }
        for property in type.properties
        where property.binding.isStored && !property.head.isStatic && !property.isInExtension {
            guard let name = property.binding.name else { return .problem(.unknownForm(type.name)) }
            if property.isConstant, property.binding.value != nil {
                return .problem(.unknownForm("\(type.name).\(name), a let with a value"))
            }
            let known: Set<String> = ["available", "CodingKey", "Guide", "MainActor"]
            if let other = property.head.attributes.first(where: { !known.contains($0.name) }) {
                return .problem(.unknownForm("\(type.name).\(name) with @\(other.name)"))
            }
            let scope = TypeResolver.Scope(type: type, unit: property.unit)
            let found = PropertyType(property, in: scope, resolver)
            guard let resolved = found.resolved else {
                return .problem(.unknownForm("\(type.name).\(name), which has no type"))
            }
            let (inner, isOptional) = resolved.unwrapped
            let element = PropertyTraits(
                name: name, isOptional: isOptional || traits.isOptional)
            if let condition = property.condition {
                warnings.append(.condition(condition.condition, holds: condition.holds))
            }
            switch value(inner, traits: element, in: structures + [type]) {
            case .attribute(let attribute, let others):
                elements.append(attribute)
                warnings += others
            case .problem(let problem): return .problem(problem)
            }
        }
        guard !elements.isEmpty else { return .problem(.unknownForm("\(type.name), which is empty")) }
        return .attribute(
            AttributeDescription(traits, type: .composite, elements: elements), warnings: warnings)
    }

    // MARK: Enumerations

    private func enumeration(_ type: DeclaredType, _ traits: PropertyTraits) -> Form {
        let isMarked = UserInfo.Entry(key: "EnumType", value: .bool(true))
        var warnings = type.cases.compactMap(\.condition).map {
            ModelSourceIssue.Problem.condition($0.condition, holds: $0.holds)
        }
        if type.functions.contains("encode") {
            warnings.append(.analogy("\(type.name) with its own encode(to:)"))
        }
        if let raw = rawType(of: type) {
            switch raw {
            case .success(let raw):
                let element = AttributeDescription(
                    PropertyTraits(name: traits.name, isOptional: true), type: raw)
                return .attribute(
                    AttributeDescription(
                        traits.with(UserInfo([isMarked])), type: .composite, elements: [element]),
                    warnings: warnings.filter { if case .condition = $0 { false } else { true } })
            case .failure(let unknown): return .problem(unknown.problem)
            }
        }
        guard !type.cases.isEmpty else {
            return .problem(.notStorable("\(type.name), which has no cases,"))
        }
        guard type.cases.allSatisfy({ $0.element.associated.isEmpty }) else {
            return .problem(.unknownForm("\(type.name), which has associated values"))
        }
        let names = type.cases.map(\.element.name)
        let elements = names.map {
            AttributeDescription(PropertyTraits(name: $0, isOptional: true), type: .string)
        }
        let cases = UserInfo.Entry(key: "enum", value: .array(names.map { .string($0) }))
        return .attribute(
            AttributeDescription(
                traits.with(UserInfo([isMarked, cases])), type: .composite, elements: elements),
            warnings: warnings)
    }

    /// Returns the attribute of an enumeration in a structure: an optional element of the raw type. Hashes of optional
    /// structures show this for texts.
    private func element(_ type: DeclaredType, _ traits: PropertyTraits, in outer: DeclaredType) -> Form {
        let what = "\(type.name) in \(outer.name)"
        switch rawType(of: type) {
        case .success(let raw)?:
            let isSampled = raw == .string && traits.isOptional
            var warnings: [ModelSourceIssue.Problem] = isSampled ? [] : [.analogy(what)]
            if type.functions.contains("encode") {
                warnings.append(.analogy("\(type.name) with its own encode(to:)"))
            }
            return .attribute(
                AttributeDescription(PropertyTraits(name: traits.name, isOptional: true), type: raw),
                warnings: warnings)
        case .failure(let unknown)?: return .problem(unknown.problem)
        case nil: return .problem(.unknownForm(what))
        }
    }

    private struct UnknownRawType: Error {
        let problem: ModelSourceIssue.Problem
    }

    /// Returns the raw type; nil for an enumeration without one.
    private func rawType(of type: DeclaredType) -> Result<AttributeType, UnknownRawType>? {
        for (index, entry) in type.inherited.enumerated() {
            let scope = TypeResolver.Scope(type: entry.scope, unit: entry.unit)
            guard case .standard(let standard) = resolver.resolve(entry.type, in: scope) else {
                continue
            }
            let isPlain = entry.type.components?.last?.name == standard.name
            guard index == 0, isPlain, standard.name == "String" || standard.name == "Int",
                let attribute = standard.attribute
            else {
                return .failure(
                    UnknownRawType(
                        problem: .unknownForm("\(type.name) with raw values of \(entry.type)")))
            }
            return .success(attribute)
        }
        guard !resolver.isRawRepresentable(type) else {
            return .failure(UnknownRawType(problem: .unknownForm("\(type.name), a RawRepresentable")))
        }
        return nil
    }
}

extension PropertyTraits {
    /// Returns the same traits with user info.
    fileprivate func with(_ userInfo: UserInfo) -> PropertyTraits {
        PropertyTraits(
            name: name, isOptional: isOptional, isTransient: isTransient,
            isIndexedBySpotlight: isIndexedBySpotlight, versionHashModifier: versionHashModifier,
            renamingIdentifier: renamingIdentifier, userInfo: userInfo)
    }
}
