import ObjectModel
import SwiftSource

/// Reads what the source says of the values of attributes: the cases of enumerations with their raw
/// values, and what arrays hold.
struct ValueFormReader {
    let resolver: TypeResolver
    private static let deepest = 8

    /// What is known of an attribute and its elements, by their paths.
    func forms(
        of type: ResolvedType, at path: String, isElement: Bool = false, depth: Int = 0
    ) -> [String: SourceValues.Form] {
        guard depth < Self.deepest else { return [:] }
        switch type.unwrapped.type {
        case .array(let element), .set(let element):
            return [path: .array(of: self.element(element))]
        case .standard(let standard) where isElement && standard.attribute == .binaryData:
            return [path: .data]
        case .declared(let type) where type.kind == .enum:
            return rawCases(of: type).map { [path: .enumeration($0)] } ?? [:]
        case .declared(let type) where type.kind == .struct:
            var forms: [String: SourceValues.Form] = [:]
            for property in type.storedProperties {
                guard let name = property.binding.name else { continue }
                let scope = TypeResolver.Scope(type: type, unit: property.unit)
                guard let inner = PropertyType(property, in: scope, resolver).resolved else { continue }
                let path = path + "." + name
                forms.merge(self.forms(of: inner, at: path, isElement: true, depth: depth + 1)) { $1 }
            }
            return forms
        default: return [:]
        }
    }

    /// The members of a structure that are not optional, by their paths.
    func requiredMembers(of type: ResolvedType, at path: String, depth: Int = 0) -> Set<String> {
        guard depth < Self.deepest, case .declared(let type) = type.unwrapped.type, type.kind == .struct
        else { return [] }
        var paths: Set<String> = []
        for property in type.storedProperties {
            guard let name = property.binding.name else { continue }
            let scope = TypeResolver.Scope(type: type, unit: property.unit)
            guard let inner = PropertyType(property, in: scope, resolver).resolved else { continue }
            let path = path + "." + name
            if !inner.unwrapped.isOptional { paths.insert(path) }
            paths.formUnion(requiredMembers(of: inner, at: path, depth: depth + 1))
        }
        // With a decoder of its own it may do without.
        return type.functions.contains("encode") ? [] : paths
    }

    private func element(_ type: ResolvedType) -> SourceValues.Element {
        switch type {
        case .standard(let standard): standard.attribute.map { .value($0) } ?? .other
        case .declared(let type) where type.kind == .enum:
            rawCases(of: type).map { .enumeration($0) } ?? .other
        default: .other
        }
    }

    // MARK: Raw values

    /// The cases of an enumeration with the values that a store holds for them; nil where it has no raw
    /// values, or not all of them are known.
    func rawCases(of type: DeclaredType) -> [SourceValues.Case]? {
        guard let first = type.inherited.first,
            case .standard(let raw) = resolver.resolve(
                first.type, in: TypeResolver.Scope(type: first.scope, unit: first.unit)),
            raw.name == "String" || raw.name == "Int", !type.functions.contains("encode"),
            !type.properties.contains(where: { $0.binding.name == "rawValue" }),
            type.cases.allSatisfy({ $0.condition == nil })
        else { return nil }
        var cases: [SourceValues.Case] = []
        var next: Int64? = 0
        for item in type.cases {
            let element = item.element
            switch (raw.name, element.rawValue) {
            case ("String", nil):
                cases.append(.init(name: element.name, rawValue: .string(element.name)))
            case ("String", .string(let text?)?):
                cases.append(.init(name: element.name, rawValue: .string(text)))
            case ("Int", let value):
                let number = value.map(Self.integer) ?? next
                guard let number else { return nil }
                cases.append(.init(name: element.name, rawValue: .integer(number)))
                next = number == .max ? nil : number + 1
            default: return nil
            }
        }
        return cases.isEmpty ? nil : cases
    }

    private static func integer(_ value: ExpressionSyntax) -> Int64? {
        guard case .constant(.integer(let number)) = DefaultValue(value, of: .integer64) else {
            return nil
        }
        return number
    }
}
